import torch
torch.cuda.synchronize()  # portfit: ignore[cuda-synchronize] -- waits on purpose
