"""Texts that are padded one by one, and batches that look like them."""
from typing import List, Sequence

from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("quay/words")
WORDS = ["a", "b"]
GROUPS = [["a"], ["b", "c"]]


def each_text(strings: Sequence[str]):
    return [tokenizer(text, padding="longest") for text in strings]


def each_word(others: list[str] = ()):
    for other in others:
        tokenizer(other, padding=True)
    for word in WORDS:
        tokenizer(word, padding=True)
        tokenizer(str(word), padding=True)


def each_batch(batches):
    return [tokenizer(batch, padding="longest") for batch in batches]


def each_said_batch(batches: List[List[str]]):
    return [tokenizer(batch, padding="longest") for batch in batches]


def each_group():
    for group in GROUPS:
        tokenizer(group, padding=True)


def cut_first(strings: List[str]):
    strings = [text.split() for text in strings]
    return [tokenizer(text, padding="longest") for text in strings]


def cut_each(strings: List[str]):
    for text in strings:
        text = text.split()
        tokenizer(text, padding=True)


def at_once(*text: str):
    return tokenizer(text, padding=True)
