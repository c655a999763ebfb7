from torch import nn as ﬁeld, cuda as ª
field.Linear()    #= torch.nn.Linear
ﬁeld.ﬀ()    #= torch.nn.ff
a.x()    #= torch.cuda.x
µ = field.Conv1d
μ()    #= torch.nn.Conv1d
ℌ𝔢llo = field; Hello.y()    #= torch.nn.y
한국 = field.A; 한국()    #= torch.nn.A
é = field.B; é()    #= torch.nn.B
a_name_that_is_longer_than_sixteen_bytes = field.C
a_name_that_is_longer_than_sixteen_bytes(), a_name_that_is_longer_than_sixteen_bytez()    #= torch.nn.C, -
