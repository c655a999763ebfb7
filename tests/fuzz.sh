#!/bin/sh
# libFuzzer on every target: tests/fuzz.sh BUILD SECONDS [NAME...]
build=$1 seconds=$2
shift 2
status=0
for program in "$build"/fuzz/*; do
	[ -x "$program" ] && [ -f "$program" ] || continue
	case $program in *.d) continue ;; esac
	name=$(basename "$program")
	if [ $# -gt 0 ]; then
		case " $* " in *" $name "*) ;; *) continue ;; esac
	fi
	mkdir -p "$build/work/$name" "$build/found"
	"$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -max_len=65536 -print_final_stats=1 -artifact_prefix="$build/found/$name-" \
		"$build/work/$name" "tests/fuzz/corpus/$name" >"$build/found/$name.log" 2>&1 || { status=1 && echo "$name: FAILED, see $build/found"; }
	echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/found/$name.log") executions"
done
exit $status
