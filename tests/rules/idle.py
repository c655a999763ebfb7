#!/usr/bin/env python3
"""Is what binds a name, an import, a device in a variable or a default, lowered only where nothing reads the name?

usage: idle.py BINARY
"""
import sys

from projects import lowered, main

IMPORT = "from diffusers import UNet2DModel\n"
READ = {
    "it is called": {"a.py": IMPORT + "net = UNet2DModel()\n"},
    "an attribute of it is": {"a.py": "import diffusers\nnet = diffusers.UNet2DModel()\n"},
    "under another name": {"a.py": "import diffusers as d\nnet = d.UNet2DModel()\n"},
    "of the package below it": {"a.py": "import diffusers.models\nnet = diffusers.UNet2DModel()\n"},
    "the last of its names": {"a.py": "from diffusers import (DDPMScheduler,\n    UNet2DModel)\nnet = UNet2DModel()\n"},
    "in a function": {"a.py": IMPORT + "\ndef make():\n    return UNet2DModel()\n"},
    "in an annotation of text": {"a.py": IMPORT + "\ndef run(net: 'UNet2DModel'):\n    return net\n"},
    "it is what the file gives": {"a.py": IMPORT + "__all__ = ['UNet2DModel']\n"},
    "by its name": {"a.py": IMPORT + "net = globals()['UNet2DModel']()\n"},
    "in a formatted text": {"a.py": IMPORT + "print(f'{UNet2DModel}')  # the class\n"},
    "behind a hash in a string": {"a.py": IMPORT + "print('#', UNet2DModel)\n"},
    "all names of it": {"a.py": "from diffusers import *\nnet = UNet2DModel()\n"},
    "a package hands it out": {"lib/__init__.py": IMPORT},
    "a module, for what its import does": {"a.py": "import torch_npu\nimport diffusers\n"},
    "on purpose": {"a.py": IMPORT.rstrip() + "  # noqa: F401\n"},
    "what no target has": {"a.py": "import flash_attn\n"},
    "what works wrongly": {"a.py": "from mmdet.models import HEADS\n"},
    "a device is read": {"a.py": "def load(model):\n    device = 'cuda:0'\n    return model.to(device)\n"},
    "in another turn": {"a.py": "def load(models):\n    for model in models:\n        if model.old:\n            model.to(device)\n"
                                "        device = 'cuda:0'\n"},
    "by a function in it": {"a.py": "def load(model):\n    def put():\n        model.to(device)\n    device = 'cuda:0'\n    model.hook(put)\n"},
    "by all": {"a.py": "device = None\n\ndef choose():\n    global device\n    device = 'cuda:0'\n"},
    "with all others": {"a.py": "def load():\n    device = 'cuda:0'\n    return locals()\n"},
    "of the module": {"a.py": "device = 'cuda:0'\n"},
    "of an object": {"a.py": "class A:\n    def load(self):\n        self.device = 'cuda:0'\n"},
    "more than a name": {"a.py": "def load(model):\n    put = model.to('cuda:0')\n"},
    "a wait": {"a.py": "import torch\n\ndef load(n):\n    x = torch.cuda.current_device()\n"},
    "a parameter": {"a.py": "def start(torch, backend='nccl', device='cuda'):\n    torch.run(backend)\n    torch.run(device)\n"},
}
IDLE = {
    "a name": {"a.py": IMPORT + "print(1)\n"},
    "several names": {"a.py": "from diffusers import (DDPMScheduler,\n    UNet2DModel)\nprint(1)\n"},
    "in a comment alone": {"a.py": IMPORT + "# net = UNet2DModel()\nprint(1)\n"},
    "as a part of other names": {"a.py": IMPORT + "MyUNet2DModel = UNet2DModels = 1\n"},
    "a device of a variable": {"a.py": "def load(model, n):\n    where = 'cuda:%d' % n\n    model.to(where)\n    where = 'cuda:%d' % n\n    return n\n"},
    "a device that is made": {"a.py": "import torch\n\ndef load(model, n):\n    where = torch.device('cuda')\n    return n\n"},
    "a default": {"a.py": "def start(n, backend='nccl'):\n    # init(backend)\n    return n\n"},
    "in a function": {"a.py": "def make():\n    from diffusers import UNet2DModel\n    return 1\n"},
}


if __name__ == "__main__":
    sys.exit(main("idle", __doc__, ((False, READ), (True, IDLE)), lowered("", ("nothing here reads",))))
