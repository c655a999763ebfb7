import pytest
import torch

HAS_CUDA = torch.cuda.is_available()


def helper():
    return torch.zeros(2, device="cuda")


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs CUDA")
def test_decorated():
    assert torch.zeros(2, device="cuda").sum() == 0


def test_returns():
    if not torch.cuda.is_available():
        return
    assert torch.zeros(2, device="cuda").sum() == 0


def test_skips():
    if not HAS_CUDA:
        pytest.skip("needs CUDA")
    assert torch.zeros(2, device="cuda").sum() == 0


def test_on_the_host_too():
    x = torch.zeros(2)
    if torch.cuda.is_available():
        x = x.cuda()
    assert x.sum() == 0


@pytest.mark.skipif(torch.cuda.is_available(), reason="for the host")
def test_of_the_host():
    assert torch.zeros(2, device="cuda").sum() == 0


@pytest.mark.skipif(not torch.cuda.is_available() and not torch.backends.mps.is_available(), reason="needs one")
def test_either():
    assert torch.zeros(2, device="cuda").sum() == 0
