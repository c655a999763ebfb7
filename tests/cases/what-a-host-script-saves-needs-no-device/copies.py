import torch


def copies(named):
    return {name: part.detach().cpu() for name, part in named}


def parts(named):
    return {name: part.detach() for name, part in named}


def save(model, path):
    weights = copies(model.named_parameters())
    torch.save(weights, path)
    weights = parts(model.named_parameters())
    torch.save(weights, path)  # found


def export(path, out):
    package = torch.load(path, "cpu")
    torch.save({"best": package["best"]}, out)

