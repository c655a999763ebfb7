import torch


def export(model, ids):
    torch._dynamo.mark_dynamic(ids, 1)  # lowered: torch.jit.trace reads no marks
    return torch.jit.trace(model, example_inputs=(ids,))


def prepare(ids):
    torch._dynamo.mark_dynamic(ids, 1)  # who takes it may compile
    return ids
