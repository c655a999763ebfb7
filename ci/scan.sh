#!/bin/sh
# What the CI files of all hosts share: builds the command from PORTFIT_* and runs it. Further arguments are those of the
# host (formats, outputs). Nothing of a variable is ever read as code; words are cut at blanks.
set -f
: "${PORTFIT:=portfit}"
for word in ${PORTFIT_TARGETS:-}; do set -- "$@" --target "$word"; done
[ -z "${PORTFIT_FAIL_ON:-}" ] || set -- "$@" --fail-on "$PORTFIT_FAIL_ON"
[ -z "${PORTFIT_BASELINE:-}" ] || set -- "$@" --baseline "$PORTFIT_BASELINE"
since=${PORTFIT_SINCE:-}
[ -n "$since" ] || [ -z "${PORTFIT_BASE_REF:-}" ] || since=origin/$PORTFIT_BASE_REF
[ -z "$since" ] || [ "$since" = none ] || set -- "$@" --since "$since"
# shellcheck disable=SC2086
set -- "$@" ${PORTFIT_ARGUMENTS:-}
if [ -n "${PORTFIT_PATHS:-}" ]; then
	# shellcheck disable=SC2086
	set -- "$@" $PORTFIT_PATHS
elif [ ! -e portfit.yaml ] || ! grep -q '^paths:' portfit.yaml; then
	set -- "$@" .
fi
exec "$PORTFIT" scan "$@"
