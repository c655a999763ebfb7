import torch


class Prefetcher:
    """Copies the next batch while the current one is being computed.

    Works with any accelerator, the module is looked up by device type.
    """

    def __init__(self, loader, device):
        self.loader = loader
        self.device = torch.device(device)
        self.mod = torch.get_device_module(self.device)
        self.side = self.mod.Stream()
        self.it = None
        self.nxt = None

    def _fetch(self):
        batch = next(self.it, None)
        if batch is None:
            self.nxt = None
            return
        with self.mod.stream(self.side):
            self.nxt = {
                k: v.to(self.device, non_blocking=True) if torch.is_tensor(v) else v
                for k, v in batch.items()
            }

    def __iter__(self):
        self.it = iter(self.loader)
        self._fetch()
        while self.nxt is not None:
            here = self.mod.current_stream()
            here.wait_stream(self.side)
            batch = self.nxt
            for v in batch.values():
                if torch.is_tensor(v):
                    v.record_stream(here)
            self._fetch()
            yield batch

    def __len__(self):
        return len(self.loader)


class EventLog:
    """Text log of loader events; `record_stream` names the output file handle."""

    def __init__(self, record_stream):
        self.out = record_stream

    def record(self, what):
        print(what, file=self.out)
