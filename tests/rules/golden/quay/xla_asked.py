"""Code of torch_xla behind tests that are about torch_xla for certain never runs beside a native
back end. Other tests lower it by one step: of whether there is a TPU, of what somebody chose, of
something else as well."""
from importlib.util import find_spec

from accelerate.utils import is_tpu_available
from transformers.utils import is_torch_xla_available

from .machine import has_tpu

try:
    import torch_xla.core.xla_model as xm
    XLA_THERE = True
except ImportError:
    XLA_THERE = False

if is_torch_xla_available():
    import torch_xla.distributed.parallel_loader as pl
    XLA_ASKED = True
else:
    XLA_ASKED = False

try:
    import numpy
    NUMPY_THERE = True
except ImportError:
    NUMPY_THERE = False


def probed():
    return find_spec("torch_xla") is not None


def never(loader, device):
    if is_torch_xla_available(check_is_tpu=False) and loader:
        xm.mark_step()
    if XLA_THERE:
        xm.mark_step()
    if XLA_ASKED:
        loader = pl.ParallelLoader(loader, [device])
    if probed():
        xm.mark_step()
    if is_tpu_available():
        xm.rendezvous("saved")
    if not XLA_THERE:
        return loader
    _save(loader)
    return loader


def _save(state):
    xm.save(state, "state.pt")


def lowered(args, loader, device):
    if has_tpu():
        xm.mark_step()
    if args.has_xla:
        xm.mark_step()
    if is_torch_xla_available() or has_tpu():
        xm.mark_step()
    if NUMPY_THERE and args.has_xla:
        xm.mark_step()


def open_to_all():
    if not is_torch_xla_available():
        xm.mark_step()
    if is_torch_xla_available():
        xm.mark_step()
    else:
        raise RuntimeError("torch_xla is needed")
    xm.mark_step()
