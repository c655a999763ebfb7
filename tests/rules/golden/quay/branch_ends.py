import torch


def place(args, model):
    if args.ddp:
        model.cuda()
    elif args.gpu is not None:
        torch.cuda.set_device(args.gpu)  # ends in an error
        for part in model.children():
            part.cuda(args.gpu)
        raise NotImplementedError("one GPU")
    else:
        if args.single:
            return model.cuda()
        raise NotImplementedError("none")
    while args.wait:
        if args.more:
            model.cuda()
            if args.enough:
                break
            raise ValueError(args.more)
        try:
            model.cuda()
            raise ValueError("tried")
        except ValueError:
            pass
    if not args.found:
        raise ValueError(torch.cuda.current_device())
    model.cuda()
    raise ValueError("the function, not a branch")


def figures(x):
    torch.cuda.synchronize() if torch.cuda.is_available() else None
    used = "%.3gG" % (torch.cuda.memory_reserved() / 1e9 if torch.cuda.is_available() else 0)
    device = torch.cuda.current_device() if torch.cuda.is_available() else None
    x = x.cuda() if torch.cuda.is_available() else None
    name = torch.cuda.get_device_name() if torch.cuda.is_available() else x.host_name()
    return used, device, x, name
