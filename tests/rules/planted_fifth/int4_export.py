"""`larch export --bits N`: weight-only quantised checkpoints."""
import torch
from torch import nn
from torchao import quantization as q

INT4_NOTE = "int4 numbers in the model card were measured with group size 64"


def schemes(group: int):
    return {
        16: None,
        4: q.Int4WeightOnlyConfig(group_size=group),
    }


def skip_head(module: nn.Module, fqn: str) -> bool:
    return isinstance(module, nn.Linear) and not fqn.endswith("lm_head")


def export(net: nn.Module, path: str, bits: int = 4, group: int = 128):
    cfg = schemes(group)[bits]
    net = net.eval().to(torch.accelerator.current_accelerator(), torch.bfloat16)
    if cfg is not None:
        q.quantize_(net, cfg, filter_fn=skip_head)
    torch.save(net.state_dict(), path)
    return path
