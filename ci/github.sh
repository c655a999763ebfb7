#!/bin/sh
# One step of a GitHub workflow: annotations on standard output, a page for the summary, a SARIF file. Ends with the status
# of the scan.
here=$(dirname "$0")
sarif=${RUNNER_TEMP:-.}/portfit.sarif
page=${RUNNER_TEMP:-.}/portfit.md
rm -f "$sarif" "$page"
sh "$here/scan.sh" --format github --output "sarif:$sarif" --output "markdown:$page"
status=$?
if [ -n "${GITHUB_OUTPUT:-}" ]; then
	echo "status=$status" >>"$GITHUB_OUTPUT"
	[ ! -f "$sarif" ] || echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$page" ]; then
	cat "$page" >>"$GITHUB_STEP_SUMMARY"
fi
exit $status
