#!/usr/bin/env python3
"""Is a shell script told as one that starts what is not here, only where that is so?

usage: leftover_scripts.py BINARY

Small projects with a script that asks for TF32. In the first ones what it starts may be there, or it does something else as well: it
stays as it is. In the last ones nothing that it starts is there: it is lowered.
"""
import sys

from projects import lowered, main

TRAIN = "import torch\nprint(torch.ones(1))\n"
RUN = "python old/train.py --tf32 True\n"
BESIDE = {"new/train.py": TRAIN}


def script(text):
    """The project whose scripts/run.sh has these lines."""
    return {"scripts/run.sh": "#!/bin/bash\n" + text, "new/model.py": TRAIN}


STAYS = {
    "below the root": {**script(RUN), "old/train.py": TRAIN},
    "beside the script": {**script(RUN), "scripts/old/train.py": TRAIN},
    "in a folder to which somebody changes": {**script(RUN), "sub/old/train.py": TRAIN},
    "a folder that is there, and a file that has moved": {**script(RUN), "old/a.py": TRAIN, **BESIDE},
    "a file that has moved to the script": {**script("python train.py --tf32 True\n"), **BESIDE},
    "a variable": script("python $ROOT/train.py --tf32 True\n"),
    "a variable of the script": script("S=old/train.py\npython $S --tf32 True\n"),
    "a folder of the machine": script("python /opt/old/train.py --tf32 True\n"),
    "out of the project": script("python ../../old/train.py --tf32 True\n"),
    "behind cd": script("cd $HOME/old\n" + RUN),
    "behind pushd": script("pushd work\n" + RUN),
    "behind cd in the same line": script("cd work && " + RUN),
    "a clone in the script": script("git clone https://github.com/a/old\n" + RUN),
    "a clone elsewhere": {**script(RUN), "INSTALL.md": "git clone https://github.com/a/old.git\n"},
    "a clone in a notebook": {**script(RUN), "a.ipynb": '{"cells": [{"cell_type": "code", "source": ["!git clone https://github.com/a/old"]}]}'},
    "submodules": {**script(RUN), ".gitmodules": '[submodule "old"]\n\tpath = old\n\turl = https://example.com/old\n'},
    "git ignores it": {**script(RUN), ".gitignore": "/old/\n"},
    "git ignores it in a folder": {**script(RUN), "scripts/.gitignore": "old\n"},
    "somebody is told of it": {**script(RUN), "INSTALL.md": "Copy old/train.py from there.\n"},
    "a program makes it": {**script(RUN), "make.py": 'import shutil\nshutil.copy("a.py", "old/train.py")\n'},
    "a module": script("python -m old.train --tf32 True\n"),
    "a module by a launcher": script("torchrun -m old.train --tf32 True\n"),
    "something else that is here": script(RUN + "python new/model.py\n"),
    "something else that is not known": script(RUN + "./work.out\n"),
    "another script": script(RUN + "bash other.sh\n"),
    "a sourced file": script(". env.sh\n" + RUN),
    "it is made by the script": script("cat > old/train.py <<EOF\nimport torch\nEOF\n" + RUN),
    "it is written by echo": script("echo import torch > old/train.py\n" + RUN),
    "it is copied": script("cp -r ~/old .\n" + RUN),
    "a text that runs": script("python -c 'import new.model' --tf32 True\n"),
    "a wrapper around something else": script("srun ./work.out --tf32 True\n" + RUN),
    "a text for another shell": script("bash -c 'python new/model.py'\n" + RUN),
    "a function of the script": script("run() {\n  python $1 --tf32 True\n}\nrun new/model.py\n"),
    "no shell script": {"Makefile": "run:\n\t" + RUN, "new/model.py": TRAIN},
    "nothing": script("echo --tf32 True\n"),
}
LOWERS = {
    "a folder that is not there": script(RUN),
    "the file in a folder of another name": {**script(RUN), **BESIDE},
    "by deepspeed": script("deepspeed ./old/train.py \\\n    --deepspeed zero3.json \\\n    --tf32 True\n"),
    "by a launcher": script("export NCCL_DEBUG=INFO\npython -m torch.distributed.run --nproc_per_node=8 old/train.py --tf32 True 2>&1 | tee -a log.txt\n"),
    "behind a wrapper": script("set -x\nsrun -p part --gres=gpu:8 python -u old/train.py --tf32 True\n"),
    "of several": script('if [ ! -d "$OUT" ]; then\n  mkdir -p "$OUT"\nfi\n' + RUN + "python old/test.py\n"),
    "a file in a folder that has others": {**script(RUN), "old/model.py": TRAIN},
    "in a comment something that is here": script("# python new/model.py\n" + RUN),
    "a comment in Python tells of it": {**script(RUN), "new/model.py": "# as in old/train.py, which\n" + TRAIN},
    "another script tells of it": {**script(RUN), "scripts/other.sh": "python old/train.py\n"},
}


if __name__ == "__main__":
    sys.exit(main("leftover_scripts", __doc__, ((False, STAYS), (True, LOWERS)),
                  lowered("TF32", ["which is not here"])))
