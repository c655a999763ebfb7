"""What a handler catches of a move to a device that is none here."""
import contextlib

import torch


def lacks_method(t):
    try:
        t = t.float().cuda()
    except AttributeError:
        pass
    return t


def lacks_file(path):
    try:
        return torch.load(path, map_location=torch.device("cuda"))
    except FileNotFoundError:
        return None


def suppressed(model):
    with contextlib.suppress(AttributeError):
        model.float().cuda()


def lacks_device(t):
    try:
        t = t.float().cuda()
    except (AttributeError, RuntimeError):
        pass
    return t


def not_compiled(t):
    try:
        t = t.to("cuda")
    except AssertionError:
        pass
    return t


def lacks_function():
    try:
        torch.cuda.set_device(0)
    except AttributeError:
        pass
