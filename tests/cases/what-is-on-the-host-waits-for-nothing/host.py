import numpy as np
import torch
from torch import IntTensor, Tensor


def named(seq_lens_cpu, x: Tensor):
    n = seq_lens_cpu.max().item()
    m = x.cpu().max().item()                    # one copy: .cpu()
    return n, m, x.to("cpu").tolist()           # one copy: .to("cpu")


def made(n, times, values):
    steps = torch.linspace(0, 1, 5).tolist()
    order = torch.arange(n)
    first = order.tolist()
    ranks, _ = torch.sort(torch.tensor(values, dtype=torch.int))
    last = ranks.tolist(), torch.sort(torch.tensor(values))[0].tolist()
    sizes, _ = torch.sort(IntTensor(values))
    mean = torch.mean(torch.zeros(2, n), -1)
    faster = (mean[0] < mean[1]).item()
    t = torch.from_numpy(np.zeros(3).astype(np.float32))
    return steps, first, last, sizes.tolist(), faster, t[t > 0], torch.quantile(torch.tensor(times), q=0.5).item()


def asked(x: Tensor):
    if x.device.type == "cpu":
        if torch.any(x > 0):
            return 1
    if x.device == torch.device("cpu"):
        if not torch.all(x > 0):
            return 2
    if torch.any(x > 0):                        # here it may be on the device
        return 3


def on_device(n, device, x: Tensor):
    a = torch.arange(n, device=device)
    with torch.device(device):
        b = torch.arange(n)
    c = torch.arange(n)
    c = c.to(device)
    d = torch.zeros_like(x)
    return a.tolist(), b.tolist(), c.tolist(), d.tolist()  # all four wait


class Scheduler:
    def __init__(self, n, device):
        self.lengths = torch.zeros(n, dtype=torch.int32)
        self.sizes = torch.zeros(n, device="cpu")
        self.moved = torch.zeros(n)
        self.moved = self.moved.to(device)
        self.there = torch.zeros(n, device=device)

    def step(self, rank):
        mask = torch.zeros(4)
        if rank == 0:
            print(mask.sum().item())
        return self.lengths.tolist(), self.sizes.tolist(), self.there.tolist()  # the last waits


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.ones(1)

    def read(self):
        return self.scale.item()                # a module is moved


class ItemDataset(torch.utils.data.Dataset):
    def __getitem__(self, i):
        x = torch.ones(i)
        self.check(x)
        return x.double()                       # float64 stays float64 when it is moved

    def check(self, x: Tensor):
        if torch.isnan(x).any():
            raise ValueError(x.max().item())


def collate(items: list[Tensor], x: Tensor):
    print(x.tolist())
    return torch.nn.utils.rnn.pad_sequence(items)  # a new length a batch


def bound_again(x: Tensor, y: Tensor, ask):
    times = []
    times = torch.stack(times).cpu()            # a copy
    if ask:
        y = y.numpy()
    return times.tolist(), y.tolist()           # y may still be on the device, as far as is known


def known_at_last(data):
    scores = None
    scores = torch.stack(data)
    return scores.tolist()                      # a copy


def joined(slices, conv, device):
    cpu = torch.device("cpu")
    for i in range(len(slices)):
        x = conv(slices[i].to(device)).to(cpu)
        if i == 0:
            whole = x
        else:
            whole = torch.cat([whole, x])
    return whole


def resized(pos_embed_checkpoint, pos_embed, size):
    old = pos_embed_checkpoint[:, 1:].reshape(1, 8, 8, -1)
    one = torch.nn.functional.interpolate(old, size=size, mode="bicubic")
    return one, torch.nn.functional.interpolate(pos_embed, size=size, mode="bicubic")  # found


def lengths(tokenizer, texts, pad, device):
    made = [tokenizer(text, return_tensors="pt") for text in texts]
    sizes = [one.input_ids.ne(pad).sum().item() for one in made]
    moved = tokenizer(texts, return_tensors="pt").input_ids.to(device)
    typed = tokenizer(texts, return_tensors="pt")["pixel_values"].half().to(device)  # found: moved with its type
    return sizes, moved.ne(pad).sum().item(), typed  # found


def merged(path, other, device):
    weights = torch.load(path, map_location="cpu")["weight"]
    more = torch.load(other, map_location=device)["weight"]
    for key in weights:
        weights[key] = weights[key].float().tolist()
        more[key] = more[key].detach().cpu()  # found
    return weights, more


def stacked(parts):
    stack = torch.tensor([])
    for part in parts:
        stack = torch.cat((stack, part))
    return stack
