#!/usr/bin/env python3
"""What a browser makes of an HTML report: tools/page_check.py REPORT.html... [--tree]

Chromium opens each page twice, light and dark. Told are: first paint, size; of the accessibility tree: landmarks, headings,
tables, charts with name and description, controls without a name; what Tab reaches, whether the focus can be seen there;
text whose contrast to its ground is below 4.5 (3 when large), text cut off sideways. --tree prints the whole tree.
Needs chromium; nothing but the standard library. Status 1 when something is wrong.
"""
import base64
import http.client
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

LOOK = r"""
(() => {
  const lum = c => { const p = c.map(x => x / 255).map(x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
                     return 0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2]; };
  const parse = s => (s.match(/[\d.]+/g) || []).map(Number);
  const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
                        if (c.length === 3 || c[3] > 0) return c.slice(0, 3); } return [255, 255, 255]; };
  /* what is in a closed part is reached once it is open */
  const shown = e => { const d = (e.tagName === 'SUMMARY' ? e.parentElement.parentElement : e).closest('details:not([open])'); return !d; };
  const low = new Map(); let texts = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; (n = walk.nextNode());) {
    const e = n.parentElement, style = getComputedStyle(e);
    if (!n.data.trim() || ['SCRIPT', 'STYLE', 'TITLE', 'DESC'].includes(e.tagName.toUpperCase()) || e.closest('.vh') || style.visibility === 'hidden') continue;
    const ink = parse(e.namespaceURI.endsWith('svg') ? style.fill : style.color).slice(0, 3), a = lum(ink), b = lum(ground(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), size = parseFloat(style.fontSize);
    const large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    texts++;
    if (ratio < (large ? 3 : 4.5)) low.set(`${e.tagName}.${e.className && e.className.baseVal === undefined ? e.className : ''} ${ratio.toFixed(2)}`, n.data.trim().slice(0, 40));
  }
  return { texts, low: [...low], wide: document.documentElement.scrollWidth > innerWidth,
           paint: performance.getEntriesByType('paint').map(p => [p.name, p.startTime]),
           elements: document.querySelectorAll('*').length, focusable: [...document.querySelectorAll('a[href],summary,button,input:not([hidden]),[tabindex="0"]')].filter(shown).length };
})()
"""
FOCUS = r"""
(() => { const e = document.activeElement, s = getComputedStyle(e);
  return [e.tagName.toLowerCase(), e.getAttribute('aria-label') || e.textContent.trim().slice(0, 30), e.matches(':focus-visible') && s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0]; })()
"""


