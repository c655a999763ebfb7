"""The words of a page, a line each, without styles and scripts."""
import html.parser
import sys


class Words(html.parser.HTMLParser):
    hidden = 0

    def handle_starttag(self, tag, attrs):
        self.hidden += tag in ("style", "script")

    def handle_endtag(self, tag):
        self.hidden -= tag in ("style", "script")

    def handle_data(self, data):
        if not self.hidden and data.strip():
            print(" ".join(data.split()))


Words().feed(sys.stdin.read())
