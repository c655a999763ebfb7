import logging

import torch
from torch import nn
from torch.utils.data import DataLoader

logger = logging.getLogger("asr")


class Trainer:
    """Minimal frame classifier trainer, device comes from the command line."""

    def __init__(self, model: nn.Module, optimizer, device: str, fp16: bool = False, clip: float = 5.0):
        self.device = torch.device(device)
        self.model = model.to(self.device)
        self.optimizer = optimizer
        self.clip = clip
        self.fp16 = fp16
        self.loss_scale_note = "dynamic" if fp16 else "off"  # goes to the run card
        self.scaler = torch.amp.GradScaler(init_scale=2.0**14, enabled=fp16)
        self.criterion = nn.CrossEntropyLoss(label_smoothing=0.1)

    def loss(self, batch):
        feats, target = (t.to(self.device) for t in batch)
        with torch.autocast(self.device.type, dtype=torch.float16, enabled=self.fp16):
            logits = self.model(feats)
        return self.criterion(logits.flatten(0, 1).float(), target.flatten())

    def fit_epoch(self, loader: DataLoader, epoch: int) -> None:
        self.model.train()
        for batch in loader:
            self.optimizer.zero_grad(set_to_none=True)
            loss = self.loss(batch)
            self.scaler.scale(loss).backward()
            self.scaler.unscale_(self.optimizer)
            nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
            self.scaler.step(self.optimizer)
            self.scaler.update()
        logger.info("epoch %d done (loss scale: %s)", epoch, self.loss_scale_note)
