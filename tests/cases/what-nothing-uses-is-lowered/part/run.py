import torch


def forgotten(x):
    return torch.ones(1).cuda()


if __name__ == "__main__":
    print("runs")
