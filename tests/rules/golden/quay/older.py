import torch
import torch.nn.functional as F


def scaler(device):
    try:
        made = torch.amp.GradScaler(device=device)
    except (AttributeError, TypeError) as e:
        made = torch.cuda.amp.GradScaler()
    return made


def scaler_of_branch(device):
    if hasattr(torch.amp, "GradScaler"):
        return torch.amp.GradScaler(device)
    else:
        return torch.cuda.amp.GradScaler()


def scaler_unless(device):
    if not hasattr(torch.amp, "GradScaler"):
        return torch.cuda.amp.GradScaler()
    return torch.amp.GradScaler(device)


try:
    from torch.amp import GradScaler
    import torch.nn.attention
except ImportError:
    torch.cuda.synchronize()


# these may be taken
def wide(device):
    try:
        made = torch.amp.GradScaler(device=device)
    except Exception:
        made = torch.cuda.amp.GradScaler()
    return made


def whatever(x):
    try:
        return torch.linalg.solve(x, x)
    except:
        torch.cuda.synchronize()


def loaded(device, kind, options):
    load = torch.utils.data.DataLoader
    if kind:
        load = device.loader
    try:
        made = load(options)
    except TypeError:
        torch.cuda.synchronize()


def without_parts(device):
    try:
        torch.cuda.reset_peak_memory_stats()
    except AttributeError:
        torch.cuda.synchronize()


def with_more(device):
    try:
        made = torch.amp.GradScaler(device=device.name())
    except AttributeError:
        made = torch.cuda.amp.GradScaler()
    return made


def two(model, device):
    try:
        model.scale(2)
        made = torch.amp.GradScaler(device=device)
    except AttributeError:
        made = torch.cuda.amp.GradScaler()
    return made


def unknown(device):
    if hasattr(torch.amp, "LossScaler"):
        return None
    else:
        return torch.cuda.amp.GradScaler()


def together(device, old):
    if hasattr(torch.amp, "GradScaler") and not old:
        return None
    else:
        return torch.cuda.amp.GradScaler()


def of_something(engine):
    if hasattr(engine, "GradScaler"):
        return None
    else:
        return torch.cuda.amp.GradScaler()


try:
    from torch.amp import LossScaler
except ImportError:
    torch.cuda.synchronize()

try:
    import bitsandbytes
    from torch.amp import GradScaler
except ImportError:
    torch.cuda.synchronize()
