"""Texts that are padded in what a data set maps, and elsewhere."""
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("quay/words")


def in_blocks(rows):
    texts = [row.strip() for row in rows["text"]]
    return tokenizer(texts, truncation=True, padding=True)


def in_small_blocks(rows):
    return tokenizer(rows["text"], truncation=True, padding=True)


def row_by_row(rows):
    return tokenizer(rows["text"], truncation=True, padding=True)


def called_too(rows):
    return tokenizer(rows["text"], truncation=True, padding=True)


def one_by_one(rows):
    ids = []
    for text in rows["text"]:
        ids.append(tokenizer([text, text.lower()], padding=True)["input_ids"])
    return {"input_ids": ids}


def in_given_blocks(rows):
    return tokenizer(rows["text"], truncation=True, padding=True)


def prepare(data, model, args):
    data = data.map(in_blocks, batched=True, num_proc=4)
    data["test"].map(function=in_blocks, batched=True, batch_size=1000)
    data.map(in_small_blocks, batched=True, batch_size=8)
    data.map(row_by_row)
    data.map(called_too, batched=True)
    model(**called_too(data[:4]))
    data.map(one_by_one, batched=True)
    data.map(in_given_blocks, batched=True, batch_size=args.batch_size)
    data.map(lambda rows: tokenizer(rows["text"], padding=True), batched=True)
    data.map(lambda rows: tokenizer(rows["text"], padding=True), batched=False)
    map(in_small_blocks, data)
