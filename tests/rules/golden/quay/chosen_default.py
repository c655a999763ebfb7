"""Defaults that stand in calls and ask whether CUDA is there: what asks is told, and nothing else."""
import os

import torch


def place(args, model):
    where = os.environ.get("WHERE", "cuda" if torch.cuda.is_available() else "cpu")
    model.to(getattr(args, "device", "cuda" if torch.cuda.is_available() else "cpu"))
    return model.to(where)


def place_otherwise(args, model):
    other = os.environ.get("OTHER", "cuda" if args.big else "cpu")
    third = os.environ.get("THIRD", "cuda" if torch.cuda.is_available() else "cuda:1")
    fourth = os.environ.get("FOURTH", "cuda" if torch.cuda.is_available() or args.big else "cpu")
    return model.to(other), model.to(third), model.to(fourth)
