import torch


def restore(path, model, optimizer, rank):
    state = torch.load(
        path,
        map_location=lambda storage, location: storage.cuda(rank),
        weights_only=True,
    )
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    return state["epoch"]
