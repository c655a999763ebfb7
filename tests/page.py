#!/usr/bin/env python3
"""Can the HTML report be read with keyboard, ears and weak eyes? tests/page.py BINARY

Static part, over pages of many projects in both languages: it is well formed, no heading leaves a level out, every chart
has a name and a description, every table a caption and headers, every control and scrolled part a name, every link a goal,
what is English on a Chinese page says so, and colours keep a contrast of 4.5 to their grounds in light and dark (WCAG 2.1,
1.4.3). What a browser makes of it: tools/page_check.py, for a person.
"""
import html.parser
import os
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "diff"))
from checks import Checks

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BINARY = os.path.abspath(sys.argv[1])
VOID = {"meta", "input", "br", "rect", "line", "polyline", "polygon", "circle", "link", "img", "hr"}
checks = Checks()
check = checks.check


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.faults = [], [], []
        self.feed(text)
        if self.open:
            self.faults.append(f"open at the end: {[e[0] for e in self.open]}")

    def handle_starttag(self, tag, attributes):
        element = (tag, dict(attributes), [], [e[0] for e in self.open])
        for e in self.open:
            e[2].append(element)
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1][0] != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes {self.open[-1][0] if self.open else 'nothing'}")
            return
        self.open.pop()

    def handle_data(self, text):
        for e in self.open:
            e[2].append(text)


def words(element):
    return "".join(x for x in element[2] if isinstance(x, str)).strip()


def read(name, text, lang):
    page = Page(text)
    every = page.elements
    check(f"{name}: well formed", not page.faults, page.faults[:3])
    ids = [a["id"] for _, a, _, _ in every if "id" in a]
    check(f"{name}: an id stands once", len(ids) == len(set(ids)), [i for i in ids if ids.count(i) > 1])
    check(f"{name}: its language", every[0][1].get("lang") == lang, every[0][1])
    levels = [int(t[1]) for t, _, _, _ in every if re.fullmatch("h[1-6]", t)]
    check(f"{name}: headings", levels[:1] == [1] and levels.count(1) == 1 and all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels)
    for tag in ("header", "nav", "main", "footer", "title"):
        check(f"{name}: one <{tag}>", sum(t == tag and "svg" not in up for t, _, _, up in every) == 1)
    for tag, a, inside, up in every:
        if tag == "svg":
            named = [next((e for e in inside if not isinstance(e, str) and e[1].get("id") == a.get(k)), None) for k in ("aria-labelledby", "aria-describedby")]
            check(f"{name}: a chart has name and description", a.get("role") == "img" and all(n and words(n) for n in named), a)
        elif tag == "table":
            caption = next((e for e in inside if not isinstance(e, str) and e[0] == "caption"), None)
            heads = [e for e in inside if not isinstance(e, str) and e[0] == "th"]
            check(f"{name}: a table has a caption and headers with scope", caption and words(caption) and heads and all("scope" in h[1] for h in heads), a)
            rows = [e for e in inside if not isinstance(e, str) and e[0] == "tr" and not ("thead" in e[3])]
            check(f"{name}: every row has a header", all(any(not isinstance(x, str) and x[0] == "th" for x in r[2]) for r in rows), a)
        elif tag in ("button", "summary", "a", "h1", "h2", "h3"):
            check(f"{name}: <{tag}> has words", words((tag, a, inside, up)), a)
        elif tag == "input" or a.get("tabindex") == "0":
            check(f"{name}: <{tag}> has a name", a.get("aria-label"), a)
        if a.get("href", "").startswith("#"):
            check(f"{name}: link to {a['href']}", a["href"][1:] in ids)
        for k in ("href", "src"):
            check(f"{name}: no network", not re.match(r"(?:\w+:)?//", a.get(k, "")), a)


def luminance(color):
    c = color.lstrip("#")
    c = "".join(x * 2 for x in c) if len(c) == 3 else c
    parts = [int(c[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    parts = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a, b):
    x, y = sorted((luminance(a), luminance(b)), reverse=True)
    return (x + 0.05) / (y + 0.05)


def colours(css):
    schemes = [dict(re.findall(r"--(\w+):\s*(#[0-9a-f]+)", block)) for block in re.findall(r":root\s*\{(.*?)\}", css, re.S)]
    check("two colour schemes", len(schemes) == 2 and schemes[0].keys() == schemes[1].keys(), schemes)
    for scheme, name in zip(schemes, ("light", "dark")):
        for word in ("ink", "soft", "accent", *(f"v{i}" for i in range(7))):
            for ground in ("bg", "card"):
                ratio = contrast(scheme[word], scheme[ground])
                check(f"{name}: --{word} on --{ground}", ratio >= 4.5, f"{ratio:.2f}")
    # charts, to their ground (1.4.11)
    for scheme, name in zip(schemes, ("light", "dark")):
        check(f"{name}: a curve on a card", contrast(scheme["v1"], scheme["card"]) >= 3)
    check("paper has the colours of the day", re.search(r"@media screen and \(prefers-color-scheme: dark\)", css))


def main():
    with open(f"{ROOT}/report/page.css") as f:
        colours(f.read())
    projects = [(["examples"], ["--training", "--plan", f"{ROOT}/tools/shots-plan.yaml"]), (["examples/cuda-trainer/train.py"], []),
                (["examples/lstm"], []), (["examples/mixture-of-experts"], ["--mode", "compile"]), (["tests/cases/a-run-log-names-what-left-the-device"], []),
                (["tests/rules"], []), (["README.md"], [])]
    with tempfile.TemporaryDirectory() as place:
        for paths, options in projects:
            for lang, code in (("en", "en"), ("zh-TW", "zh-Hant-TW")):
                out = f"{place}/r.html"
                subprocess.run([BINARY, "scan", *paths, *options, "--lang", lang, "--as-of", "2026-11-30", "-q", "-o", f"html:{out}"], cwd=ROOT, capture_output=True)
                if os.path.exists(out):
                    with open(out, encoding="utf-8") as f:
                        read(f"{paths[0]} {lang}", f.read(), code)
                    os.remove(out)
    return checks.end("page", 500)


if __name__ == "__main__":
    sys.exit(main())
