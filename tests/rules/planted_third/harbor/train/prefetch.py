import torch


class Prefetcher:
    """Copies the next batch while the present one is computed."""

    def __init__(self, loader, device):
        self.loader = iter(loader)
        self.device = device
        self.side = torch.cuda.Stream(device)
        self.batch = None

    def advance(self):
        images, boxes = next(self.loader)
        self.batch = images.to(self.device, non_blocking=True), boxes
