"""A function that tries something out compares; one that tests a model is a loop over batches."""
import torch


def test():
    fast, slow = torch.ones(1, device="cuda"), torch.ones(1, device="cuda")
    for _ in range(4):
        print("same:", torch.allclose(fast, slow))  # once


def test_model(model, loader):
    for batch in loader:
        right = (model(batch) > 0).sum()
        print(right.item())  # each step


def attend(one: torch.Tensor, other: torch.Tensor):
    assert torch.allclose(one, other)  # wherever it is called
    return one


if __name__ == "__main__":
    test()
