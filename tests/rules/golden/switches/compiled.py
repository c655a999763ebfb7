import torch


def export(model, ids):
    torch._dynamo.mark_dynamic(ids, 1)  # what is traced here is compiled as well
    torch.jit.trace(model, example_inputs=(ids,))
    return torch.compile(model)(ids)
