import torch

from .neutral import Block, pick


def load(path):
    device = pick()
    state = torch.load(path, map_location="cpu", weights_only=True)
    model = Block(64)
    model.load_state_dict(state)
    return model.to(device).eval()
