"""Functions of the file that read what they are given."""
import torch


def number(value):
    return float(value)


def scaled(value, scale=1):
    return value.item() * scale


def copied(value):
    value = value.detach()
    return number(value)


def learn(model, loader, optimizer):
    total = 0.0
    for step, x in enumerate(loader):
        loss = torch.nn.functional.relu(model(x)).mean()
        loss.backward()
        optimizer.step()
        total += number(loss)
        total += scaled(scale=2, value=loss)
        total += number(step) + number(loss.detach().to("cpu"))
    return total + number(loss)
