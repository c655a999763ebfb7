"""Devices that are one of several values, and defaults that stand in calls."""
from dataclasses import dataclass, field

import click
import torch


@dataclass
class Settings:
    device: str = field(default="cuda", metadata={"help": "cuda or cpu"})
    eval_device: str = field(default_factory=lambda: "cuda:1")
    host_device: str = field(default="cpu", metadata={"help": "cuda"})
    theme: str = field(default="cuda")


@click.command()
@click.option("--device", default="cuda")
@click.option("--label", default="cpu")
def main(device, label):
    return device, label


def place(args, model):
    device = args.device or "cuda"
    return model.to(device)


def place_small(args, model):
    device = ("cpu" if args.small else "cuda:0")
    return model.to(device)


def place_looked_up(args, model):
    model.to(getattr(args, "device", "cuda"))
    model.to(args.get("where", "cuda"))
    where = args.get("where", "cuda")
    return model.to(where)


def place_with_target(args, model):
    device = "tpu" if args.tpu else "cuda"
    return model.to(device)


def place_if_there(args, model):
    device = args.device or torch.accelerator.current_accelerator() or "cpu"
    model.to(getattr(args, "device", "cpu"))
    return model.to(device)


def ask(args, kinds):
    is_device = args.device == "cpu" or "cuda" in kinds
    kind = getattr(args, "theme", "cuda")
    return is_device, kind
