import torch.cuda as c; c.a()    #= torch.cuda.a
# é
"é中"; c.b("😀"); c.c()    #= torch.cuda.b, torch.cuda.c