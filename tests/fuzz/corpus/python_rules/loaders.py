"""Batches for training and for evaluation."""
from torch.utils.data import DataLoader


def loaders(train, held_out, batch):
    shared = dict(batch_size=batch, num_workers=4, pin_memory=True, persistent_workers=True)
    return (
        DataLoader(train, shuffle=True, drop_last=True, **shared),
        DataLoader(held_out, shuffle=False, **shared),
    )
