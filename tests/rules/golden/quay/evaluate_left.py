import torch


def test_model(model, loader):
    if not torch.cuda.is_available():
        return None
    return [model(x.to("cuda")) for x in loader]


def test(model):
    if not torch.cuda.is_available():
        return model
    return model.to("cuda")
