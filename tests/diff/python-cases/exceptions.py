import torch
try:
    a()    #= - #~ try-import
except (KeyError, ImportError) as torch:
    b()    #= - #~ except-import
except m.ModuleNotFoundError:
    torch.c()    #= torch.c #~ except-import
except d():    #= - #~
    e()    #= - #~
else:
    f()    #= - #~ try-import-else
finally:
    g()    #= - #~
try:
    h()    #= - #~ try-broad
    try:
        i()    #= - #~ try-broad try-import
    except ImportError:
        raise j() from k()    #= -, - #~ try-broad except-import
except:
    l()    #= - #~
try:
    m()    #= - #~
except ValueError:
    pass
try:
    n()    #= - #~ try-import
except* ImportError:
    o()    #= - #~ except-import
with contextlib.suppress(KeyError, ImportError), p():    #= -, - #~
    q()    #= - #~ try-import
with suppress(*errors):    #= -
    r()    #= - #~
with (suppress(ImportError) as s, t()):    #= -, - #~
    u()    #= - #~ try-import
