import torch

torch.cuda.synchronize()  # portfit: ignore[cuda-sinchronize] -- misspelt
torch.cuda.synchronize()  # portfit: ignore[cuda-synchronize, cuda-nothing] -- one of two is none
