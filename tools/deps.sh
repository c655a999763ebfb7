#!/bin/sh
# Installs the named Debian packages that are missing: tools/deps.sh PACKAGE...
set -eu
missing=""
for package in "$@" gcc python3; do
	case $package in
	gcc) command -v "${CC:-cc}" >/dev/null 2>&1 || missing="$missing gcc libc6-dev" ;;
	python3) command -v python3 >/dev/null 2>&1 || missing="$missing python3" ;;
	*)
		if command -v dpkg-query >/dev/null 2>&1; then
			dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
		fi
		;;
	esac
done
if ! command -v apt-get >/dev/null 2>&1; then
	echo "this is no Debian system; the build needs the equivalents of: $*" >&2
	exit 0
fi
[ -n "$missing" ] || exit 0
echo "installing:$missing"
sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
$sudo apt-get install -y -q $missing >/dev/null 2>&1 || {
	$sudo apt-get update -q >/dev/null
	$sudo apt-get install -y -q $missing >/dev/null
}
