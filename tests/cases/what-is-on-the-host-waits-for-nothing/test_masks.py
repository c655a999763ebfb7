import torch

from common import build


def _make(n):
    return torch.rand(n)


class TestMasks:
    def test_equal(self):
        assert torch.equal(_make(3), _make(3))
        assert torch.bincount(build()["msa"].flatten()).max().item() > 2

    def test_named(self):
        x = build().to(device="cpu")
        assert torch.equal(x, _make(3))

    def test_rotary(self):
        assert Rotary(dtype=torch.float64)(_make(3)) is not None

    def test_device(self, device):
        assert torch.equal(build(), _make(3))  # found: wherever the test is told to run

    def test_deviation(self):
        """Within one standard deviation."""
        assert torch.allclose(build(), _make(3))
