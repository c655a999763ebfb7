"""Values read in loops over epochs: of which a turn is one step, where nothing shows the loop over the batches."""
import argparse
import torch
import torch.nn.functional as F
from engine import train_one_epoch
from agents import agent


def learn(model, data, optimizer):
    optimizer.zero_grad()
    loss = F.nll_loss(model(data.x), data.y)
    loss.backward()
    optimizer.step()
    return loss


def learn_all(model, loader, optimizer):
    total = torch.zeros(1, device="cuda")
    for batch in loader:
        total += learn(model, batch, optimizer).detach()
    return total


def main():
    model = torch.nn.Linear(3, 3).cuda()
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    data = torch.load("graph.pt")
    for epoch in range(500):
        one = learn(model, data, optimizer)
        seen = torch.ones(1, device="cuda")
        print(seen.item())  # a step
    for epoch in range(500):
        learn_all(model, data, optimizer)
        seen = torch.ones(1, device="cuda")
        print(seen.item())  # an epoch
    for epoch in range(500):
        train_one_epoch(model, data, optimizer)
        seen = torch.ones(1, device="cuda")
        print(seen.item())  # an epoch
    for epoch in range(500):
        agent.train_on(agent.sample())
        for p in model.parameters():
            p.data.clamp_(-1, 1)
        seen = torch.ones(1, device="cuda")
        print(seen.item())  # a step
    seen = torch.ones(1, device="cuda")
    print(seen.item())  # once


if __name__ == "__main__":
    argparse.ArgumentParser().parse_args()
    main()
