import torch
from transformers import AutoModel


def save(model, path):
    torch.save(model.state_dict(), path)


if __name__ == "__main__":
    save(AutoModel.from_pretrained("a/b"), "b.pt")
