"""What self holds, and where."""
import torch


def on_host(x):
    return x.detach().cpu()


class Kept:
    """Told in one method, read in another: all of it is on the host."""

    def to_host(self, x):
        return x.detach().cpu()

    def as_list(self, x):
        return x.detach().float().tolist()

    def update(self, y: torch.Tensor):
        self.rows = self.to_host(y)
        self.columns: torch.Tensor = self.to_host(y)
        self.cells = on_host(y)
        self.names = self.as_list(y)

    def reset(self):
        self.rows = None
        self.columns: torch.Tensor | None = None

    def read(self):
        assert torch.isfinite(self.rows).all()
        assert torch.isfinite(self.columns).all()
        assert torch.isfinite(self.cells).all()
        return self.columns.item(), self.rows.sum(dim=0).item(), self.names


class Moved(Kept):
    """Some other method puts something else there."""

    def to_host(self, x):
        return x.detach().cpu()

    def update(self, y: torch.Tensor):
        self.rows = self.to_host(y)
        self.columns: torch.Tensor = self.to_host(y)
        self.cells = self.to_host(y)
        self.total = torch.zeros(8)
        self.mean = torch.zeros(8, device="cpu")

    def again(self, y: torch.Tensor):
        self.rows = y * 2
        self.columns = self.columns + y
        self.cells, self.names = y, 1
        self.total = self.total + y
        self.mean = (1 -
                     y)

    def read(self):
        assert torch.isfinite(self.rows).all()
        assert torch.isfinite(self.columns).all()
        assert torch.isfinite(self.cells).all()
        return self.total.tolist(), self.mean.tolist()


class Counted:
    """Numbers and what adds in place leave it where it was."""

    def __init__(self):
        self.total = torch.zeros(8)
        self.mean = torch.zeros(8, device="cpu")

    def again(self):
        self.total += 1
        self.total = 0.5 * self.total  # half of it
        self.mean = (self.mean * 0.9 + 0.1) / 2

    def read(self):
        return self.total.tolist(), self.mean.tolist()


class Unsure:
    """Not every return is on the host."""

    def to_host(self, x):
        if x.dim():
            return x
        return x.cpu()

    def update(self, y: torch.Tensor):
        self.rows = self.to_host(y)

    def read(self):
        assert torch.isfinite(self.rows).all()
