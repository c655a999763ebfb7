"""Flash attention that is chosen where it is there, where somebody wants it, or in either way."""
import torch
from transformers import AutoModel
from transformers.utils import is_flash_attn_2_available, is_flash_attn_3_available

HAS_FLASH_ATTN = is_flash_attn_2_available()


def load_if_there(name, use_flash_attn):
    kind = "flash_attention_2" if (use_flash_attn and is_flash_attn_2_available()) else "eager"
    return AutoModel.from_pretrained(name, attn_implementation=kind)


def load_by_flag(name):
    if HAS_FLASH_ATTN:
        kind = "flash_attention_2"
    else:
        kind = "sdpa"
    return AutoModel.from_pretrained(name, attn_implementation=kind)


def load_at_once(name):
    return AutoModel.from_pretrained(
        name, attn_implementation="flash_attention_2" if is_flash_attn_2_available() else "sdpa")


def load_if_wanted(name, use_flash_attn):
    kind = "flash_attention_2" if use_flash_attn else "eager"
    return AutoModel.from_pretrained(name, attn_implementation=kind)


def load_some_flash(name):
    kind = "flash_attention_3" if is_flash_attn_3_available() else "flash_attention_2"
    return AutoModel.from_pretrained(name, attn_implementation=kind)


def load_forced(name, force_flash):
    kind = "flash_attention_2" if force_flash or is_flash_attn_2_available() else "sdpa"
    return AutoModel.from_pretrained(name, attn_implementation=kind)


def load_where_missing(name):
    if not is_flash_attn_2_available():
        kind = "flash_attention_2"
    else:
        kind = "sdpa"
    return AutoModel.from_pretrained(name, attn_implementation=kind)


def load_or_stop(name):
    if is_flash_attn_2_available():
        kind = "flash_attention_2"
    else:
        raise ImportError("flash_attn")
    return AutoModel.from_pretrained(name, attn_implementation=kind)
