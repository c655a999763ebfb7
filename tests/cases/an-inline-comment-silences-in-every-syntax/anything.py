import torch
torch.cuda.synchronize()  # portfit: ignore
