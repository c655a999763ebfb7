import torch


def trim(tokens, mask):
    """Cut the padding that no row of the batch needs."""
    longest = mask.sum(dim=1).max().item()
    return tokens[:, :longest], mask[:, :longest]
