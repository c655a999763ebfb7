"""Argument presets for supervised fine-tuning."""
from __future__ import annotations

import copy

from transformers import Trainer, TrainingArguments

BASE = dict(
    output_dir="out",
    per_device_train_batch_size=4,
    gradient_accumulation_steps=8,
    learning_rate=1e-4,
    lr_scheduler_type="cosine",
    logging_steps=10,
    bf16=True,
    report_to=["tensorboard"],
)

MEMORY_SAVER = {"gradient_checkpointing": True, "optim": "paged_adamw_8bit"}

# "8bit" below is a chip-tune data set, not a quantisation mode
DATASETS = {"music": "larch/8bit-songs", "tickets": "larch/tickets"}


def preset(name: str) -> TrainingArguments:
    kw = copy.deepcopy(BASE)
    if name.endswith("-lowmem"):
        kw.update(MEMORY_SAVER)
    kw["run_name"] = name
    return TrainingArguments(**kw)


def trainer(net, data, name="tickets-lowmem"):
    return Trainer(model=net, args=preset(name), train_dataset=data["train"])
