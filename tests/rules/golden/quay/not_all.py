"""Tests of whether a package is there: behind a not, and of a function that nobody calls."""
import torch
from transformers.utils import is_flash_attn_2_available

from .packages import has_flash_attn


def missing(x, wanted):
    if not (wanted and is_flash_attn_2_available()):
        from flash_attn import flash_attn_func
        return flash_attn_func(x)
    return x


def there(x, wanted):
    if not (wanted and is_flash_attn_2_available()):
        y = x
    else:
        from flash_attn import flash_attn_func
        y = flash_attn_func(x)
    return y


def behind(x, wanted):
    if not (wanted and is_flash_attn_2_available()):
        return x
    from flash_attn import flash_attn_func
    return flash_attn_func(x)


def either(x, wanted):
    if not (wanted or is_flash_attn_2_available()):
        return x
    from flash_attn import flash_attn_func
    return flash_attn_func(x)


def inside(x, wanted):
    if x is not None and not (wanted and is_flash_attn_2_available()):
        from flash_attn import flash_attn_func
        return flash_attn_func(x)
    return x


def alone(x):
    if not (is_flash_attn_2_available()):
        return x
    from flash_attn import flash_attn_func
    return flash_attn_func(x)


def chosen(x, kind, wanted):
    if not (wanted and kind == "flash_attn"):
        from flash_attn import flash_attn_func
        return flash_attn_func(x)
    return x


def uncalled(x):
    if is_flash_attn_2_available:
        from flash_attn import flash_attn_func
        return flash_attn_func(x)
    return x.cuda() if torch.cuda.is_available else x


def of_others(x):
    if has_flash_attn:
        from flash_attn import flash_attn_func
        return flash_attn_func(x)
    return x
