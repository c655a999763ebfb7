"""Approximate neighbour index for the hard-negative miner."""
import faiss
import numpy as np
import torch


class Miner:
    def __init__(self, dim, k=50, nlist=4096):
        self.k = k
        self.cpu_index = faiss.index_factory(dim, f"IVF{nlist},Flat", faiss.METRIC_INNER_PRODUCT)
        self.res = faiss.StandardGpuResources()
        self.index = None

    def rebuild(self, emb: torch.Tensor):
        x = np.ascontiguousarray(emb.float().cpu().numpy())
        faiss.normalize_L2(x)
        self.cpu_index.train(x)
        self.index = faiss.index_cpu_to_gpu(self.res, 0, self.cpu_index)
        self.index.add(x)

    def query(self, emb: torch.Tensor):
        x = emb.float().cpu().numpy()
        _, ids = self.index.search(x, self.k)
        return torch.from_numpy(ids)

    def describe(self):
        gpu_hint = "GpuIndexIVF tuning notes live in docs/gpu.md"
        return {"k": self.k, "hint": gpu_hint}
