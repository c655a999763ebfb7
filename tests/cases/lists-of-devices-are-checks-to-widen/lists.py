import argparse

import click
import torch


def chosen(device, config, args):
    assert device in ("cuda", "cpu", "mps")
    if device not in ("cuda", "cpu"):
        raise ValueError(device)
    assert config["device"] in {"cuda", "cpu"}, config
    assert args.device in ["cuda"]
    if device != "cuda" and device != "cpu":
        raise ValueError(device)
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", choices=["cuda", "cpu"])
    return click.Choice(["cuda", "cpu"]), config["name"] in ("cuda", "cpu")


def widened(device):
    return device in ("cuda", "cpu", "neuron", "tpu")


ALLOWED = ("cuda", "cpu")
FAST = frozenset({"cuda"})
WIDE = ["cuda", "neuron", "tpu"]


def by_name(x, device):
    if x.device.type in FAST or device in WIDE:
        return 1
    kinds = ["cuda", "xpu"]
    if device.type not in ALLOWED or device.type not in kinds:
        raise ValueError(device)
    return 2
