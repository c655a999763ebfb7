#!/bin/sh
# Unit tests and one scan under valgrind: tests/valgrind.sh BUILD PROGRAM...
build=$1
shift
passed=0 failed=0
for program in "$@" "$build/portfit"; do
	args="" known=""
	[ "$program" = "$build/portfit" ] && args="scan examples"
	[ "${program##*/}" = test_pcre ] && known=--suppressions=tests/pcre.supp
	# shellcheck disable=SC2086
	if valgrind -q $known --error-exitcode=99 --leak-check=full "$program" $args >/tmp/valgrind.$$ 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$program:"
		tail -30 /tmp/valgrind.$$
	fi
done
rm -f /tmp/valgrind.$$
echo "valgrind: $passed passed, $failed failed"
[ $failed -eq 0 ]
