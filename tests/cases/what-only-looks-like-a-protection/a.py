import torch
NAMES = ["cuda", "xla"]
def f(x, i):
    return x.to(NAMES[i])
def g(x):
    dev = "xla" if False else "cuda"
    return x.to(dev)
print(net(x, device="a" if torch.cuda.is_available() else die()))
print(torch.cuda.is_available() or exit(1))
def attn(backend, q):
    if not backend == "flash_attn":
        import flash_attn
        return flash_attn.flash_attn_func(q, q, q)
def attn2(backend, q):
    if backend == "flash_attn":
        from flash_attn import flash_attn_func
        return flash_attn_func(q, q, q)
    raise ValueError("unknown backend")
BACKEND = "flash_attn"
def attn3(q):
    if BACKEND == "flash_attn":
        import flash_attn
        return flash_attn.flash_attn_func(q, q, q)
def attn4(q):
    if len("flash_attn") > 3:
        import flash_attn
        return flash_attn.flash_attn_func(q, q, q)
def tr(net, bs):
    for step, b in enumerate(bs):
        loss = net(b.to("neuron")); loss.backward()
        if step % 1 == 0:
            print(loss.item())
        if not done and b.shape[0] % 2:
            print(loss.item())
        if step % 2 == 0 or True:
            print(loss.item())
device = args.output_device or "cuda"
