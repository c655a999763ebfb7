"""What only a running PyTorch can tell about the environment; the rest is read without it."""
import sys

import torch


def of_session(device, session=None):
    out = {"python": sys.version.split()[0], "torch": torch.__version__, "device": str(device.device)}
    for name, path in (("torch_git", "git_version"), ("cuda", "cuda"), ("hip", "hip")):
        value = getattr(torch.version, path, None)
        if value:
            out[name] = str(value)
    from portfit_probe.device import MODULES

    module = sys.modules.get(MODULES.get(device.kind, ""))
    if module is not None:
        out["backend"] = module.__name__
        out["backend_version"] = str(getattr(module, "__version__", "unknown"))
    try:
        out["device_name"] = str(device.module.get_device_name())
    except Exception:
        pass
    try:
        out["device_count"] = int(device.module.device_count())
    except Exception:
        pass
    out["threads"] = torch.get_num_threads()
    out["precision"] = torch.get_float32_matmul_precision()
    out["deterministic"] = torch.are_deterministic_algorithms_enabled()
    mode = execution_mode(device.kind)
    if mode:
        out["execution_mode"] = mode
    return out


def execution_mode(kind):
    """How a back end runs eager code, where it says so."""
    if kind == "tpu":
        try:
            import torch_tpu._internal.execution_mode as mode

            return str(mode.get_eager_mode())
        except Exception:
            return None
    return None


def serve(channel, greeting):
    """One answer: the record, or why there is none."""
    from portfit_probe.operators import open_session

    open_session(channel, greeting)
