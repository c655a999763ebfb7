"""Weights that are loaded to be written again, and others that are run."""
import torch
from transformers import AutoModel


def write(source, target):
    model = AutoModel.from_pretrained(source, torch_dtype=torch.float16)
    model.save_pretrained(target)


def write_moved(source, target):
    model = AutoModel.from_pretrained(source, torch_dtype=torch.float16).to(0)
    model.save_pretrained(target)


def give(source, target):
    model = AutoModel.from_pretrained(source, torch_dtype=torch.float16)
    model.save_pretrained(target)
    return model
