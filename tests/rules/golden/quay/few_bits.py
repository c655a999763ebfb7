"""What the optimizer's class asks for: a copy of what Trainer does with --optim adamw_bnb_8bit."""


def make(optimizer_cls, params, model):
    optimizer = optimizer_cls(params)
    if optimizer_cls.__name__ == "Adam8bit":
        import bitsandbytes

        bitsandbytes.optim.GlobalOptimManager.get_instance().register_module_override(model, "weight", {"optim_bits": 32})
    return optimizer


def make_other(optimizer_cls, params, model):
    if optimizer_cls.__name__ != "Adam8bit":
        import bitsandbytes

        bitsandbytes.optim.GlobalOptimManager.get_instance().register_module_override(model, "weight", {"optim_bits": 32})
    return optimizer_cls(params)


def make_by_text(name, params):
    if name == "Adam8bit":
        import bitsandbytes

        return bitsandbytes.optim.Adam8bit(params)
    raise ValueError(name)


def wrap(module):
    if type(module).__name__ == "FlashAttention":
        from flash_attn import flash_attn_func

        return flash_attn_func
    return module
