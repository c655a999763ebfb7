#!/bin/sh
# Time and memory, every part whether or not another fails: tests/limits.sh BUILD PYTHON
build=$1 python=$2
status=0
"$python" tests/limits/limits.py "$build/portfit" || status=1
"$python" tests/limits/logs_and_profiles.py "$build/portfit" --small || status=1
"$python" tests/limits/sources.py "$build/portfit" || status=1
"$python" tests/limits/patterns.py "$build/portfit" || status=1
"$python" tests/limits/syntaxes.py "$build/portfit" || status=1
"$python" tests/limits/names.py "$build/portfit" || status=1
exit $status
