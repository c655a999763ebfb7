import torch


class ShipTestCase:
    """What all ships have to do, wherever they are."""

    def ship(self):
        return self.build().cuda()

    def test_floats(self):
        load = torch.randn(4, 3)
        lifted = self.ship()(load).diagonal(dim1=-1, dim2=-2)
        self.assertTrue(torch.equal(lifted.diag(), lifted))
