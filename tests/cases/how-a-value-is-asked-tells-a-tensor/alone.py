def number(t):
    return t.detach().float().cpu().item()


def handed_in(items):
    return [x.detach().cpu().numpy() if isinstance(x, Tensor) else x for x in items]


def other(thread, stats):
    thread.detach()
    return stats.cpu().item(), thread.detach(True).cpu(), thread.detach().join()