class Socket:
    """As much of RFC 6455 as it takes to talk with a browser."""

    def __init__(self, host, port, path):
        self.s = socket.create_connection((host, port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.s.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                       "Sec-WebSocket-Version: 13\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.s.recv(1)
        self.number, self.events = 0, []

    def exact(self, n):
        out = b""
        while len(out) < n:
            more = self.s.recv(n - len(out))
            if not more:
                raise EOFError
            out += more
        return out

    def message(self):
        text = b""
        while True:
            first, second = self.exact(2)
            n = second & 127
            n = struct.unpack(">H", self.exact(2))[0] if n == 126 else struct.unpack(">Q", self.exact(8))[0] if n == 127 else n
            text += self.exact(n)
            if first & 0x80:
                return json.loads(text)

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        n = len(data)
        head = struct.pack(">BB", 0x81, 0x80 | (n if n < 126 else 126 if n < 65536 else 127))
        head += b"" if n < 126 else struct.pack(">H" if n < 65536 else ">Q", n)
        self.s.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def ask(self, method, **params):
        self.number += 1
        self.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            m = self.message()
            if m.get("id") == self.number:
                if "error" in m:
                    raise RuntimeError(f"{method}: {m['error']}")
                return m["result"]
            self.events.append(m)

    def wait(self, method):
        while not any(e.get("method") == method for e in self.events):
            self.events.append(self.message())

    def evaluate(self, code):
        return self.ask("Runtime.evaluate", expression=code, returnByValue=True)["result"].get("value")


def open_browser(folder):
    browser = next((shutil.which(n) for n in ("chromium", "chromium-browser", "google-chrome") if shutil.which(n)), None)
    if not browser:
        sys.exit("page_check: chromium is not there")
    process = subprocess.Popen([browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", "--remote-debugging-port=0",
                                f"--user-data-dir={folder}", "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(600):
        try:
            with open(os.path.join(folder, "DevToolsActivePort")) as f:
                port = int(f.readline())
            http_ = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            http_.request("GET", "/json/list")
            page = next(t for t in json.load(http_.getresponse()) if t["type"] == "page")
            return process, Socket("127.0.0.1", port, page["webSocketDebuggerUrl"].split(str(port), 1)[1])
        except (OSError, ValueError, StopIteration):
            time.sleep(0.05)
    process.kill()
    sys.exit("page_check: the browser does not answer")


def value(node, key):
    return (node.get(key) or {}).get("value", "")


def tree_of(s, show):
    nodes = [n for n in s.ask("Accessibility.getFullAXTree")["nodes"] if not n.get("ignored")]
    roles, faults = {}, []
    for n in nodes:
        role, name = value(n, "role"), value(n, "name")
        roles[role] = roles.get(role, 0) + 1
        if role in ("button", "link", "textbox", "searchbox", "table", "image", "graphics-document", "heading", "region", "DisclosureTriangle", "navigation") and not name:
            faults.append(f"{role} without a name")
        if role == "image" and not value(n, "description"):
            faults.append(f"chart without a description: {name}")
        if show and role not in ("StaticText", "InlineTextBox"):
            print(f"    {role}: {name[:100]}" + (f" -- {value(n, 'description')[:120]}" if value(n, "description") else ""))
    for role in ("banner", "navigation", "main", "contentinfo"):
        if roles.get(role) != 1:
            faults.append(f"{roles.get(role, 0)} landmarks {role}")
    return roles, faults


def tab_through(s):
    """Tab from the top until the focus is back; what cannot be seen there."""
    seen, hidden = 0, []
    s.evaluate("document.activeElement.blur()")
    for _ in range(400):
        for kind in ("keyDown", "keyUp"):
            s.ask("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        tag, name, visible = s.evaluate(FOCUS)
        if tag == "body":
            break
        seen += 1
        if not visible:
            hidden.append(f"focus not visible: {tag} {name}")
    return seen, hidden


def check(s, path, show):
    faults = []
    for scheme in ("light", "dark"):
        s.events.clear()
        s.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        s.ask("Page.navigate", url="file://" + os.path.abspath(path))
        s.wait("Page.loadEventFired")
        time.sleep(0.3)
        look = s.evaluate(LOOK)
        paint = next((t for n, t in look["paint"] if n == "first-contentful-paint"), None)
        faults += [f"{scheme}: low contrast {k}: {t}" for k, t in look["low"]]
        if look["wide"]:
            faults.append(f"{scheme}: wider than the screen")
        if scheme == "light":
            roles, wrong = tree_of(s, show)
            seen, hidden = tab_through(s)
            faults += wrong + hidden
            if seen < min(look["focusable"], 400):
                faults.append(f"Tab reaches {seen} of {look['focusable']}")
            print(f"{path}: {os.path.getsize(path) / 1e6:.2f} MB, {look['elements']} elements, first paint {paint or 0:.0f} ms; "
                  f"{roles.get('heading', 0)} headings, {roles.get('table', 0)} tables, {roles.get('image', 0)} charts, Tab reaches {seen} of {look['focusable']}")
        print(f"  {scheme}: {look['texts']} texts, first paint {paint or 0:.0f} ms")
    for fault in dict.fromkeys(faults):
        print(f"  not so: {fault}")
    return not faults


def main():
    pages = [a for a in sys.argv[1:] if not a.startswith("--")]
    folder = tempfile.mkdtemp()
    process, s = open_browser(folder)
    try:
        for domain in ("Page", "Accessibility", "Runtime"):
            s.ask(f"{domain}.enable")
        ok = all([check(s, p, "--tree" in sys.argv) for p in pages])
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)
    return not ok


if __name__ == "__main__":
    sys.exit(main())
