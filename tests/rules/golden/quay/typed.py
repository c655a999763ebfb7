"""What only a tensor, or devices, of CUDA come to: minor. Beside each the like of it that others come to."""
import sys

import torch


def noise(spect, more):
    if spect.type() == "torch.cuda.HalfTensor":
        audio = torch.cuda.HalfTensor(4).normal_()
    else:
        audio = torch.cuda.FloatTensor(4).normal_()
    if spect.type() == "torch.cuda.HalfTensor" or more:
        audio = audio + torch.cuda.HalfTensor(4)
    return audio


def keep(model):
    if torch.cuda.device_count() > 1:
        model.is_parallelizable = True
        model.model_parallel = True
    if torch.cuda.device_count() > 1:
        model.model_parallel = True
        model = torch.compile(model, mode="max-autotune")
    return model


def describe():
    if torch.cuda.is_available():
        print(torch.cuda.get_device_properties(torch.device("cuda")))
        torch.zeros(1, device=torch.device("cuda"))


if __name__ == "__main__":
    describe()
    for x in torch.load(sys.argv[1], map_location="cpu"):
        print(noise(x, sys.argv[2:]), keep(x))
