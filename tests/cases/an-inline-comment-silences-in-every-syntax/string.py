import torch
text = '# portfit: ignore[cuda-synchronize] -- no comment'; torch.cuda.synchronize()
