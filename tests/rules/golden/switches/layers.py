import torch
from torch import nn

import train

train.TRACE_SOME = True


def profile_step(step, deep_profile=False, mark_steps=False, told=None):
    if deep_profile:
        torch.cuda.synchronize()  # train.py gives it
    if mark_steps and step > 2:
        torch.cuda.synchronize()  # lowered
    if told is not None:
        torch.cuda.synchronize()  # lowered
    if told is None:
        torch.cuda.synchronize()  # the way that is taken


def warm_up(step, count=3, wait_long=False, wait_short=False):
    if wait_long:
        torch.cuda.synchronize()  # given by its place
    if not wait_short:
        return
    torch.cuda.synchronize()  # lowered


def attend(q, k, fast_path=True, slow_path=False):
    if fast_path:
        return slow_attention(q, k) if slow_path else q @ k
    return old_attention(q, k)


def old_attention(q, k):
    torch.cuda.synchronize()  # lowered: all its calls are behind fast_path=False
    return q @ k


def slow_attention(q, k):
    torch.cuda.synchronize()  # the test is part of an expression
    return q @ k


class Mixer(nn.Module):
    def __init__(self, width, name="relu", wait_first=False, wait_second=False):
        super().__init__()
        self.wait_second = wait_second
        if wait_first:
            torch.cuda.synchronize()  # given by its place

    def forward(self, x, wait_third=False):
        if self.wait_second:
            torch.cuda.synchronize()  # lowered
        if wait_third:
            torch.cuda.synchronize()  # whoever calls the module may give it
        return x


class Base(nn.Module):
    def __init__(self, width, wait_fourth=False):
        super().__init__()
        if wait_fourth:
            torch.cuda.synchronize()  # a class that derives from it gives it


class Sub(Base):
    pass


class Callback(train.Hooks):
    def on_step(self, step, wait_fifth=False):
        if wait_fifth:
            torch.cuda.synchronize()  # what its base calls is not known


def handed_on(step, wait_sixth=False):
    if wait_sixth:
        torch.cuda.synchronize()  # called from where it is handed to


torch.multiprocessing.spawn(handed_on, args=(True,))
