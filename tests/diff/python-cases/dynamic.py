import importlib
import torch
from importlib import import_module as load

importlib.import_module("torch.cuda").is_available()    #= importlib.import_module, torch.cuda.is_available
t = load("torch.nn")    #= importlib.import_module
t.Linear()    #= torch.nn.Linear
load(".relative").x()    #= importlib.import_module, -
load("a", "b").x()    #= importlib.import_module, -
load(name="a").x()    #= importlib.import_module, -
load("").x()    #= importlib.import_module, -
__import__("a.b").c()    #= -, a.c
__import__("a", globals()).c()    #= -, -, -
getattr(torch, "cuda").seed()    #= -, torch.cuda.seed
getattr(torch, "cuda", None).seed()    #= -, torch.cuda.seed
getattr(getattr(torch, "nn"), "Linear")(3)    #= -, torch.nn.Linear, -
getattr(torch, "no name").x()    #= -, -
getattr(torch, name).x()    #= -, -
getattr(*args, "a").x()    #= -, -
getattr(load("torch.jit"), "script")()    #= -, torch.jit.script, importlib.import_module
getattr(torch, "c" "uda").x()    #= -, torch.cuda.x
getattr(torch, "\x63uda").y()    #= -, torch.cuda.y
load("importlib").import_module("b").d()    #= importlib.import_module, importlib.import_module, b.d


def shadows(getattr, __import__):
    getattr(torch, "cuda").x()    #= -, -
    __import__("a").x()    #= -, -
