import torch
import pytest

pytest.importorskip("triton")


def test(net):
    net.cuda()  # a runner of tests finds it, no program
