"""Answers that say more than that CUDA is there, and answers that say nothing."""
import torch

from .flags import FOO


def either(device):
    return torch.cuda.is_available() or FOO


def any_device(device):
    return device.type == "cuda" or device.type == "cpu"


def joined(device):
    return (
        torch.cuda.is_available()  # or not
        or FOO
    )


def both(device):
    return torch.cuda.is_available() and FOO


def one_side(device):
    return torch.cuda.is_available() if FOO else FOO


def not_called():
    return torch.cuda.is_available


def no_none():
    return torch.cuda.is_available() is not None


def built():
    return torch.version.cuda is not None


def wait(device):
    if either(device):
        torch.cuda.synchronize()
    if any_device(device):
        torch.cuda.synchronize()
    if joined(device):
        torch.cuda.synchronize()
    if both(device):  # a guard
        torch.cuda.synchronize()
    if one_side(device):
        torch.cuda.synchronize()
    if not_called():
        torch.cuda.synchronize()
    if no_none():
        torch.cuda.synchronize()
    if built():  # a guard
        torch.cuda.synchronize()


def true_or_false():
    return True if torch.cuda.is_available() else False


def counted():
    return torch.cuda.device_count() > 0


def neither():
    return FOO if not torch.cuda.is_available() else None


def without_blank(device):
    return ("cuda" in str(device))or FOO


def wait_again(device):
    if true_or_false():  # a guard
        torch.cuda.synchronize()
    if counted():  # a guard
        torch.cuda.synchronize()
    if not neither():
        torch.cuda.synchronize()
    if without_blank(device):
        torch.cuda.synchronize()
