"""Accuracy on held-out batches."""
import torch


@torch.no_grad()
@torch.autocast(device_type="cuda", dtype=torch.bfloat16)
def accuracy(model, batches):
    right = total = 0
    for inputs, labels in batches:
        guess = model(inputs).argmax(-1)
        right += (guess == labels).sum()
        total += labels.numel()
    return right / max(total, 1)
