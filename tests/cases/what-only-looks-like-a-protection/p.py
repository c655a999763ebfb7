import torch
print(net(x, device="a" if torch.cuda.is_available() else die()))
print(torch.cuda.is_available() or exit(1))
y = net(x, device="a" if torch.cuda.is_available() else die())
print(torch.cuda.is_available())
