"""The module torch.cuda as a value."""
import torch
from unittest import mock

TABLE = {"cuda": torch.cuda, "cpu": torch.cpu}
WHOLE = {"cuda": torch.cuda, "neuron": torch.neuron, "tpu": torch.tpu}


def wait_all():
    for module in (torch.cpu, torch.cuda):
        module.synchronize()
    return [module.device_count() for module in [torch.cuda]]


def wait(kind, module=torch.cuda):
    TABLE[kind].synchronize()
    module.synchronize()


class Runner:
    backend = torch.cuda

    def __init__(self, host):
        self.module = torch.cpu if host else torch.cuda
        self.host = torch.cpu

    def run(self):
        self.backend.synchronize()
        return self.module


class CudaRunner:
    backend = torch.cuda


def swap(stand_in):
    before = torch.cuda.Event
    torch.cuda.Event = stand_in
    try:
        return stand_in
    finally:
        torch.cuda.Event = before


def asked(module):
    with mock.patch.object(torch.cuda, "is_available"):
        return module in (torch.cpu,) or hasattr(torch.cuda, "Stream")


HEADS = {"gamma": torch.distributions.Gamma, "normal": torch.distributions.Normal}


def draw(kind, first, second):
    law = torch.distributions.Beta if kind else torch.distributions.Normal
    is_beta = isinstance(kind, (torch.distributions.Beta, torch.distributions.Gamma))
    return law(first, second).sample(), is_beta
