"""Fields of objects whose class another module defines."""
from quay.places import Place, Settings


def run(settings: Settings, x):
    x.to(settings.host)
    x.to(Place.HOST.value)
    x.to(Place.GPU.value)
    return x.to(settings.where)


def on_host(x):
    settings = Settings(where="cpu")
    return x.to(settings.where)


class Runner:
    def __init__(self, settings: Settings):
        self.settings = settings

    def run(self, x):
        return x.to(self.settings.where)


class Other:
    where = "cpu"


def other(settings: Other, x):
    return x.to(settings.where)
