"""Names that a block binds and that are bound again behind it."""
import torch
import torch.distributed as dist


def weigh(loss, weight, balanced):
    loss = loss.mean(dim=0)
    if balanced:
        loss = weight(loss)
    loss = torch.sum(loss)
    loss.backward()
    return loss.item()


def read_again(path, fast):
    if fast:
        state = find(path)
    else:
        state = path
    state = torch.tensor([1.0, 2.0])
    return state.tolist()


def still_elsewhere(model, x, fresh):
    state = model(x).detach().float()
    if fresh:
        if fresh > 1:
            state = None
        state = torch.tensor([1.0, 2.0])
        print(fresh)
    if dist.get_rank() == 0:
        print(state.sum().item())
    state = torch.relu(model(x))
    return state.cpu()


def in_turns(model, batches):
    state = torch.tensor([1.0])
    for batch in batches:
        total = state.sum().item()
        if total:
            state = None
        state = torch.relu(model(batch))
    return state
