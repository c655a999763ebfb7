# What is moved at the end of a turn, and elements of what is zipped.
import numpy as np
import torch


def at_the_end(a, r, device):
    x = torch.from_numpy(a)
    z = torch.from_numpy(a)
    for i in r:
        y = torch.unique(x), torch.unique(z)
        x = x.to(device)
        z = z + 1
    return y


def asked(a):
    x = torch.from_numpy(a)
    while torch.unique(x).numel() > 3:
        x, k = move(x, 3)
    return k


def again(a):
    x = torch.from_numpy(a)
    for row in a:
        x = torch.from_numpy(row)
        torch.unique(x)


class Lengths(torch.nn.Module):
    def forward(self, hidden, durations):
        out = []
        for h, d in zip(hidden, durations):
            out.append(torch.repeat_interleave(h, d, dim=0))
        out += [torch.repeat_interleave(h, d, dim=0) for h, d in zip(hidden, durations)]
        out += [torch.repeat_interleave(h, d, dim=0)
                for h, d in zip(hidden.unbind(0), durations.unbind(0))]
        return out + [torch.repeat_interleave(h, d, dim=0) for h, d in zip(hidden, [1, 2])]


def training_step(model, batch, optimizer, pick):
    per_step = torch.nn.functional.mse_loss(model(batch), batch["y"], reduction="none")
    alive = batch["alive"][pick] > 0.5
    named = batch["kind"] == "cat"
    loss = per_step[alive].mean() + per_step[named].mean()
    assert loss < 3, f"too much: {loss}"
    loss.backward()
    optimizer.step()


def shown(model, batch):
    per_step = torch.nn.functional.mse_loss(model(batch), batch["y"], reduction="none")
    alive = batch["alive"] > 0.5
    return per_step[alive]


def arrays(y: np.ndarray, t):
    loss = y.mean()
    seen = loss.item()
    loss = ((y - t) ** 2).mean()
    return seen + loss.item()
