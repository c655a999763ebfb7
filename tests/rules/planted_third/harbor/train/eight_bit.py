def build_optimizer(parameters, lr, small_state=False):
    if small_state:
        import bitsandbytes as bnb

        return bnb.optim.PagedAdamW8bit(parameters, lr=lr)
    from torch.optim import AdamW

    return AdamW(parameters, lr=lr)
