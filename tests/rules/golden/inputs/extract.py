"""Processors of inputs: on the host, where nothing shows a device."""
import torch
from torch.utils.data import DataLoader
from images import VaeImageProcessor
from transformers import BaseImageProcessor, ProcessorMixin


class Rows(ProcessorMixin):
    def __call__(self, ids: torch.Tensor):
        starts = torch.nonzero(ids == 1)  # prepared
        if (ids > 3).any():  # prepared
            return ids[ids > 3].tolist()  # prepared, twice
        return starts.cpu()  # who wrote it supposes that it may be elsewhere

    def batch_decode(self, ids: torch.Tensor):
        return ids.tolist()  # of what a model gave

    def follow(self, ids: torch.Tensor):
        places = torch.arange(8, device=ids.device)
        return torch.nonzero(ids == places).tolist()  # wherever ids are

    def half(self, ids: torch.Tensor):
        return ids.to(torch.float64)  # it keeps its type


class Sized(BaseImageProcessor):
    def __init__(self, device):
        self.device = device

    def size(self, image: torch.Tensor):
        return torch.nonzero(image).tolist()  # the class keeps a device


class Nodes(DataLoader):
    def __init__(self, mask: torch.Tensor, **kw):
        super().__init__(torch.nonzero(mask).tolist(), **kw)  # prepared


class Plain:
    def size(self, image: torch.Tensor):
        return torch.nonzero(image).tolist()  # nobody knows


class Masks(VaeImageProcessor):
    def rows(self, image: torch.Tensor):
        return torch.nonzero(image).tolist()  # images that a model decoded
