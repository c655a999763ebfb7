"""Batch inference for the document classifier."""
import logging

import torch

log = logging.getLogger(__name__)
DEFAULTS = {"fullgraph": False}


class Engine:
    def __init__(self, net, device, *, flexible=True, jit=True):
        self.device = device
        opts = dict(DEFAULTS)
        if flexible:
            # documents have 1..40 pages
            opts["dynamic"] = True
        self.net = net.to(device).eval()
        if jit:
            self.net = torch.compile(self.net, **opts)
        log.info("dynamic=%s (backend: inductor was the old default)", flexible)

    @torch.no_grad()
    def __call__(self, pages: torch.Tensor):
        return self.net(pages.to(self.device)).softmax(-1).cpu()


class DynamicBatcher:
    """Collects requests for at most `wait` ms. Dynamic in the queueing sense."""

    def __init__(self, engine, wait=5, size=8):
        self.engine, self.wait, self.size = engine, wait, size
        self.queue = []

    def put(self, pages):
        self.queue.append(pages)
        if len(self.queue) == self.size:
            out = self.engine(torch.stack(self.queue))
            self.queue.clear()
            return out
        return None
