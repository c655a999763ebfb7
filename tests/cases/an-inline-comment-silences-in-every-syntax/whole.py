# portfit: ignore-file[cuda-*, device-cuda-literal] -- kernels of CUDA only
import torch
torch.cuda.synchronize()
x = torch.zeros(3, device='cuda')
y = x.cuda()
