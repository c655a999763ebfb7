"""Parameter groups and their optimizer."""
from torch.optim import Adam


def make_optimizer(model, rate, decay):
    plain = [p for p in model.parameters() if p.ndim < 2]
    decayed = [p for p in model.parameters() if p.ndim >= 2]
    groups = [
        {"params": decayed, "weight_decay": decay},
        {"params": plain, "weight_decay": 0.0},
    ]
    return Adam(groups, lr=rate, betas=(0.9, 0.95), fused=True)
