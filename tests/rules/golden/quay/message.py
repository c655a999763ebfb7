import torch


def every(header, names, sep, log_dir):
    if torch.cuda.is_available():
        log_msg = sep.join([
            header,
            "time: {time}",
            "max mem: {memory:.0f}",
        ])
    else:
        log_msg = sep.join([
            header,
            "time: {time}",
        ])
    log_list = [header]
    if torch.cuda.is_available():
        log_list.append("max mem: {memory:.0f}")
    # decides on more than what is read
    if torch.cuda.is_available():
        log_dir = sep.join(["a", "b"])
        names = names[:2]
    if torch.cuda.is_available():
        name = sep.join(["a", "b"])
    else:
        name = "cpu"
    if torch.cuda.is_available():
        log_device = "cuda"
    return log_msg, log_list, log_dir, names, name, header


def figures(runner, log_dict, sizes):
    if torch.cuda.is_available():
        log_dict["memory"] = runner.max_memory()
    # decides on more than a figure
    if torch.cuda.is_available():
        memory = runner.max_memory()
    if torch.cuda.is_available():
        log_dict["memory"] = runner.max_memory()
        sizes[0] = 3
    return memory
