#!/bin/sh
# Every part of `make check`, one after the other; ends with the sum: tests/run.sh BUILD MAKE
build=$1 make=$2
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for part in check-layers check-units check-cases check-rules check-fuzz check-diff check-docs check-limits; do
	"$make" --no-print-directory -s BUILD="$build" "$part" >"$log" 2>&1
	status=$?
	cat "$log"
	counts=$(sed -n 's/^.*: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log" | awk '{p += $1; f += $2} END {print p + 0, f + 0}')
	p=${counts% *} f=${counts#* }
	[ "$part" = check-layers ] && [ $status -eq 0 ] && p=1
	[ $status -ne 0 ] && [ "$f" -eq 0 ] && f=1 && echo "$part: stopped with status $status"
	passed=$((passed + p)) failed=$((failed + f))
done
# Under a sanitizer (make check-asan) what any process reports is a failure, whatever its test made of it.
if [ -n "${SANITIZER_REPORTS:-}" ]; then
	for report in "$SANITIZER_REPORTS"/*; do
		[ -f "$report" ] || continue
		echo "$report:"
		head -40 "$report"
		failed=$((failed + 1))
	done
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
