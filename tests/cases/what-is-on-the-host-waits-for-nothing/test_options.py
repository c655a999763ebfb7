import torch

from common import build

OPTIONS = {"device": "cpu", "multi_gpu": False}


def test_equal():
    # as NCCL sums on a GPU
    assert torch.equal(build({"device": "cpu"}), build(OPTIONS))
