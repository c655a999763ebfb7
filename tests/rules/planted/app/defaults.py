"""Values that a run starts from."""


class Defaults:
    batch = 32
    steps = 10_000
    device = "cuda:0"
    precision = "bfloat16"
