import pytest
import torch

from importlib.util import find_spec

HAS_FLASH = find_spec("flash_attn") is not None

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not torch.cuda.is_available(), reason="needs CUDA")]
MADE = torch.zeros(2, device="cuda")


def helper():
    return torch.zeros(2, device="cuda")


def test_all():
    assert helper().to("cuda").sum() == 0
