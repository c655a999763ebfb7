#!/bin/sh
# The large comparisons on a folder of references: tests/corpus.sh BUILD PYTHON CORPUS
# A part whose data is missing there is a failure.
build=$1 python=$2 corpus=$3
[ -d "${corpus:-/nowhere}" ] || { echo "check-corpus: give a folder, as in make check-corpus CORPUS=DIR" >&2; exit 2; }
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
part() {
	"$@" >"$log" 2>&1
	status=$?
	cat "$log"
	counts=$(sed -n 's/^.*: \([0-9]*\) passed, \([0-9]*\) failed.*$/\1 \2/p' "$log" | awk '{p += $1; f += $2} END {print p + 0, f + 0}')
	p=${counts% *} f=${counts#* }
	[ $status -ne 0 ] && [ "$f" -eq 0 ] && f=1
	[ "$p" -eq 0 ] && [ "$f" -eq 0 ] && f=1
	passed=$((passed + p)) failed=$((failed + f))
}
part "$python" tests/diff/verdicts.py "$build/portfit" "$corpus/facts/check-verdicts.tsv"
part "$python" tests/diff/graphs.py "$build/portfit" "$corpus/graphs"
part "$python" tests/diff/totals.py "$build/portfit" "$corpus/graphs"
part "$python" tests/diff/islands.py "$build/portfit" "$corpus/graphs"
part "$python" tests/diff/same_work.py "$build/portfit" "$corpus/graphs"
part "$python" tests/diff/unknown.py "$build/portfit" "$corpus/graphs"
part "$python" tests/diff/schemas.py "$build/portfit" "$corpus/schemas"
part "$python" tests/diff/report.py "$build/portfit" "$corpus"
part "$python" tests/diff/samples.py "$build/portfit" "$corpus"
part "$python" tests/diff/json_graphs.py "$build/tests/diff/json_canon" "$corpus/graphs"
part "$python" tests/diff/python.py "$build/portfit" "$corpus"
part "$python" tests/diff/effort.py "$build/portfit" "$corpus"
part "$python" tests/diff/prices.py "$build/portfit" "$corpus"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
