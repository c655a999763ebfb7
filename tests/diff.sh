#!/bin/sh
# Comparisons with the standard library of the Python that is there: tests/diff.sh BUILD PYTHON
build=$1 python=$2
status=0
"$python" tests/diff/json_reader.py "$build/tests/diff/json_canon" 10 || status=1
"$python" tests/diff/old_graphs.py "$build/portfit" || status=1
"$python" tests/diff/damaged_graphs.py "$build/portfit" || status=1
"$python" tests/diff/python.py "$build/portfit" || status=1
"$python" tests/diff/receivers.py "$build/portfit" || status=1
"$python" tests/diff/walk.py "$build/portfit" || status=1
"$python" tests/diff/workloads.py "$build/portfit" || status=1
"$python" tests/diff/effort.py "$build/portfit" || status=1
"$python" tests/diff/plan_commands.py "$build/portfit" || status=1
"$python" tests/diff/cost_plans.py "$build/portfit" || status=1
"$python" tests/diff/job_runs.py "$build/portfit" || status=1
"$python" tests/diff/bad_input.py "$build/portfit" || status=1
"$python" tests/diff/prices_update.py "$build/portfit" || status=1
"$python" tests/diff/writers.py "$build/portfit" || status=1
"$python" tests/diff/schemas.py "$build/portfit" || status=1
"$python" tests/diff/report.py "$build/portfit" || status=1
"$python" tests/diff/scan_runs_nothing.py "$build/portfit" || status=1
"$python" tests/workload_answers.py "$build/portfit" || status=1
"$python" tests/page.py "$build/portfit" || status=1
"$python" tests/translation.py "$build/portfit" || status=1
"$python" tests/gate.py "$build/portfit" || status=1
"$python" tests/ci_files.py "$build/portfit" || status=1
"$python" tests/fingerprints.py "$build/portfit" || status=1
snippets=$(mktemp -d)
"$build/tests/diff/flow_both" --snippets "$snippets" || status=1
"$build/tests/diff/flow_both" tests/rules tests/cases examples || status=1
rm -rf "$snippets"
"$python" tests/rules/planted.py "$build/portfit" || status=1
"$python" tests/rules/reexports.py "$build/portfit" || status=1
"$python" tests/rules/golden.py "$build/portfit" || status=1
"$python" tests/rules/pins.py "$build/portfit" || status=1
"$python" tests/rules/unused.py "$build/portfit" || status=1
"$python" tests/rules/reached.py "$build/portfit" || status=1
"$python" tests/rules/device_calls.py "$build/portfit" || status=1
"$python" tests/rules/builds.py "$build/portfit" || status=1
"$python" tests/rules/own_extensions.py "$build/portfit" || status=1
"$python" tests/rules/idle.py "$build/portfit" || status=1
"$python" tests/rules/saved_models.py "$build/portfit" || status=1
"$python" tests/rules/switches.py "$build/portfit" || status=1
"$python" tests/rules/switched.py "$build/portfit" || status=1
"$python" tests/rules/optional_builds.py "$build/portfit" || status=1
"$python" tests/rules/chosen.py "$build/portfit" || status=1
"$python" tests/rules/host_calls.py "$build/portfit" || status=1
"$python" tests/rules/run_once.py "$build/portfit" || status=1
"$python" tests/rules/launched_rank.py "$build/portfit" || status=1
"$python" tests/rules/distributions.py "$build/portfit" || status=1
"$python" tests/rules/self_tests.py "$build/portfit" || status=1
"$python" tests/rules/commands.py "$build/portfit" || status=1
"$python" tests/rules/docs_environment.py "$build/portfit" || status=1
"$python" tests/rules/leftover_scripts.py "$build/portfit" || status=1
"$python" tests/diff/islands.py "$build/portfit" examples || status=1
exit $status
