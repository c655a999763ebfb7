import torch


def attend(x):
    return x * 2


@torch.no_grad()
def check_forward_equal():
    x = torch.rand(4, 4).cuda()
    a = attend(x).detach().cpu()
    b = (x + x).cpu()
    print(torch.allclose(a, b))


def check_each(n):
    x = torch.rand(n, n).cuda()
    return attend(x).detach().cpu()


def check_loss(loss):
    return loss.detach().cpu()


def forward_once():
    return torch.rand(2).cuda().cpu()


class Net(torch.nn.Module):
    def forward(self, x):
        check_loss(x)
        return x


if __name__ == "__main__":
    check_forward_equal()
    forward_once()
    for n in [1, 2, 4]:
        check_each(n)
