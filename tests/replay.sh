#!/bin/sh
# Replays every fuzz corpus, each input also cut and damaged: tests/replay.sh BUILD
passed=0 failed=0
for program in "$1"/tests/fuzz/fuzz_*; do
	[ -x "$program" ] && [ ! -d "$program" ] || continue
	case $program in *.d) continue ;; esac
	name=$(basename "$program")
	corpus=tests/fuzz/corpus/${name#fuzz_}
	if [ -d "$corpus" ] && timeout $((120 * ${TIME_SCALE:-1})) "$program" "$corpus" >/tmp/replay.$$ 2>&1; then
		passed=$((passed + 1))
	else
		echo "$name: failed on its corpus"
		tail -20 /tmp/replay.$$ 2>/dev/null
		failed=$((failed + 1))
	fi
done
rm -f /tmp/replay.$$
echo "fuzz replay: $passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
