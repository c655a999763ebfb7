from .compat import sync
