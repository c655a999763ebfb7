#!/usr/bin/env python3
"""Writes scanner/python/unicode_table.c from the Unicode data of the Python that runs it.

    tools/unicode_tables.py > scanner/python/unicode_table.c

Run by hand when a newer Unicode is wanted; the build does not need it. Python identifiers are
compared after NFKC, so the tables hold, for the characters that may stand in one: which they are,
their full compatibility decomposition, their combining class, and which pairs compose.
Hangul syllables are left out: they are computed. For "\\N{...}" in strings there is a table of
the names of all characters, as hashes: 43 bits of a hash and 21 of the code point.
"""

import sys
import unicodedata

LAST = 0x110000
HANGUL = range(0xAC00, 0xD7A4)  # composed and named by rule, so left out
HASH_BITS = 43


def name_hash(name):
    """FNV-1a of 64 bits over the upper-case name; the highest bits are kept (unicode.c does the same)."""
    h = 0xCBF29CE484222325
    for byte in name.encode("ascii"):
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    h ^= h >> 32
    h = h * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    return h >> (64 - HASH_BITS)


def ranges(test):
    """Half-open ranges of the code points that pass, as a flat list."""
    out, inside = [], False
    for point in range(128, LAST + 1):
        hit = point < LAST and test(chr(point))
        if hit != inside:
            out.append(point)
            inside = hit
    return out


def table(kind, name, values, width):
    print("\nconst %s unicode_%s[] = {" % (kind, name))
    row = []
    for value in values:
        row.append(("0x%x" % value) + ("u" if width < 64 else "ull"))
        if sum(len(v) + 2 for v in row) > 76:
            print("        " + ", ".join(row) + ",")
            row = []
    if row:
        print("        " + ", ".join(row) + ",")
    print("};")
    print("const uint32_t unicode_%s_count = %d;" % (name, len(values)))


def algorithmic(name):
    return name.startswith(("CJK UNIFIED IDEOGRAPH-", "HANGUL SYLLABLE "))


# Names that unicodedata.lookup knows beside those that unicodedata.name gives.
ALIASES = """
NULL|NUL|START OF HEADING|SOH|START OF TEXT|STX|END OF TEXT|ETX|END OF TRANSMISSION|EOT|ENQUIRY|ENQ|
ACKNOWLEDGE|ACK|ALERT|BEL|BACKSPACE|BS|CHARACTER TABULATION|HORIZONTAL TABULATION|HT|TAB|LINE FEED|
NEW LINE|END OF LINE|LF|NL|EOL|LINE TABULATION|VERTICAL TABULATION|VT|FORM FEED|FF|CARRIAGE RETURN|
CR|SHIFT OUT|LOCKING-SHIFT ONE|SO|SHIFT IN|LOCKING-SHIFT ZERO|SI|DATA LINK ESCAPE|DLE|
DEVICE CONTROL ONE|DC1|DEVICE CONTROL TWO|DC2|DEVICE CONTROL THREE|DC3|DEVICE CONTROL FOUR|DC4|
NEGATIVE ACKNOWLEDGE|NAK|SYNCHRONOUS IDLE|SYN|END OF TRANSMISSION BLOCK|ETB|CANCEL|CAN|END OF MEDIUM|
EOM|EM|SUBSTITUTE|SUB|ESCAPE|ESC|INFORMATION SEPARATOR FOUR|FILE SEPARATOR|FS|
INFORMATION SEPARATOR THREE|GROUP SEPARATOR|GS|INFORMATION SEPARATOR TWO|RECORD SEPARATOR|RS|
INFORMATION SEPARATOR ONE|UNIT SEPARATOR|US|SP|DELETE|DEL|PADDING CHARACTER|PAD|HIGH OCTET PRESET|
HOP|BREAK PERMITTED HERE|BPH|NO BREAK HERE|NBH|INDEX|IND|NEXT LINE|NEL|START OF SELECTED AREA|SSA|
END OF SELECTED AREA|ESA|CHARACTER TABULATION SET|HORIZONTAL TABULATION SET|HTS|
CHARACTER TABULATION WITH JUSTIFICATION|HORIZONTAL TABULATION WITH JUSTIFICATION|HTJ|
LINE TABULATION SET|VERTICAL TABULATION SET|VTS|PARTIAL LINE FORWARD|PARTIAL LINE DOWN|PLD|
PARTIAL LINE BACKWARD|PARTIAL LINE UP|PLU|REVERSE LINE FEED|REVERSE INDEX|RI|SINGLE SHIFT TWO|
SINGLE-SHIFT-2|SS2|SINGLE SHIFT THREE|SINGLE-SHIFT-3|SS3|DEVICE CONTROL STRING|DCS|PRIVATE USE ONE|
PRIVATE USE-1|PU1|PRIVATE USE TWO|PRIVATE USE-2|PU2|SET TRANSMIT STATE|STS|CANCEL CHARACTER|CCH|
MESSAGE WAITING|MW|START OF GUARDED AREA|START OF PROTECTED AREA|SPA|END OF GUARDED AREA|
END OF PROTECTED AREA|EPA|START OF STRING|SOS|SINGLE GRAPHIC CHARACTER INTRODUCER|SGC|
SINGLE CHARACTER INTRODUCER|SCI|CONTROL SEQUENCE INTRODUCER|CSI|STRING TERMINATOR|ST|
OPERATING SYSTEM COMMAND|OSC|PRIVACY MESSAGE|PM|APPLICATION PROGRAM COMMAND|APC|NBSP|SHY|CGJ|ZWSP|
ZWNJ|ZWJ|LRM|RLM|LRE|RLE|PDF|LRO|RLO|NNBSP|MMSP|WJ|LRI|RLI|FSI|PDI|BYTE ORDER MARK|BOM|ZWNBSP|
LATIN CAPITAL LETTER GHA|LATIN SMALL LETTER GHA|ALM|WEIERSTRASS ELLIPTIC FUNCTION|MICR ON US SYMBOL|
MICR DASH SYMBOL|LAO LETTER FO FON|LAO LETTER FO FAY|LAO LETTER RO|LAO LETTER LO|
YI SYLLABLE ITERATION MARK|PRESENTATION FORM FOR VERTICAL RIGHT WHITE LENTICULAR BRACKET|
KANNADA LETTER LLLA|BYZANTINE MUSICAL SYMBOL FTHORA SKLIRON CHROMA VASIS|FVS1|FVS2|FVS3|FVS4|MVS
"""


