"""Fusion of vision features into the language embedding sequence."""
import torch
from torch import nn


class Merger(nn.Module):
    def __init__(self, d_vis: int, d_txt: int, image_token_id: int):
        super().__init__()
        self.image_token_id = image_token_id
        self.proj = nn.Sequential(nn.Linear(d_vis, d_txt), nn.GELU(), nn.Linear(d_txt, d_txt))

    def placeholder(self, ids, embeds):
        m = ids == self.image_token_id
        return m.unsqueeze(-1).expand_as(embeds)

    def forward(self, ids, embeds, pixels, tower):
        if pixels is None:
            return embeds
        feats = self.proj(tower(pixels)).to(embeds.dtype)
        # masked_fill alone is not enough here
        slots = self.placeholder(ids, embeds)
        merge = embeds.masked_scatter
        return merge(slots, feats)


def scatter_plot(xs, ys, path="fig/masked_scatter.png"):
    import matplotlib.pyplot as plt

    plt.scatter(xs, ys)
    plt.savefig(path)
