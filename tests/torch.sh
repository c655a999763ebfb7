#!/bin/sh
# Comparisons that need PyTorch: tests/torch.sh BUILD PYTHON
build=$1 python=$2
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for script in tests/diff/torch_*.py; do
	program=$build/portfit
	[ "$script" = tests/diff/torch_expressions.py ] && program=$build/tests/diff/expression_print
	"$python" "$script" "$program" >"$log" 2>&1
	status=$?
	cat "$log"
	counts=$(sed -n 's/^.*: \([0-9]*\) passed, \([0-9]*\) failed.*$/\1 \2/p' "$log" | awk '{p += $1; f += $2} END {print p + 0, f + 0}')
	p=${counts% *} f=${counts#* }
	[ $status -ne 0 ] && [ "$f" -eq 0 ] && f=1
	passed=$((passed + p)) failed=$((failed + f))
done
# Values are followed where something could match: PyTorch's own sources as the tree.
"$build/tests/diff/flow_both" "$("$python" -c 'import os, torch; print(os.path.dirname(torch.__file__))')" >"$log" 2>&1
status=$?
tail -5 "$log"
p=$(sed -n 's/^flow_both: \([0-9]*\) passed.*$/\1/p' "$log") f=$(sed -n 's/^flow_both: .* \([0-9]*\) failed$/\1/p' "$log")
[ $status -ne 0 ] && [ "${f:-0}" -eq 0 ] && f=1
passed=$((passed + ${p:-0})) failed=$((failed + ${f:-0}))
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
