import torch

x = torch.ones(3)  # portfit: ignore[cuda-synchronize] -- nothing is here
# portfit: ignore-file[tensor-cuda-call] -- nor there
