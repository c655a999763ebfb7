import librosa
import numpy as np
import soundfile
import torch
import torch.nn.functional as F
import torchaudio
from torch.utils.data import DataLoader, Dataset
from torchvision.io import read_image
from torchvision.transforms.functional import to_tensor


def of_arrays(path, boxes, rows: np.ndarray, device):
    x = torch.as_tensor(np.load(path)).permute(2, 0, 1)
    x = F.interpolate(x[None].float(), scale_factor=0.5)
    near = torch.as_tensor(rows)
    near = near[near > 3]
    few = torch.unique(torch.asarray([1, 2, 2]))
    there = torch.as_tensor(np.load(path), device=device)
    there = there[there > 3]
    boxes = torch.as_tensor(boxes)
    return torch.nonzero(boxes), torch.unique(near.to(device))


def of_files(path):
    wave, rate = torchaudio.load(path)
    image = read_image(path)
    return torch.stft(wave, 400), F.interpolate(image[None], scale_factor=2)


def read_as_array(scores):
    kept = torch.unique(scores).sort().values.numpy()
    return kept, torch.unique(scores).cpu().numpy()


def turns(dim):
    with torch.device("cpu"):
        base = torch.arange(dim)
        angles = torch.outer(torch.arange(dim, device=base.device), base.float())
        turned = torch.polar(torch.ones_like(angles), angles)
    with torch.device("cuda"):
        angles = torch.ones(dim)
    return turned, torch.polar(angles, angles)


class Rows(Dataset):
    def __getitem__(self, i):
        moved = self.rows[i].cuda()
        here = self.rows[i]
        return torch.unique(moved), torch.unique(here)


class FewRows(Rows):
    def __getitem__(self, i):
        made = torch.ones(3, device="cuda:0")
        if i:
            row = self.rows[i]
        else:
            row = self.rows[i].to("cuda:0")
        return torch.unique(self.rows[i]), torch.nonzero(made), torch.unique(row)


def put_together(rows):
    return torch.unique(torch.stack(rows)), torch.unique(torch.stack(rows).to("cuda:0"))


class Loading:
    def put(self, rows):
        return torch.unique(torch.stack(rows))

    def other(self, rows):
        return torch.unique(torch.stack(rows))

    def loader(self):
        return DataLoader(self.rows, collate_fn=self.put), DataLoader([], collate_fn=put_together)


def of_sound(path, image, pair):
    wave, rate = librosa.load(path)
    sound, _ = soundfile.read(path)
    pixels = to_tensor(image)
    one, other = [pair[0], pair[1]]
    return (torch.stft(torch.as_tensor(wave), 400), torch.unique(torch.as_tensor(sound)),
            torch.unique(pixels), torch.unique(torch.as_tensor(one)))
