#!/usr/bin/env python3
"""Does every output keep the form it promises? tests/diff/schemas.py BINARY [SCHEMAS]

The JSON of many scans is held against docs/report-json.schema.json by a validator of the subset of JSON Schema that it
uses; a field that the schema does not name is a failure too, so that none is forgotten. GitLab's and GitHub's forms are
held against what their documentation says. With SCHEMAS (a folder with junit.xsd and sarif-schema-2.1.0.json) SARIF and
JUnit are held against those, which needs xmllint or lxml, and jsonschema.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from checks import Checks

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KNOWN = {"$schema", "$defs", "$ref", "title", "description", "type", "properties", "required", "items", "additionalProperties", "propertyNames", "enum", "const", "pattern", "minimum", "exclusiveMinimum", "minItems", "minLength"}


def is_kind(value, kind):
    if kind in ("number", "integer"):
        return isinstance(value, (int, float)) and not isinstance(value, bool) and (kind == "number" or isinstance(value, int))
    return isinstance(value, KINDS[kind])


class Validator:
    def __init__(self, schema):
        self.root = schema

    def errors(self, value, schema=None, path="$"):
        schema = self.root if schema is None else schema
        if schema is True:
            return
        if schema is False:
            yield f"{path}: nothing may stand here"
            return
        unknown = set(schema) - KNOWN
        assert not unknown, f"the validator does not know {unknown}"
        if "$ref" in schema:
            yield from self.errors(value, self.root["$defs"][schema["$ref"].rsplit("/", 1)[1]], path)
        if "type" in schema and not is_kind(value, schema["type"]):
            yield f"{path}: {value!r:.60} is no {schema['type']}"
            return
        if "const" in schema and (value != schema["const"] or type(value) is not type(schema["const"])):
            yield f"{path}: {value!r:.60} is not {schema['const']!r}"
        if "enum" in schema and value not in schema["enum"]:
            yield f"{path}: {value!r:.60} is none of {schema['enum']}"
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{path}: {value!r:.60} does not match {schema['pattern']}"
        if "minimum" in schema and value < schema["minimum"]:
            yield f"{path}: {value} is below {schema['minimum']}"
        if isinstance(value, list):
            if len(value) < schema.get("minItems", 0):
                yield f"{path}: fewer than {schema['minItems']} items"
            for n, item in enumerate(value):
                yield from self.errors(item, schema.get("items", True), f"{path}[{n}]")
        if isinstance(value, dict):
            yield from self.object_errors(value, schema, path)

    def object_errors(self, value, schema, path):
        for key in schema.get("required", ()):
            if key not in value:
                yield f"{path}: lacks {key!r}"
        for key, item in value.items():
            if "propertyNames" in schema:
                yield from self.errors(key, schema["propertyNames"], f"{path} key")
            if key in schema.get("properties", {}):
                yield from self.errors(item, schema["properties"][key], f"{path}.{key}")
            elif "additionalProperties" in schema:
                yield from self.errors(item, schema["additionalProperties"], f"{path}.{key}")
            elif "properties" in schema:
                yield f"{path}.{key}: the schema does not name it"


def validator_works(c):
    """A validator that accepts everything would prove nothing."""
    v = Validator({"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "minimum": 0}, "b": {"enum": ["x"]}, "c": {"type": "array", "items": {"type": "string", "pattern": "^z"}}}})
    for good in ({"a": 1}, {"a": 0, "b": "x", "c": ["z1"]}):
        c.check(good, not list(v.errors(good)))
    for bad in ({}, {"a": -1}, {"a": True}, {"a": 1.5}, {"a": 1, "b": "y"}, {"a": 1, "c": ["y"]}, {"a": 1, "d": 1}, []):
        c.check(bad, list(v.errors(bad)))


# GitLab, "Code Quality": "Implement a custom tool": the fields that a report has to have.
GITLAB = {"description": str, "check_name": str, "fingerprint": str, "severity": str, "location": dict}
GITLAB_SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def check_gitlab(c, name, text):
    rows = json.loads(text)
    c.check(f"{name} gitlab: an array without byte-order mark", isinstance(rows, list) and text[:1] == "[")
    c.check(f"{name} gitlab: fingerprints are unique", len({r["fingerprint"] for r in rows}) == len(rows))
    for row in rows:
        ok = all(isinstance(row.get(k), t) and row[k] for k, t in GITLAB.items()) and row["severity"] in GITLAB_SEVERITIES
        ok = ok and isinstance(row["location"]["path"], str) and row["location"]["path"] and not row["location"]["path"].startswith("./")
        c.check(f"{name} gitlab: {row}", ok and isinstance(row["location"]["lines"]["begin"], int) and row["location"]["lines"]["begin"] >= 1)


# GitHub, "Workflow commands": ::COMMAND PARAMETERS::MESSAGE on a line of its own; data escape % CR LF, parameters : and , too.
GITHUB = re.compile(r"::(error|warning|notice) ((?:file|line|endLine|col|endColumn|title)=[^:,\r\n]*(?:,(?:file|line|endLine|col|endColumn|title)=[^:,\r\n]*)*)::([^\r\n]+)\Z")


def check_github(c, name, text):
    kinds = {"error": 0, "warning": 0, "notice": 0}
    lines = text.splitlines()
    c.check(f"{name} github: the gate has the last word", lines[-1].startswith("gate: ") and "::" not in lines[-1])
    for line in lines[:-1]:
        m = GITHUB.match(line)
        c.check(f"{name} github: {line[:200]}", m)
        if not m:
            continue
        kinds[m[1]] += 1
        given = dict(p.split("=", 1) for p in m[2].split(","))
        c.check(f"{name} github: percent signs are escapes: {line[:100]}", not re.search(r"%(?!25|0D|0A|3A|2C)", m[2] + m[3]))
        c.check(f"{name} github: numbers: {line[:100]}", all(given[k].isdigit() and int(given[k]) >= 1 for k in ("line", "endLine", "col", "endColumn") if k in given))
        # columns are only read when line and endLine are the same
        c.check(f"{name} github: columns stand on one line: {line[:100]}", "col" not in given or given.get("endLine", given.get("line")) == given.get("line"))
    c.check(f"{name} github: not more than a step may show in all", sum(kinds.values()) <= 51)


def check_markdown(c, name, text):
    c.check(f"{name} markdown: {len(text)} characters", len(text) <= 60000)
    c.check(f"{name} markdown: one marker, in front", text.startswith("<!-- portfit report -->") and text.count("<!-- portfit report -->") == 1)
    c.check(f"{name} markdown: blocks are closed", text.count("<details") == text.count("</details>"))


def check_corpus(c, schemas, name, folder):
    """SARIF and JUnit against the published schemas."""
    import jsonschema

    with open(os.path.join(schemas, "sarif-schema-2.1.0.json")) as f:
        schema = json.load(f)
    with open(f"{folder}/r.sarif") as f:
        sarif = json.load(f)
    kind = jsonschema.validators.validator_for(schema)
    problems = [e.message for e in kind(schema).iter_errors(sarif)]
    c.check(f"{name} sarif: {problems[:2]}", not problems)
    xsd = os.path.join(schemas, "junit.xsd")
    try:
        from lxml import etree

        parsed = etree.XMLSchema(etree.parse(xsd))
        ok = parsed.validate(etree.parse(f"{folder}/r.junit"))
        c.check(f"{name} junit: {parsed.error_log}", ok)
    except ImportError:
        done = subprocess.run(["xmllint", "--noout", "--schema", xsd, f"{folder}/r.junit"], capture_output=True, text=True)
        c.check(f"{name} junit: {done.stderr[:300]}", done.returncode == 0)


EVERY_KIND = {
    "a.py": "import torch\nimport flash_attn\nx = torch.ones(3).cuda()\nloss = x.sum()\nfor i in range(9):\n    print(loss.item())\n",
    "b.py": "import torch\ntorch.cuda.synchronize()  # portfit: ignore[cuda-synchronize] -- measured, until 2099-01-01\ntorch.cuda.empty_cache()\n",
    "kernel.cu": "__global__ void k(float *x) { x[threadIdx.x] = 0; }\n",
    "requirements.txt": "torch==2.6.0+cu124\nflash-attn>=2.5\n",
    "Dockerfile": "FROM nvidia/cuda:12.4.1-devel-ubuntu22.04\nRUN nvidia-smi\n",
    "empty.py": "",
}


def inputs_of(place):
    tree = os.path.join(place, "every-kind")
    os.mkdir(tree)
    for name, text in EVERY_KIND.items():
        with open(os.path.join(tree, name), "w") as f:
            f.write(text)
    nothing = os.path.join(place, "nothing")
    os.mkdir(nothing)
    with open(os.path.join(nothing, "plain.py"), "w") as f:
        f.write("print(1)\n")
    yield "every kind", [tree], []
    yield "nothing found", [nothing], []
    yield "everything accepted", [nothing], ["--fail-on", "info", "--target", "tpu"]
    for name in sorted(os.listdir(os.path.join(ROOT, "examples"))):
        if os.path.isdir(os.path.join(ROOT, "examples", name)):
            yield name, [os.path.join(ROOT, "examples", name)], ["--training", "--fail-on", "minor", "--target", "trainium", "--target", "tpu"]
    for name in sorted(os.listdir(os.path.join(ROOT, "tests", "cases"))):
        yield name, [os.path.join(ROOT, "tests", "cases", name)], ["--mode", "compile"]


def main():
    binary, schemas = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    c = Checks()
    validator_works(c)
    with open(os.path.join(ROOT, "docs", "report-json.schema.json")) as f:
        report = Validator(json.load(f))
    kinds = set()
    with tempfile.TemporaryDirectory() as place:
        for name, inputs, options in inputs_of(place):
            out = os.path.join(place, "out")
            os.makedirs(out, exist_ok=True)
            formats = ("json", "sarif", "junit", "gitlab", "github", "markdown", "jsonl")
            args = [a for f in formats for a in ("--output", f"{f}:{out}/r.{f}")]
            done = subprocess.run([binary, "scan", *inputs, "-q", "--as-of", "2026-11-30", *options, *args], capture_output=True)
            if done.returncode == 2 and b"nothing" in done.stderr:
                continue
            texts = {}
            for f in formats:
                with open(f"{out}/r.{f}", encoding="utf-8", newline="") as file:
                    texts[f] = file.read()
            problems = list(report.errors(json.loads(texts["json"])))
            c.check(f"{name} json: {problems[:3]}", not problems)
            kinds |= {f["severity"] for f in json.loads(texts["json"])["findings"]}
            check_gitlab(c, name, texts["gitlab"])
            check_github(c, name, texts["github"])
            check_markdown(c, name, texts["markdown"])
            lines = [json.loads(line) for line in texts["jsonl"].splitlines()]
            c.check(f"{name} jsonl: head and gate", lines[0]["type"] == "head" and lines[-1]["type"] == "gate")
            if name == "nothing found":
                c.check("nothing found: SARIF without a result", json.loads(texts["sarif"])["runs"][0]["results"] == [])
                c.check("nothing found: GitLab's array is empty", json.loads(texts["gitlab"]) == [])
                c.check("nothing found: no annotation", len(texts["github"].splitlines()) == 1)
                c.check("nothing found: one case that passed", 'failures="0"' in texts["junit"] and "<testcase" in texts["junit"])
            if schemas:
                check_corpus(c, schemas, name, out)
    c.check(f"findings of every severity were there: {kinds}", kinds == {"blocker", "major", "minor", "info"})
    return c.end("schemas")


if __name__ == "__main__":
    sys.exit(main())
