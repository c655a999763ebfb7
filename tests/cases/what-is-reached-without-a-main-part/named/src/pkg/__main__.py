import torch
from pkg.registry import load

load("net").cuda()
