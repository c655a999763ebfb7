"""Loads the model that answers."""
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

MODEL_OPTIONS = {
    "torch_dtype": torch.bfloat16,
    "attn_implementation": "flash_attention_2",
    "low_cpu_mem_usage": True,
}


def load(name):
    tokenizer = AutoTokenizer.from_pretrained(name)
    model = AutoModelForCausalLM.from_pretrained(name, **MODEL_OPTIONS)
    return tokenizer, model.eval()
