"""Batching for the intent classifier."""
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch.utils.data import DataLoader
from transformers import PreTrainedTokenizerBase


@dataclass
class Collator:
    tok: PreTrainedTokenizerBase
    strategy: str = "longest"
    limit: int = 512

    def __call__(self, rows: list[dict[str, Any]]):
        # padding_side and pad_to_max are handled by the tokenizer config
        enc = self.tok(
            [r["text"] for r in rows],
            padding=self.strategy,
            truncation=True,
            max_length=self.limit,
            return_tensors="pt",
        )
        enc["labels"] = torch.tensor([r["label"] for r in rows])
        return enc


def loaders(train, dev, tok, bs=64):
    make = partial(DataLoader, batch_size=bs, collate_fn=Collator(tok), num_workers=4, drop_last=True)
    longest_run = max(len(train) // bs, 1)
    return make(train, shuffle=True), make(dev), longest_run


def train_epoch(net, opt, loader, device):
    fwd = torch.compile(net)
    for batch in loader:
        loss = fwd(**{k: v.to(device) for k, v in batch.items()}).loss
        loss.backward()
        opt.step()
        opt.zero_grad()
