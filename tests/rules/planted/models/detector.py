"""Boxes above a score."""
import torch
from torch import nn


class BoxFilter(nn.Module):
    def __init__(self, threshold=0.3):
        super().__init__()
        self.threshold = threshold

    def forward(self, boxes: torch.Tensor, logits: torch.Tensor):
        scores = logits.sigmoid()
        keep = scores > self.threshold
        order = scores.argsort(descending=True)
        kept = boxes[keep]
        return kept, order
