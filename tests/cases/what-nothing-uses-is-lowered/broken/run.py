import torch


def forgotten(x):
    return torch.ones(1).cuda()


def odd(x):
    return f"{x["("]}"


def also(x):
    return torch.ones(1).cuda()


forgotten(also)

if __name__ == "__main__":
    print("runs")
