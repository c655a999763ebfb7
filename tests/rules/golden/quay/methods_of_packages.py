"""A method whose name says its package, behind a test of that package: the first part of an `and`
is enough. Not so where it is only wanted, where the other side ends the program, for another
package, or where one of two tests is enough."""
from diffusers.utils import is_accelerate_available
from diffusers.utils.import_utils import is_xformers_available
from importlib.util import find_spec

HAS_XFORMERS = is_xformers_available()


def switched_on(unet, args):
    if is_xformers_available() and (not args.without_xformers):
        unet.enable_xformers_memory_efficient_attention()
    if find_spec("xformers") is not None:
        unet.enable_xformers_memory_efficient_attention()
    if HAS_XFORMERS:
        unet.enable_xformers_memory_efficient_attention()


def left(unet):
    if not is_xformers_available():
        return unet
    unet.enable_xformers_memory_efficient_attention()
    return unet


def still_needed(unet, args, use_xformers=True):
    if use_xformers:
        unet.enable_xformers_memory_efficient_attention()
    if is_accelerate_available() and not args.without_xformers:
        unet.enable_xformers_memory_efficient_attention()
    if is_xformers_available() or args.tiled:
        unet.enable_xformers_memory_efficient_attention()
    if is_xformers_available():
        unet.enable_xformers_memory_efficient_attention()
    else:
        raise ValueError("xformers is not there")
    if not is_xformers_available():
        unet.enable_xformers_memory_efficient_attention()
