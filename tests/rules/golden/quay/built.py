"""Names of devices that are put together of what stands elsewhere."""
KIND = "cuda"
HOST = "cpu"
TABLE = {"gpu": {"kind": "cuda"}}


def place(x, i):
    x.to("%s:%d" % (KIND, i))
    x.to("{}:{}".format(KIND, i))
    x.to(KIND + ":" + str(i))
    x.to(f"{TABLE['gpu']['kind']}:{i}")
    name = f"{KIND}:{i}"
    return x.to(name)


def host(x, i):
    x.to("%s:%d" % (HOST, i))
    x.to("{}:{}".format(HOST, i))
    x.to(f"{KIND}_{i}")
    x.to(f"{i}:{KIND}")
    label = "%s:%d" % (KIND, i)
    return x.label(label)
