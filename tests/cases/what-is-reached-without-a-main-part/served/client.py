import torch
if __name__ == "__main__":
    ask().cuda()
