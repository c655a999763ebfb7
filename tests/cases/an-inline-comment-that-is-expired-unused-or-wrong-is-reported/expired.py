import torch

torch.cuda.synchronize()  # portfit: ignore[cuda-synchronize] until=2026-06-30 -- until the release
