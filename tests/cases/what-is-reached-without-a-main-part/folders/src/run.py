import torch
from lib.misc import place

if __name__ == "__main__":
    place(None).cuda()
