"""Asserts of tests read what they look at, whatever the names of the tests speak of."""
import torch


def same(one: torch.Tensor, other: torch.Tensor):
    assert torch.equal(one, other)  # once


def test_of_denoise_step(model):
    seen = torch.ones(1, device="cuda")
    assert torch.allclose(model(seen), seen)  # once
    print(seen.item())  # a step, by its name


def test_of_training(model, loader, optimizer):
    for batch in loader:
        loss = model(batch.to("cuda")).mean()
        loss.backward()
        optimizer.step()
        assert torch.isfinite(loss).all()  # each step
