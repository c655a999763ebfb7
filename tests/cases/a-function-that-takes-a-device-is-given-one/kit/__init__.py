from .placing import pick as choose
