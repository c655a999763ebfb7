"""Summaries of long texts."""
from transformers import pipeline

MODEL = "facebook/bart-large-cnn"


def summarizer():
    return pipeline("summarization", model=MODEL, batch_size=8, device=0)
