import torch


class CraneTestCase:
    """What all cranes have to do, on the host."""

    def crane(self):
        raise NotImplementedError

    def test_lifts(self):
        load = torch.randn(4, 3)
        lifted = self.crane()(load).diagonal(dim1=-1, dim2=-2)
        self.assertTrue(torch.equal(lifted.diag(), lifted))
        self.assertTrue(lifted.diag().sum().item() > 0)
