"""Attention back ends of which one works everywhere, in one list with it or not."""
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

ALLOWED = [
    SDPBackend.FLASH_ATTENTION,
    SDPBackend.MATH,
]
TRIED = [SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]
FIRST = [SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]


def allowed(q):
    with sdpa_kernel(ALLOWED):
        return torch.nn.functional.scaled_dot_product_attention(q, q, q)


def together(q):
    with sdpa_kernel([SDPBackend.MATH, SDPBackend.CUDNN_ATTENTION], set_priority=True):
        return torch.nn.functional.scaled_dot_product_attention(q, q, q)


def each(q):
    for backend in TRIED:
        with sdpa_kernel(backend):
            torch.nn.functional.scaled_dot_product_attention(q, q, q)
    for backend in [SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]:
        with sdpa_kernel(backend):
            torch.nn.functional.scaled_dot_product_attention(q, q, q)


def first(q):
    with sdpa_kernel(FIRST[0]):
        return torch.nn.functional.scaled_dot_product_attention(q, q, q)


def chosen(q, small):
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION if small else SDPBackend.MATH):
        return torch.nn.functional.scaled_dot_product_attention(q, q, q)


def one(q):
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION]), other(SDPBackend.MATH):
        return torch.nn.functional.scaled_dot_product_attention(q, q, q)
