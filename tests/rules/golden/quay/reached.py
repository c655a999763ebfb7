import torch


def on_others(x, w, is_npu_available, platform):
    is_mps = x.device.type == "mps"
    is_hpu = x.device.type == "hpu"
    if is_mps or is_hpu:
        x = x.to(torch.float64)
    if is_mps or x.shape[0] > 3:
        x = x.to(torch.float64)
    if not is_mps:
        return torch._int_mm(x, w)
    if torch.backends.mps.is_available() and w is None:
        x = torch.unique(x)
    elif is_npu_available():
        x = torch.unique(x)
    elif platform.is_xpu():
        for row in x:
            if row is not None:
                x = torch.unique(row)
    else:
        x = torch.unique(x)
    return torch.unique(x) if x.device.type in ("mps", "xpu") else torch.nonzero(x)


def on_another(x, w):
    if x.device.type == "mps":
        return torch._int_mm(x, w)
    if x.device.type in ("cuda", "mps"):
        w = w.to(torch.float8_e4m3fn)
    if x.is_mps:
        return x.to(torch.float64)
    return torch.unique(x) if x.device.type != "mps" else x
