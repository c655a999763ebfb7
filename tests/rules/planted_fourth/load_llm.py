"""Model loading shared by the chat and the eval entry points."""
import logging

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

logger = logging.getLogger(__name__)

COMMON = dict(
    torch_dtype=torch.bfloat16,
    low_cpu_mem_usage=True,
)
PER_FAMILY = {
    "gemma2": {"attn_implementation": "eager"},
    "llama": {"attn_implementation": "flash_attention_2"},
    "mpt": {"trust_remote_code": True},
}


def family_of(name: str) -> str:
    for fam in PER_FAMILY:
        if fam in name.lower():
            return fam
    return "gemma2"


def load(name: str, device: str | torch.device):
    opts = COMMON | PER_FAMILY[family_of(name)]
    logger.info("loading %s (flash attention notes: docs/flash_attention_2.md)", name)
    net = AutoModelForCausalLM.from_pretrained(name, **opts)
    return net.to(device).eval(), AutoTokenizer.from_pretrained(name)
