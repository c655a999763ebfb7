"""Everything about graph compilation in one place."""
import dataclasses
from typing import Any, Optional

import torch
import torch.nn as nn


@dataclasses.dataclass(frozen=True)
class CompileOptions:
    """Mirrors the keyword arguments of the compiler entry point."""

    fullgraph: bool = False
    # sentence lengths differ from batch to batch, one graph must serve all of them
    dynamic: Optional[bool] = True

    def as_kwargs(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


@dataclasses.dataclass
class TranslatorConfig:
    vocab: int = 32_000
    width: int = 512
    depth: int = 6
    dynamic_batching: bool = True  # about the server queue, not about the graph
    compile: CompileOptions = dataclasses.field(default_factory=CompileOptions)


class Encoder(nn.Module):
    def __init__(self, cfg: TranslatorConfig):
        super().__init__()
        self.embed = nn.Embedding(cfg.vocab, cfg.width)
        layer = nn.TransformerEncoderLayer(cfg.width, 8, 4 * cfg.width, batch_first=True)
        self.body = nn.TransformerEncoder(layer, cfg.depth, enable_nested_tensor=False)

    def forward(self, tokens):
        return self.body(self.embed(tokens))


def build(cfg: TranslatorConfig) -> nn.Module:
    net = Encoder(cfg).eval()
    return torch.compile(net, **cfg.compile.as_kwargs())
