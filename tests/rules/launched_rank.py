#!/usr/bin/env python3
"""Is a command of torch.distributed.launch a blocker only where its program refuses the --local-rank that it is given?

usage: launched_rank.py BINARY

Small projects of a script and a program. Of the first ones the program may take what it is given, or which one it is cannot be
told: there the command is minor. Of the last ones the program knows --local_rank alone.
"""
import sys

from projects import main

PROGRAM = """import argparse
def get_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", default=-1, type=int)
    return parser.parse_args()
if __name__ == "__main__":
    print(get_args())
"""
BOTH = PROGRAM.replace('"--local_rank"', '"--local_rank", "--local-rank"')
RUN = "python -m torch.distributed.launch --nproc_per_node=8 train.py --lr 1\n"
OPTIONS = """def add_rank(parser):
    parser.add_argument("--local_rank", default=-1, type=int)
"""
USES_OPTIONS = """import argparse
from options import add_rank
if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    add_rank(parser)
    print(parser.parse_args())
"""
KNOWN = PROGRAM.replace("    return", "    known, _ = parser.parse_known_args()\n    print(known)\n    return")


def changed(before, after):
    assert before in PROGRAM
    return {"run.sh": RUN, "train.py": PROGRAM.replace(before, after)}


def script(text):
    return {"run.sh": text, "train.py": PROGRAM}


STAYS = {
    "both names": {"run.sh": RUN, "train.py": BOTH},
    "the other name alone": changed("--local_rank", "--local-rank"),
    "no such argument": changed("--local_rank", "--rank"),
    "a comment": changed("    parser.add_argument", "    # parser.add_argument"),
    "a text": changed('parser.add_argument("--local_rank", default=-1, type=int)', 'print("--local_rank")'),
    "what is not known passes": changed("parser.parse_args()", "parser.parse_known_args()[0]"),
    "what is not known passes, in another parser": {"run.sh": RUN, "train.py": KNOWN.replace("parser.parse_known", "first.parse_known")},
    "the rest is taken": changed("default=-1, type=int)", "default=-1)\n    parser.add_argument('opts', nargs=argparse.REMAINDER)"),
    "arguments that are given": changed("parse_args()\nif", "parse_args(clean())\nif"),
    "arguments that are changed": changed("import argparse\n", "import argparse, sys\nsys.argv = [a.replace('l-r', 'l_r') for a in sys.argv]\n"),
    "the environment": script(RUN.replace("train.py", "--use_env train.py")),
    "the environment, with a dash": script(RUN.replace("train.py", "--use-env train.py")),
    "options of a variable": script(RUN.replace("train.py", "$OPTIONS train.py")),
    "options of a variable behind a value": script(RUN.replace("train.py", "--master_port 1 ${OPTIONS} train.py")),
    "a program of a variable": script(RUN.replace("train.py", "$PROGRAM")),
    "two of one name": {"run.sh": RUN.replace("train.py", "x/train.py"), "a/x/train.py": PROGRAM, "b/x/train.py": BOTH},
    "two commands, one with another program": {"run.sh": RUN + RUN.replace("train", "eval"), "train.py": PROGRAM, "eval.py": BOTH},
    "an option of a module that is imported for something else": {"run.sh": RUN, "options.py": OPTIONS,
        "train.py": USES_OPTIONS.replace("add_rank(parser)", "pass").replace("add_rank", "parse as other")},
    "an option of a module beside one that has both": {"run.sh": RUN, "train.py": USES_OPTIONS,
        "options.py": OPTIONS + 'def other(parser):\n    parser.add_argument("--local-rank")\n'},
}
RAISED = {
    "one program": script(RUN),
    "other names beside it": changed('"--local_rank"', "'-l', '--local_rank'"),
    "a value of a variable": script(RUN.replace("=8", " $GPUS")),
    "beside the script": {"tools/run.sh": RUN.replace("train.py", '$(dirname "$0")/train.py $CONFIG'), "tools/train.py": PROGRAM},
    "in a wrapper": script("srun -N 2 " + RUN),
    "what is not known passes at first": {"run.sh": RUN, "train.py": KNOWN},
    "an option that a module adds": {"run.sh": RUN, "train.py": USES_OPTIONS, "options.py": OPTIONS},
    "how it was called is shown": changed("import argparse\n", "import argparse, sys\nprint(' '.join(sys.argv))\n"),
    "two commands": script(RUN + RUN.replace("8", "4")),
}


def judge(found, wanted):
    got = {(f["targets"]["tpu"], "knows --local_rank alone" in f["message"]) for f in found if f["rule"] == "torch-distributed-launch"}
    return got == {wanted}, got


if __name__ == "__main__":
    sys.exit(main("launched_rank", __doc__, ((("minor", False), STAYS), (("blocker", True), RAISED)), judge))
