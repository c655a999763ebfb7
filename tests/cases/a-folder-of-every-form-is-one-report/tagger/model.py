"""A tagger of short texts: an embedding, one block of attention, a feed-forward part, a head."""
import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        batch, time, width = x.shape
        parts = self.qkv(x).view(batch, time, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4).unbind(0)
        scores = q @ k.transpose(-2, -1) * (width // self.heads) ** -0.5
        y = scores.softmax(dim=-1) @ v
        return self.out(y.transpose(1, 2).reshape(batch, time, width))


class Tagger(nn.Module):
    def __init__(self, words=50, width=16, heads=2, tags=5):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.norm = nn.LayerNorm(width)
        self.attention = Attention(width, heads)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)
        self.head = nn.Linear(width, tags)

    def forward(self, ids):
        x = self.embed(ids)
        x = x + self.attention(self.norm(x))
        x = x + self.down(F.gelu(self.up(x)))
        return self.head(torch.cumsum(x, dim=1))
