import torch
x = torch.zeros(2).cuda()
from app import deep
