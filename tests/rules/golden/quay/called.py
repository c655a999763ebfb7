# Functions that a loader calls, and that the file calls as well.
import matplotlib.pyplot as plt
import numpy as np
import torch
from torch.utils.data import DataLoader

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def drawn(b):
    return torch.unique(b["x"])


def loaded(b):
    return torch.unique(b["x"])


def both(b):
    return torch.unique(b["x"])


plt.gca().set_transform(drawn)
train_ds.set_transform(loaded)
for b in DataLoader([], collate_fn=both):
    both(b.to(DEVICE))


def collate(rows, dev, dtype):
    upper = torch.stack(rows).to(DEVICE)
    held = torch.stack(rows).to(dev.kind)
    given = torch.stack(rows).to(get_device())
    typed = torch.stack(rows).to(dtype)
    beside = torch.stack(rows).to(rows[0].device)
    return (torch.unique(upper), torch.unique(held), torch.unique(given),
            torch.unique(typed), torch.unique(beside))


def no_losses(history, frame, losses):
    loss = history["loss"]
    seen = loss.item()
    loss = frame["loss"].mean()
    seen += loss.item()
    loss = np.mean(losses)
    seen += loss.item()
    for loss in losses:
        seen += loss.item()
    return seen


def of_array(loss: np.ndarray, held_loss: "np.ndarray | None", plain_loss):
    return loss.item(), held_loss.item(), plain_loss.item()


def losses_of(model, batch, outputs):
    loss = model(batch)["loss"]
    seen = loss.item()
    loss = outputs["loss"]
    seen += loss.item()
    loss = outputs.loss
    return seen + loss.item()
