import html.parser, re, sys


class Page(html.parser.HTMLParser):
    """The text of the page, a line a block; names and descriptions of pictures and tables in brackets."""

    def __init__(self):
        super().__init__()
        self.out, self.skip, self.open = [], 0, []

    def handle_starttag(self, tag, attrs):
        self.skip += tag in ("style", "script")
        if tag not in ("meta", "br", "link", "input"):
            self.open.append(tag)
        if tag in ("p", "h1", "h2", "h3", "tr", "li", "section", "summary", "table", "pre", "nav"):
            self.out.append("\n")
        if tag in ("td", "th", "br"):
            self.out.append(" | ")
        if tag in ("svg", "caption"):
            self.out.append("\n[")
        if tag == "desc":
            self.out.append(": ")

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        self.skip -= tag in ("style", "script")
        if tag in ("desc", "caption"):
            self.out.append("]\n")
        assert not self.open or self.open.pop() == tag, (tag, self.open)

    def handle_data(self, data):
        if not self.skip:
            self.out.append(data)


page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
assert page.open == [], page.open
lines = [re.sub(r"\s+", " ", line).strip() for line in "".join(page.out).split("\n")]
stop = next(i for i, l in enumerate(lines) if l in ("What stops it", "擋住搬遷的原因") and i > 30)
print("\n".join(l for l in lines[:stop + 14] if l))
