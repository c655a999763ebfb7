import torch
from copies import save as save_copies
from transformers import AutoModel


def save(model, path):
    torch.save(model.state_dict(), path)


if __name__ == "__main__":
    save_copies(AutoModel.from_pretrained("a/b"), "c.pt")
    save(AutoModel.from_pretrained("a/b", device_map="auto"), "b.pt")
