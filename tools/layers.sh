#!/bin/sh
# Fails on an include that the plan of the house forbids. An arrow means "may include":
#   cli -> { report, probe } -> assess -> { scanner, coverage } -> pytorch -> base
# Also: a library's header is included by one file of base/ only; no free() outside base/; no #ifdef outside base/
# (include guards apart).
set -eu
cd "$(dirname "$0")/.."
awk '
function allowed(room) {
	if (room == "base") return "base"
	if (room == "pytorch") return "base pytorch"
	if (room == "coverage" || room == "scanner") return "base pytorch " room
	if (room == "assess") return "base pytorch coverage scanner assess"
	if (room == "report" || room == "probe") return "base pytorch coverage scanner assess " room
	return "base pytorch coverage scanner assess report probe cli"
}
FNR == 1 { room = FILENAME; sub(/\/.*/, "", room) }
/^#include "/ {
	split($2, q, "\""); target = q[2]; sub(/\/.*/, "", target)
	if (index(" " allowed(room) " ", " " target " ") == 0) {
		printf "%s:%d: %s may not include %s\n", FILENAME, FNR, room, q[2]; bad++
	}
}
/^#include <(yaml|zip|zlib|pcre2|curl\/.*|sqlite3)\.h>/ {
	if (room != "base") { printf "%s:%d: only an adapter in base/ includes %s\n", FILENAME, FNR, $2; bad++ }
}
/(^|[^_[:alnum:]])free\(/ {
	if (room != "base") { printf "%s:%d: free() outside base/\n", FILENAME, FNR; bad++ }
}
/^#[ \t]*(if|ifdef|elif)/ && !/^#ifndef [A-Z0-9_]*_H$/ {
	if (room != "base") { printf "%s:%d: conditional compilation outside base/\n", FILENAME, FNR; bad++ }
}
END { if (bad) exit 1; print "layers: clean" }
' $(find base pytorch coverage scanner assess report probe cli -name '*.[ch]' | sort)
