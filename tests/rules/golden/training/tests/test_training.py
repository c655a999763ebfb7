"""Tests: what looks at a result runs once, what trains in a loop of its own does not."""
import torch
import torch.nn as nn


def test_loss_decreases():
    model = nn.Linear(3, 3).cuda()
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    losses = []
    for i in range(30):
        optimizer.zero_grad()
        loss = model(torch.ones(3, 3, device="cuda")).sum()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    for p in model.parameters():
        assert p.sum().item() != 0


def test(model, images):
    for image in images:
        found = torch.relu(image.cuda())
        print(found.sum().item())
