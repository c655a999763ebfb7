import torch
from lib.misc import place
from u.v import place as one
from pkg.part.deep import place as other

if __name__ == "__main__":
    place(None).cuda()
