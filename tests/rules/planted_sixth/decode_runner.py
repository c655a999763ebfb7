"""Replays the single-token decode step without launch overhead."""
import contextlib
from collections.abc import Callable
from typing import Any

import torch
from torch import cuda as backend

# The *scene graph* of the agent lives in scene.py and has nothing to do with this file.


class CapturedStep:
    """One captured step for one batch size."""

    def __init__(self, fn: Callable[..., torch.Tensor], static_inputs: tuple[torch.Tensor, ...],
                 pool: Any = None) -> None:
        self.static_inputs = static_inputs
        self.fn = fn
        self._graph = backend.CUDAGraph()
        self._warm_up()
        with backend.graph(self._graph, pool=pool):
            self.static_output = fn(*static_inputs)

    def _warm_up(self, rounds: int = 2) -> None:
        with torch.no_grad():
            for _ in range(rounds):
                self.fn(*self.static_inputs)

    def __call__(self, *inputs: torch.Tensor) -> torch.Tensor:
        for dst, src in zip(self.static_inputs, inputs, strict=True):
            dst.copy_(src, non_blocking=True)
        self._graph.replay()
        return self.static_output


class DecodeRunner:
    def __init__(self, model, make_inputs, batch_sizes=(1, 2, 4, 8), enabled: bool = True):
        self.model = model
        self.steps: dict[int, CapturedStep] = {}
        if enabled:
            for n in batch_sizes:
                self.steps[n] = CapturedStep(model, make_inputs(n))

    def step(self, *inputs: torch.Tensor) -> torch.Tensor:
        with contextlib.ExitStack() as stack:
            stack.enter_context(torch.no_grad())
            captured = self.steps.get(inputs[0].shape[0])
            return captured(*inputs) if captured else self.model(*inputs)
