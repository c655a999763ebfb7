#!/bin/sh
# Runs unit test programs and adds their counts: tests/units.sh PROGRAM...
passed=0 failed=0
for program in "$@"; do
	out=$("$program" 2>&1)
	status=$?
	p=$(printf '%s\n' "$out" | grep -c '^\[       OK \]')
	f=$(printf '%s\n' "$out" | sed -n 's/^\[  FAILED  \] \([a-zA-Z_]*\)$/\1/p' | sort -u | grep -c .) # told again at the end
	if [ $status -ne 0 ]; then
		printf '%s\n' "$out"
		[ "$f" -gt 0 ] || f=1
	fi
	passed=$((passed + p)) failed=$((failed + f))
done
echo "units: $passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
