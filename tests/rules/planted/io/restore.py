"""Takes up a run where it stopped."""
import os

import torch


def restore(model, folder, local_rank):
    path = os.path.join(folder, "last.pt")
    state = torch.load(path, map_location=torch.device("cuda", local_rank), weights_only=True)
    model.load_state_dict(state["model"])
    return state["step"]
