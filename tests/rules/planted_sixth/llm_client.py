from functools import lru_cache

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

MODEL_ID = "Qwen/Qwen3-4B"

# Shared by the judge and by the candidate model. Plain "sdpa" was 20 % slower on long prompts.
LOAD_OPTIONS = {
    "dtype": torch.bfloat16,
    "attn_implementation": "flash_attention_2",
}


@lru_cache(maxsize=2)
def load(model_id: str = MODEL_ID):
    device = torch.accelerator.current_accelerator() or torch.device("cpu")
    tok = AutoTokenizer.from_pretrained(model_id, padding_side="left")
    if tok.pad_token is None:
        tok.pad_token = tok.eos_token
    model = AutoModelForCausalLM.from_pretrained(model_id, **LOAD_OPTIONS)
    return tok, model.to(device).eval()


@torch.no_grad()
def answer(question: str, max_new_tokens: int = 256) -> str:
    tok, model = load()
    prompt = tok.apply_chat_template(
        [{"role": "user", "content": question}], tokenize=False, add_generation_prompt=True
    )
    batch = tok(prompt, return_tensors="pt", padding="max_length", max_length=2048, truncation=True)
    batch = batch.to(model.device)
    out = model.generate(
        **batch,
        max_new_tokens=max_new_tokens,
        do_sample=False,
        cache_implementation="static",
    )
    return tok.decode(out[0, batch["input_ids"].shape[1] :], skip_special_tokens=True)


if __name__ == "__main__":
    print(answer("What does a flash of lightning have to do with attention?"))
