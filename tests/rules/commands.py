#!/usr/bin/env python3
"""Is an option of a command told once, where it stands, however long the command is and however it is written?

usage: commands.py BINARY

Each command is written on one line and with each of its words on a line of its own, with nothing else and with many options
before and behind, by itself and behind wrappers, in scripts, images, make files, workflows and notebooks. The rule is told
once, at the line and column of the option.
"""
import json
import sys

from projects import main

# rule: (the beginning of a command, the option)
OPTIONS = {
    "config-deepspeed": ("python train.py", '--deepspeed "zero3.json"'),
    "config-liger-kernel": ("torchrun train.py", "--use_liger True"),
    "config-attn-impl": ("python train.py", "--attn_implementation flash_attention_2"),
    "config-tf32": ("python train.py", "--tf32 True"),
    "config-ddp-backend": ("python train.py", "--dist-backend nccl"),
    "config-optim-8bit": ("python train.py", "--optim adamw_bnb_8bit"),
    "config-load-in-8bit": ("python train.py", "--load_in_4bit True"),
    "config-torch-compile": ("python train.py", "--dynamo_backend inductor"),
    "yaml-precision-fp16": ("accelerate launch", "--mixed_precision fp16"),
    "shell-device-cuda": ("python infer.py", "--device cuda:0"),
    "shell-accelerate-gpu-flags": ("accelerate launch", "--multi_gpu"),
    "torchrun-gpu-count": ("torchrun", "--nproc_per_node=gpu"),
    "shell-docker-gpus": ("docker run", "--gpus all"),
    "env-device-cuda": ("docker run", "--env DEVICE=cuda"),
    "shell-docker-rocm": ("podman run", "--device=/dev/kfd"),
    "cloud-gpu-machine-flag": ("gcloud compute instances create a", "--accelerator=type=nvidia-l4,count=1"),
    "ray-config-num-gpus": ("ray start --head", "--num-gpus=8"),
    "uv-torch-backend-cuda": ("uv pip install torch", "--torch-backend=cu126"),
    "dockerfile-apt-cuda": ("apt-get install -y", "cuda-toolkit-12-4"),
    "shell-conda-cuda": ("conda install -y", "pytorch-cuda=12.1"),
}
OTHERS = [f"--name-{i} value-{i}" for i in range(60)]
WRAPPERS = ["", "srun -p part --kill-on-bad-exit=1 ", "sudo -E ", "env A=1 "]


def written(head, option, before, behind, spread):
    """The text, and the line and column from 0 of the option."""
    words = [head] + OTHERS[:before] + [option] + OTHERS[len(OTHERS) - behind:]
    text = (" \\\n    " if spread else " ").join(words)
    at = text.index(" " + option) + 1
    return text, text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1


def script(text):
    return {"run.sh": "#!/bin/bash\nset -e\n" + text + "\n"}, 2, 0


def image(text):
    return {"Dockerfile": "FROM python:3.12\nRUN " + text + "\n"}, 1, 4


def make(text):
    return {"Makefile": "train:\n\t" + text + "\n"}, 1, 1


def workflow(text):
    lines = "\n".join("          " + line for line in text.split("\n"))
    return {".github/workflows/a.yml": "jobs:\n  a:\n    steps:\n      - run: |\n" + lines + "\n"}, 4, 10


def notebook(text):
    lines = [line + "\n" for line in ("x = 1\n!" + text).split("\n")]
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": lines}
    return {"a.ipynb": json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})}, 1, 1


def cases():
    for rule, (head, option) in OPTIONS.items():
        for form in (script, image, make, workflow, notebook):
            for before, behind, spread, wrapper in [(0, 0, False, ""), (3, 2, False, "srun "), (3, 2, True, ""), (60, 60, True, "")] + [
                    (20, 20, True, wrapper) for wrapper in WRAPPERS if form is script]:
                text, line, column = written(wrapper + head, option, before, behind, spread)
                files, first, shift = form(text)
                # what stands on the first line is shifted by what is before it there, in a block all lines are
                shifted = column + (shift if not line or form is workflow else 0)
                yield [(rule, option, first + line + 1, shifted + 1)], \
                    {f"{rule}: {form.__name__}, {before} before, {behind} behind, {'spread' if spread else 'one line'},"
                     f" behind {wrapper or 'nothing'!r}": files}


# What the values of variables bring, and words of a list: (files, line and column)
VALUED = {
    "a value": ({"a.sh": "DEV=cuda\nOUT=out\npython train.py \\\n  --output ${OUT} \\\n  --log $OUT/log \\\n  --device $DEV\n"}, 6, 3),
    "options as a value": ({"a.sh": "ARGS='--bf16 --device cuda'\nOUT=out\npython train.py --output $OUT \\\n  $ARGS \\\n  --more $OUT\n"}, 4, 3),
    "a list of words": ({"Dockerfile": 'FROM python:3.12\nCMD ["python", "train.py", \\\n  "--bf16", \\\n  "--device", "cuda"]\n'}, 4, 4),
    "a list of a pod": ({"a.yaml": "spec:\n  containers:\n    - name: a\n      command: [python, train.py]\n      args:\n        - --bf16\n"
                                   "        - --device\n        - cuda\n"}, 7, 11),
}


def valued():
    for what, (files, line, column) in VALUED.items():
        yield [("shell-device-cuda", "--device", line, column)], {what: files}


def judge(found, wanted):
    (rule, option, line, column), = wanted
    there = [f for f in found if f["rule"] == rule]
    right = len(there) == 1 and (there[0]["line"], there[0]["column"]) == (line, column)
    said = f"wanted {line}:{column}; told {[(f['line'], f['column'], f['matched'][:40]) for f in there][:4]}"
    return right and " ".join(there[0]["matched"].split()).startswith(option.split()[0]), said


if __name__ == "__main__":
    sys.exit(main("commands", __doc__, [*cases(), *valued()], judge))
