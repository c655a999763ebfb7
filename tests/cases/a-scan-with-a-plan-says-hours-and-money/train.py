import torch

if __name__ == "__main__":
    x = torch.ones(4, device="cuda:0")
    torch.cuda.synchronize()
    print(x.sum().item())
