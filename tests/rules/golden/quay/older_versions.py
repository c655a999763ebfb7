"""Branches by the version of PyTorch: below 2.0 no target comes."""
import torch
from packaging.version import parse

from compat import TORCH_VERSION, digit_version


def wrapped(model, x):
    if (TORCH_VERSION == 'parrots'
            or digit_version(TORCH_VERSION) < digit_version('1.6.0')):
        model.cuda()
    if (TORCH_VERSION != 'parrots'
            and digit_version(TORCH_VERSION) >= digit_version('1.6.0')):
        y = x
    else:
        y = x.cuda()
    if parse(torch.__version__) < parse("1.13"):
        x.cuda()
    elif torch.__version__ < "1.9":
        x.cuda()
    return torch.get_autocast_dtype("cpu") if hasattr(torch, "get_autocast_dtype") else torch.get_autocast_gpu_dtype()


def told_in_full(model, x, flag):
    if digit_version(TORCH_VERSION) >= digit_version('1.6.0'):
        model.cuda()
    if digit_version(TORCH_VERSION) < digit_version('2.6.0'):
        model.cuda()
    if digit_version(TORCH_VERSION) < digit_version('1.6.0') or flag:
        model.cuda()
    if parse(flag.__version__) < parse("1.13"):
        model.cuda()
    if not torch.__version__ < "1.9":
        model.cuda()
    if digit_version(TORCH_VERSION) > digit_version('1.6.0') or flag:
        y = x
    else:
        y = x.cuda()
    print(0 if hasattr(torch, "get_autocast_dtype") else 1, torch.get_autocast_gpu_dtype())
    print(torch.get_autocast_gpu_dtype() if hasattr(torch, "get_autocast_dtype") else 1)
    return torch.cuda.current_device() if hasattr(torch, "not_there_at_all") else torch.get_autocast_gpu_dtype()


def told_in_full_too(model, flag):
    if (digit_version(TORCH_VERSION) < digit_version('1.6.0') or
            flag):
        model.cuda()
    if (TORCH_VERSION < '1.6'  # or flag
            or flag):
        model.cuda()
    if flag < "1.6" or TORCH_VERSION == "parrots":
        model.cuda()
    if TORCH_VERSION < flag:
        model.cuda()


def by_name(model, x):
    is_torch2 = torch.__version__[0] == '2'
    if not is_torch2:
        model.cuda()
    is_old = digit_version(TORCH_VERSION) < digit_version('1.6.0')
    if is_old:
        model.cuda()
    if is_torch2:
        y = x
    else:
        y = x.cuda()
    if int(torch.__version__.split(".")[0]) < 2:
        y.cuda()
    return y


def told_in_full_by_name(model, x, flag):
    is_new = torch.__version__[0] == '2'
    if is_new:
        model.cuda()
    is_mixed = torch.__version__[0] == '2'
    is_mixed = flag
    if not is_mixed:
        model.cuda()
    is_third = torch.__version__[2] == '2'
    if not is_third:
        model.cuda()
    is_flag = flag.__version__[0] == '2'
    if not is_flag:
        model.cuda()
    if int(torch.__version__.split(".")[0]) < 3:
        model.cuda()
