"""Where tensors are, and what is no tensor: most of this is nothing to be found."""
from typing import TYPE_CHECKING

import numpy as np
import torch

if TYPE_CHECKING:
    import flash_attn
    from deepspeed.runtime.engine import DeepSpeedEngine


class Batch:
    def cuda(self):
        return self

    def nonzero(self):
        return self


class Meter:
    def item(self):
        return 0.0


def use(batch: Batch, image: np.ndarray, meter: Meter):
    own = Batch()
    own.cuda()
    own.nonzero()
    batch.nonzero()
    image.nonzero()
    for _ in range(3):
        meter.item()


def ranks(image_features, scale):
    a = (scale * image_features @ image_features.t()).detach().cpu()
    scores = {"a": a, "b": a.t()}
    truth = torch.arange(8).view(-1, 1)
    out = []
    for name, score in scores.items():
        order = torch.argsort(score, descending=True)
        found = torch.where(order == truth)[1]
        out.append(found.numpy())
    return out


def gathered(loader, model):
    outs, kept = [], []
    for x in loader:
        y = model(x)
        outs.append(y.logits.cpu())
        kept.append(y.logits)
    low, high = torch.cat(outs), torch.cat(kept)
    return low.max().item(), high.max().item()


def same(left, right):
    left, right = left.to("cpu"), right.to("cpu")
    for a, b in zip(left.state_dict().items(), right.state_dict().items()):
        if torch.equal(a[1], b[1]):
            return True
    return False


def same_in_place(left, right, device):
    left.cpu()
    right.to("cpu")
    for a, b in zip(left.parameters(), right.parameters()):
        if torch.equal(a, b):
            return True
    left.to(device)
    right.to(device)
    for a, b in zip(left.parameters(), right.parameters()):
        if torch.equal(a, b):
            return True
    return False


class Pick(torch.nn.Module):
    def forward(self, h, lens):
        n = h.shape[1]
        a = h[:, torch.arange(n) != 3, :]
        b = h[torch.arange(n, device=h.device) < lens]
        c = h[(h > 0).any(dim=1)]
        return a, b, c


class PadCollator:
    def torch_call(self, rows):
        lens = torch.tensor([len(r) for r in rows])
        return torch.repeat_interleave(torch.arange(len(rows)), lens)

    def collate(self, rows):
        longest = max(len(r) for r in rows)
        room = max(0, longest - len(rows))
        return room


def given(torch, x):
    torch.cuda.synchronize()
    return x


HAS_VLLM = is_vllm_available(min_version="0.28")
if HAS_VLLM:
    import vllm


def options(cfg, deepspeed_plugin):
    cfg.dist_backend = "nccl"
    cfg.options["device"] = "cuda:0"
    if deepspeed_plugin is not None and deepspeed_plugin.stage == 3:
        import deepspeed
    if cfg.backend == "nccl":
        return None
    return cfg


def from_dgl(graph):
    import dgl
    return dgl.to_networkx(graph)


def positions(x: torch.Tensor):
    pairs = torch.combinations(torch.arange(8))
    fresh = torch.zeros(8)
    return pairs, fresh[x[:8] > 0], torch.combinations(x)


def refuse(x: torch.Tensor, points_host):
    if x.numel() > 8:
        raise ValueError(f"{x.tolist()} of {x.sum().item()}")
    rows = torch.isfinite(points_host).all(1).nonzero()
    box = torch.Tensor([[1.0, 2.0, 3.0, 4.0]])
    return rows, box[..., 0::2], x[..., 0::2]


class Ages:
    def __init__(self):
        self.ages = torch.zeros((), device="cpu", dtype=torch.int)
        self.ages = self.ages.contiguous()

    def share(self, x: torch.Tensor):
        self.ages.share_memory_()
        if x.device.type in ("cpu",):
            x.share_memory_()
        else:
            x.share_memory_()
        rows, columns = torch.triu_indices(8, 8)
        return rows, columns, torch.triu_indices(8, 8, device=x.device)


def is_bnb_4bit_available():
    if not is_bnb_available():
        return False
    import bitsandbytes
    return hasattr(bitsandbytes, "nn")


if is_te_pytorch_available():
    import transformer_engine
