"""Two ways of one thing, of which one is for CUDA."""
import torch


def ends(x, fused):
    if x.is_cuda and x.dim() == 3:
        return fused(x)
    return x.softmax(-1)


def chosen(x, fused):
    if x.is_cuda:
        y = fused(x)
    else:
        y = x.softmax(-1)
    return y


def slow(x, fused):
    if not x.is_cuda or x.dim() != 3:
        return x.softmax(-1)
    return fused(x)


def sides(x, fused):
    way = fused if x.is_cuda else torch.softmax
    return way(x, -1), (fused(x) if x.is_cuda else torch.exp(x))


def waits(x, event):
    if x.is_cuda:
        event.synchronize()
    return x


def placed(x):
    if x.is_cuda:
        device = x.device
    else:
        device = "cpu"
    return torch.zeros(2, device=device)


def copied(x):
    if x.is_cuda:
        return x.tolist()
    return x.numpy().tolist()


def stops(x, fused):
    if x.is_cuda:
        return fused(x)
    raise NotImplementedError


def told(x, fused):
    if not x.is_cuda:
        return "inputs must be CUDA tensors"
    return fused(x)


def lacks(x, fused):
    if not x.is_cuda:
        return None
    return fused(x)


def answers(x):
    if x.is_cuda:
        return True
    return x.dim() == 3


def last(x, fused):
    if x.is_cuda:
        return fused(x)


def moved(x, fused):
    if not x.is_cuda:
        x = x.cuda()
        return fused(x)
    return fused(x)


def counted(x):
    free = x.numel() if x.is_cuda else 1 << 60
    index = -1 if not x.is_cuda else x.get_device()
    there = x.is_cuda if x.dim() else x.exp()
    return free, index, there, [y for y in x if y.is_cuda]


def scattered(model, data, device):
    if next(model.parameters()).is_cuda:
        data = scatter(data, [device])[0]
    else:
        data["metas"] = [m.data[0] for m in data["metas"]]
    return model(**data)


def scattered_both(x, index, device):
    if x.is_cuda:
        x = move(x.to(device), index)
    else:
        x = turn(x.to(device), index)
    return x


def scattered_values(x, index, src):
    if x.is_cuda:
        x = x.scatter(0, index, src)
    else:
        x = slow(x, index, src)
    return x


def left(x, fused, device):
    if not x.is_cuda:
        y = x.softmax(-1)
    else:
        y = fused(x.to(device))
    return y


def seeded(key, seeds):
    if hasattr(torch.cuda, "default_generators") and len(torch.cuda.default_generators) > 0:
        seeds[key] = torch.initial_seed()
    else:
        seeds[key] = int(torch.seed())


def seeded_alone(key, seeds):
    if len(torch.cuda.default_generators) > 0:
        seeds[key] = torch.cuda.default_generators[0].seed()
    else:
        raise RuntimeError("no device")
