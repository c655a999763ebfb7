"""What is a receiver, place by place: tests/diff/receivers.py PORTFIT

A line of receiver-cases/*.py that ends in a comment of one word says what the receiver of its last call is when the
program runs: tensor, module, other (numpy, pandas, a number), unknown (it may be anything). "(seen as unknown)" behind it
is a tensor or module that the scan cannot tell yet, and has to go when it can; other may always be seen as unknown.
Anything else in place of the truth would be a false alarm or, worse, a wrong "nothing found", and is never accepted. Each
file is also compiled, so that the cases stay Python.
"""
import glob, json, os, re, subprocess, sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "receiver-cases")
MARK = re.compile(r"# (tensor|module|other|unknown)(?: \(seen as (\w+)\))?$")
RULES = ("kind-tensor", "kind-module", "kind-not-other")


def seen_kinds(portfit, path):
    command = [portfit, "scan", path, "--rules", os.path.join(HERE, "kinds.yaml"), "--format", "json"]
    for rule in RULES:
        command += ["--select", rule]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"receivers: {run.stderr}")
    by_line = {}
    for finding in json.loads(run.stdout).get("findings", []):
        by_line.setdefault(finding["line"], set()).add(finding["rule"])
    return by_line


def kind_of(rules):
    return "tensor" if "kind-tensor" in rules else "module" if "kind-module" in rules else "unknown" if rules else "other"


def main():
    passed = failed = told = 0
    for path in sorted(glob.glob(os.path.join(HERE, "*.py"))):
        text = open(path, encoding="utf-8").read()
        compile(text, path, "exec", dont_inherit=True)
        by_line = seen_kinds(sys.argv[1], path)
        for number, line in enumerate(text.split("\n"), 1):
            mark = MARK.search(line)
            if not mark:
                continue
            truth, expected = mark.group(1), mark.group(2) or mark.group(1)
            seen = kind_of(by_line.get(number, set()))
            good = seen == expected or (truth == "other" and seen == "unknown")
            good &= seen in (truth, "unknown")
            told += good and seen == truth
            passed, failed = passed + good, failed + (not good)
            if not good:
                print(f"{os.path.basename(path)}:{number}: {line.strip()}: seen as {seen}")
    failed += passed < 150
    print(f"receivers: {told} of {passed + failed} told in full: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
