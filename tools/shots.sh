#!/bin/sh
# Pictures of the HTML report for a person to look at: tools/shots.sh BINARY FOLDER
# Desktop, phone and paper, in both languages, light and dark; needs chromium, pdftoppm and a CJK font.
set -eu
binary=$1 out=$2
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "shots: chromium is not there" >&2; exit 2; }
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shot() { # NAME WIDTH HEIGHT PAGE [OPTION...]
	name=$1 width=$2 height=$3 page=$4
	shift 4
	"$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=2000 --user-data-dir="$work/browser" \
		--window-size="$width,$height" --screenshot="$out/$name.png" "$@" "file://$page" >/dev/null 2>&1
}
for lang in en zh-TW; do
	page=$work/report-$lang.html
	"$binary" scan examples/training-step examples/mixture-of-experts examples/cuda-trainer --training --plan tools/shots-plan.yaml \
		--as-of 2026-11-30 --lang "$lang" -q -o "html:$page" 2>/dev/null
	shot "desktop-$lang" 1280 7000 "$page"
	shot "phone-$lang" 390 6000 "$page"
	"$browser" --headless --no-sandbox --disable-gpu --no-pdf-header-footer --user-data-dir="$work/browser" --print-to-pdf="$work/p.pdf" "file://$page" >/dev/null 2>&1
	pdftoppm -r 60 -png "$work/p.pdf" "$out/print-$lang"
done
shot dark-en 1280 1800 "$work/report-en.html" --force-dark-mode --enable-features=WebUIDarkMode --blink-settings=preferredColorScheme=0
# What ears and keyboard get.
python3 tools/page_check.py "$work"/report-*.html || true
ls "$out"
