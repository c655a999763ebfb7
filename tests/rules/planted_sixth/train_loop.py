"""Training loop of the retrieval model (one process per accelerator, torchrun)."""
import json
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP


def is_main() -> bool:
    return not dist.is_initialized() or dist.get_rank() == 0


def info_nce(q, d, temperature=0.05):
    logits = q @ d.t() / temperature
    target = torch.arange(q.shape[0], device=q.device)
    return torch.nn.functional.cross_entropy(logits, target)


def dump_config(cfg: dict, path: str) -> None:
    with open(path, "w") as f:
        json.dump({k: str(v) for k, v in cfg.items()}, f, indent=2)


def train(model, loader, optimizer, cfg: dict, writer=None):
    device = torch.accelerator.current_accelerator()
    model = DDP(model.to(device))
    started = time.time()
    if is_main():
        dump_config(cfg, cfg["out"] + "/config.json")

    for step, (query, doc) in enumerate(loader):
        q = model(query.to(device))
        d = model(doc.to(device))
        loss = info_nce(q, d)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()

        # only the first process talks to tensorboard
        if is_main() and step % 10 == 0:
            writer.add_scalar("train/loss", loss.item(), step)

    if is_main():
        print(f"finished after {time.time() - started:.0f} s")
