"""Loads a large model into little memory."""
import torch
from transformers import AutoModelForCausalLM, BitsAndBytesConfig

four_bits = BitsAndBytesConfig(
    load_in_4bit=True,
    bnb_4bit_quant_type="nf4",
    bnb_4bit_compute_dtype=torch.bfloat16,
)


def load(name):
    return AutoModelForCausalLM.from_pretrained(name, quantization_config=four_bits)
