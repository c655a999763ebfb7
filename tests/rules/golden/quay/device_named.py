import torch


def report(device, model):
    # for CUDA alone
    if device.type == "cuda":
        print(torch.cuda.get_device_properties(device))
        torch.cuda.reset_peak_memory_stats(device)
        side = torch.cuda.Stream()
    if str(device).startswith("cuda"):
        torch.cuda.max_memory_allocated(device)
    if device.type != "cuda":
        side = None
    else:
        side = torch.cuda.Stream()
    # a target needs the same
    if device.type == "cuda":
        torch.cuda.set_device(device)
        torch.cuda.synchronize(device)
        model = model.cuda()
        count = torch.cuda.device_count()
        model = torch.nn.DataParallel(model)
    # goes on silently on the host
    if torch.cuda.is_available():
        side = torch.cuda.Stream()
    # does not go on
    if device.type == "cuda":
        side = torch.cuda.Stream()
    else:
        raise ValueError(device)
    return side, count
