import torch
y = (torch    # a comment between the parts
     .nn
     . functional
     .relu(x))    #
torch . cuda \
    . empty_cache ()
(torch).cuda.reset()    #= torch.cuda.reset
(torch.cuda).seed()    #= torch.cuda.seed
((torch).nn.Linear)(3)    #= torch.nn.Linear
model.to(d).cuda().half()    #= -, -, -
torch.zeros(3).cuda()    #= torch.zeros, -
"{}".format(torch.ones(2))    #= -, torch.ones
1 .real.foo()    #= -
x[torch.arange(3)].bar()    #= -, torch.arange
[torch.a()][0]()    #= -, torch.a
