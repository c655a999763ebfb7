import torch

model = torch.nn.Linear(4, 4).to("cuda")
with torch.autocast("cuda"):
    y = model(torch.ones(1, 4))
