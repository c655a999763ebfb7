"""Shampoo/SOAP style second-order preconditioner (single tensor, 2-d weights)."""
import torch
import torch.linalg as LA
from torch.optim import Optimizer


class Soap(Optimizer):
    def __init__(self, params, lr=3e-3, beta=0.95, every=10, eps=1e-8):
        super().__init__(params, dict(lr=lr, beta=beta, every=every, eps=eps))

    @staticmethod
    def _basis(gram):
        # cusolver-free by design, see docs/cuda-notes.md
        decompose = LA.eigh
        _, q = decompose(gram.float() + 1e-30 * torch.eye(gram.shape[0], device=gram.device))
        return q.flip(1)

    @torch.no_grad()
    def step(self, closure=None):
        for g in self.param_groups:
            for p in g["params"]:
                if p.grad is None or p.ndim != 2:
                    continue
                st = self.state[p]
                if not st:
                    st["t"], st["L"] = 0, torch.zeros(p.shape[0], p.shape[0], device=p.device)
                st["t"] += 1
                st["L"].lerp_(p.grad @ p.grad.T, 1 - g["beta"])
                if st["t"] % g["every"] == 1:
                    st["Q"] = self._basis(st["L"])
                rot = st["Q"].T @ p.grad
                p.add_(st["Q"] @ rot.div(rot.norm() + g["eps"]), alpha=-g["lr"])
