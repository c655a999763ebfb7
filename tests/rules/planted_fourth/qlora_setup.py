"""QLoRA preparation for the support-ticket adapter."""
import torch
import transformers as hf
from peft import LoraConfig, get_peft_model

NF4 = {
    "load_in_4bit": True,
    "bnb_4bit_quant_type": "nf4",
    "bnb_4bit_compute_dtype": torch.bfloat16,
}

LORA = LoraConfig(r=16, lora_alpha=32, target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM")


def quant_config(kind: str):
    if kind == "none":
        return None
    return hf.BitsAndBytesConfig(**NF4)


def build(name: str, kind: str = "nf4"):
    # load_in_8bit was dropped: worse on the ticket benchmark
    base = hf.AutoModelForCausalLM.from_pretrained(
        name,
        quantization_config=quant_config(kind),
        torch_dtype=torch.bfloat16,
    )
    net = get_peft_model(base, LORA)
    net.print_trainable_parameters()
    return net
