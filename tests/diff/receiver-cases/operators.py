import numpy as np
import torch
import torch.nn as nn


def operators(a, b, model, models, losses, c):
    (a == b).cuda()  # unknown
    mask = a != -100
    mask.cuda()  # unknown
    mask.sum().item()  # unknown
    (a < b).cuda()  # unknown
    (a in b).cuda()  # other
    (a is b).cuda()  # other
    (not a).cuda()  # other
    (a and b).cuda()  # unknown
    (a or b).cuda()  # unknown
    (a if c else b).cuda()  # unknown
    (a + b).cuda()  # unknown
    (2 * a).cuda()  # unknown
    (-a).cuda()  # unknown
    (~a).cuda()  # unknown
    (a @ b).cuda()  # unknown
    (a & b).cuda()  # unknown
    (a, b)[0].cuda()  # unknown
    (1 - a).cuda()  # unknown
    (1.0 * a).cuda()  # unknown
    (a ** 2).cuda()  # unknown
    (a > 0).float().cuda()  # unknown
    (0 < a < 1).cuda()  # unknown
    (np.pi * a).cuda()  # unknown
    (math_pi() * a).cuda()  # unknown
    (len(a) * a).cuda()  # unknown
    (a.shape[0] * b).cuda()  # unknown
    sum(losses).cuda()  # unknown
    max(losses).cuda()  # unknown
    abs(a).cuda()  # unknown
    round(a).cuda()  # unknown
    next(iter(losses)).cuda()  # unknown
    reversed(models).cuda()  # unknown
    list(map(abs, models))[0].cuda()  # unknown
    list(filter(None, models))[0].cuda()  # unknown
    type(model)(1).cuda()  # unknown
    getattr(model, "x").cuda()  # unknown
    vars(model)["x"].cuda()  # unknown
    globals()["x"].cuda()  # unknown
    eval("a").cuda()  # unknown
    f = lambda: model
    f().cuda()  # unknown
    (lambda: model)().cuda()  # unknown
    divmod(a, b)[0].cuda()  # unknown
    pow(a, 2).cuda()  # unknown
    x = None
    if c:
        x = model
    x.cuda()  # unknown
    n = 0
    for l in losses:
        n += l
    n.cuda()  # unknown
    n.item()  # unknown
    total = 0.0
    for l in losses:
        total = total + l
    total.cuda()  # unknown
    s = "x"
    s = model
    s.cuda()  # unknown
    i = 1
    while i:
        i = model
        i.cuda()  # unknown
    w = np.zeros(3)
    w = torch.from_numpy(w)
    w.cuda()  # tensor
    v = np.zeros(3)
    if c:
        v = torch.zeros(3)
    v.cuda()  # unknown
    del a
    with model as m:
        m.cuda()  # unknown
    try:
        k = 1
    except ValueError:
        k = model
    k.cuda()  # unknown
    match model:
        case int() as q:
            q.cuda()  # unknown
    (yy := model).cuda()  # unknown
    h = 1 if c else model
    h.cuda()  # unknown
    o = c and model
    o.cuda()  # unknown
    e, *r = models
    e.cuda()  # unknown
    r[0].cuda()  # unknown
    d1 = d2 = model
    d2.cuda()  # unknown
    t = torch.zeros(3)
    t.extra.cuda()  # unknown
    t.x().cuda()  # unknown
    z = model.shape
    z.cuda()  # unknown
    u = 3
    u = u if c else model
    u.cuda()  # unknown


async def waits(model):
    (await model).cuda()  # unknown


def math_pi():
    return 3


G = None
H = 1


def setter(m):
    global G, H
    G = m
    H = m


def uses():
    G.cuda()  # unknown
    H.cuda()  # unknown


class Lazy:
    model = None
    count = 0
    models = []

    def __init__(self):
        self.net = None
        self.flag = 0
        self.other = np.zeros(3)

    def load(self, m):
        self.net = m
        self.flag = m
        setattr(self, "other", m)

    def run(self):
        self.net.cuda()  # unknown
        self.flag.cuda()  # unknown
        self.model.cuda()  # unknown
        self.count.cuda()  # unknown
        self.models[0].cuda()  # unknown
        self.net.inner.cuda()  # unknown


class Child(Lazy):
    def __init__(self):
        self.count2 = 0

    def go(self):
        self.count2.cuda()  # unknown


class Parent(Child):
    def change(self, m):
        self.count2 = m


def handed(model, x: torch.Tensor):
    g = 1
    y = x + 1
    z = x + 2

    def inner():
        nonlocal g, y
        g = model
        y = model
        z = model
        z.cuda()  # unknown

    inner()
    g.cuda()  # unknown
    y.item()  # unknown
    z.item()  # tensor

    def z():
        return 1

    z.item()  # unknown
