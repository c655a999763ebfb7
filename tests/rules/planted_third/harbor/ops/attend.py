import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel


def attend(query, key, value):
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION]):
        return F.scaled_dot_product_attention(query, key, value, is_causal=True)
