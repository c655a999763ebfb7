import torch
x = """a
b"""; torch.a()    #= torch.a
torch.b(    #= torch.b
)
