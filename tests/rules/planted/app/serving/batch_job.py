"""Answers a file of questions."""
from vllm import LLM, SamplingParams


def answer(questions, model):
    engine = LLM(model=model, tensor_parallel_size=4, gpu_memory_utilization=0.92)
    return engine.generate(questions, SamplingParams(temperature=0.0, max_tokens=256))
