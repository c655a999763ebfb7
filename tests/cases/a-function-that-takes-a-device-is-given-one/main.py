import kit
from kit import placing
from kit.placing import Only, Runner, register


def local(dev):
    return kit.placing.torch.ones(1).to(dev)


def start(model):
    kit.choose("cuda")
    placing.build(3, "cuda")
    placing.build("cuda", "cpu")
    placing.build(3, where="cuda:1", spare="cuda:2")
    Runner(model, "cuda:0").twice(1)
    local("cuda")
    register("cuda", model)
    return Only("cuda")
