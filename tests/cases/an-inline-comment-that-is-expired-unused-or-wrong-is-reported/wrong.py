import torch

torch.cuda.synchronize()  # portfit: ignore[cuda-synchronize] until=2027-02-30 -- no such day
torch.cuda.synchronize()  # portfit: ignore[cuda-synchronize] until=next-year -- no day
torch.cuda.synchronize()  # portfit: ignore[cuda-synchronize -- no bracket
torch.cuda.synchronize()  # portfit: ignore[] -- nothing is named
torch.cuda.synchronize()  # portfit: ignored here, says a person
torch.cuda.synchronize()  # portfit: please