def all_names():
    found = {}
    for point in range(LAST):
        name = unicodedata.name(chr(point), "")
        if name and not algorithmic(name):
            found[name] = point
    for name in ALIASES.replace("\n", "").split("|"):
        found.setdefault(name, ord(unicodedata.lookup(name)))
    for n in range(1, 257):
        found.setdefault("VS%d" % n, ord(unicodedata.lookup("VS%d" % n)))
    return found


def main():
    start = ranges(str.isidentifier)
    more = ranges(lambda c: ("a" + c).isidentifier())
    points = [p for first, last in zip(more[::2], more[1::2]) for p in range(first, last)]
    decomposed, pool, places = [], [], {}
    pairs = []
    for p in points:
        text = unicodedata.normalize("NFKD", chr(p))
        if text != chr(p) and p not in HANGUL:
            key = tuple(map(ord, text))
            if key not in places:
                places[key] = len(pool)
                pool += key
            decomposed.append(p << 32 | len(key) << 24 | places[key])
        pair = unicodedata.decomposition(chr(p)).split()
        if len(pair) == 2 and not pair[0].startswith("<") and p not in HANGUL:
            whole = "".join(chr(int(c, 16)) for c in pair)
            if unicodedata.normalize("NFC", whole) == chr(p):
                pairs.append((int(pair[0], 16), int(pair[1], 16), p))
    pairs.sort()
    classes, before = [], 0
    for p in range(128, LAST):
        now = unicodedata.combining(chr(p))
        if now != before:
            classes.append(p << 8 | now)
            before = now
    names = all_names()
    hashes = sorted(name_hash(n) << 21 | p for n, p in names.items())
    if len({h >> 21 for h in hashes}) != len(hashes):
        sys.exit("two names have one hash: take another hash")
    print("/* Made by tools/unicode_tables.py from Unicode %s. Do not edit. */" % unicodedata.unidata_version)
    print('#include "scanner/python/unicode_table.h"')
    print("\n/* clang-format off */")
    table("uint32_t", "start", start, 32)
    table("uint32_t", "more", more, 32)
    table("uint64_t", "decomposed", decomposed, 64)
    table("uint32_t", "pool", pool, 32)
    table("uint32_t", "class", classes, 32)
    table("uint32_t", "pairs", [x for pair in pairs for x in pair], 32)
    table("uint64_t", "names", hashes, 64)


if __name__ == "__main__":
    main()
