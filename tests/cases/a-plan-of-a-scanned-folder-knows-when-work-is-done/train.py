import torch

if __name__ == "__main__":
    model = torch.nn.Linear(8, 8).to("cuda:0")
