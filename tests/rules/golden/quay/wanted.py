"""Packages that are asked for by the kind of a run, or by a test."""


def gather(state, params):
    if state.kind != Kind.DEEPSPEED or (state.plugin is not None and not state.plugin.on):
        context = None
    else:
        import deepspeed
        context = deepspeed.zero.GatheredParameters(params)
    if state.kind == Kind.DEEPSPEED:
        import deepspeed
    return context


def told_in_full(state):
    if state.kind != Kind.DEEPSPEED:
        import deepspeed
        return deepspeed
    return None


@require_bnb
def test_left_out():
    import bitsandbytes
    return bitsandbytes


@testing.require_deepspeed()
class CraneTest:
    def test_left_out(self):
        import deepspeed
        return deepspeed


@require_bnb
def test_of_another(self):
    import deepspeed
    return deepspeed


@require_bnb
def load_four_bit(path):
    import bitsandbytes
    return bitsandbytes, path
