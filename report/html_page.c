/* Escaping, labels, and the style sheet: light and dark, print, small screens. No network, no font,
 * no image. */
#include "report/html_page.h"

#include "base/text.h"

void html_text(struct html *h, str text)
{
	struct buf visible = {0};
	str shown;
	size_t from = 0;

	text_visible(&visible, text);
	shown = buf_str(&visible);
	for (size_t i = 0; i < shown.len; i++) {
		const char *reference = NULL;

		switch (shown.ptr[i]) {
		case '<': reference = "&lt;"; break;
		case '>': reference = "&gt;"; break;
		case '&': reference = "&amp;"; break;
		case '"': reference = "&quot;"; break;
		case '\'': reference = "&#39;"; break;
		default: continue;
		}
		buf_put(h->out, str_slice(shown, from, i));
		buf_puts(h->out, reference);
		from = i + 1;
	}
	buf_put(h->out, str_from_at(shown, from));
	buf_free(&visible);
}

void html_message(struct html *h, enum message m)
{
	html_text(h, str_from(message(h->language, m)));
}

void html_data(struct html *h, str text)
{
	bool foreign = h->language != LANGUAGE_EN && text.len;

	buf_puts(h->out, foreign ? "<span lang=\"en\">" : "");
	html_text(h, text);
	buf_puts(h->out, foreign ? "</span>" : "");
}

void html_said(struct html *h, enum said_kind kind, str text)
{
	str own = said(h->a->arena, h->language, kind, text);

	if (str_eq(own, text))
		html_data(h, text);
	else
		html_text(h, own);
}

void html_count(struct html *h, uint64_t n, enum message one, enum message many)
{
	buf_format(h->out, "%llu ", (unsigned long long)n);
	html_message(h, n == 1 ? one : many);
}

void html_colon(struct html *h)
{
	buf_puts(h->out, h->language == LANGUAGE_ZH_TW ? "\xef\xbc\x9a" : ": ");
}

void html_comma(struct html *h)
{
	buf_puts(h->out, h->language == LANGUAGE_ZH_TW ? "\xef\xbc\x8c" : ", ");
}

void html_heading(struct html *h, const char *id, enum message m)
{
	buf_format(h->out, "<h2 id=\"%s\">", id);
	html_message(h, m);
	buf_puts(h->out, "</h2>\n");
}

void html_verdict(struct html *h, enum verdict verdict)
{
	static const char *const symbols[VERDICT_COUNT] = {[VERDICT_UNKNOWN] = "?",
	        [VERDICT_SUPPORTED] = "\xe2\x97\x8f",
	        [VERDICT_DECOMPOSED] = "\xe2\x97\x8b",
	        [VERDICT_CONDITIONAL] = "\xe2\x97\x87",
	        [VERDICT_FALLBACK] = "\xe2\x97\x90",
	        [VERDICT_SKIPPED] = "\xe2\x8a\x98",
	        [VERDICT_UNSUPPORTED] = "\xe2\x96\xb2"};

	buf_format(h->out, "<span class=\"tag v%d\">%s ", (int)verdict, symbols[verdict]);
	html_message(h, item_verdict_message(verdict));
	buf_puts(h->out, "</span>");
}

void html_style(struct html *h)
{
	static const char css[] =
	        ":root{--bg:#fbfaf7;--card:#fff;--ink:#1d2025;--soft:#5a616c;--line:#dedad0;--"
	        "accent:#0b5cad;--v0:#6a7079;--v1:#1f6f7c;"
	        "--v2:#3d7f76;--v3:#8a6400;--v4:#b04f12;--v5:#6f559f;--v6:#a01f36}"
	        "@media(prefers-color-scheme:dark){:root{--bg:#14161a;--card:#1c1f25;--ink:#e8e6e1;"
	        "--soft:#a9afb9;--line:#333842;"
	        "--accent:#86bcff;--v0:#a4abb5;--v1:#5cc0cd;--v2:#90d2c8;--v3:#e5bb46;--v4:#f09c66;"
	        "--v5:#b9a9e0;--v6:#f27d8f}}"
	        "*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:"
	        "16px/1.5 system-ui,-apple-system,\"Segoe "
	        "UI\",Roboto,\"Noto Sans\",\"Noto Sans CJK TC\",sans-serif}"
	        "main,header,footer{max-width:1120px;margin:0 auto;padding:0 "
	        "24px}header{padding-top:32px}"
	        "h1{font-size:28px;line-height:1.2;margin:0 0 4px}h2{font-size:20px;margin:40px 0 "
	        "8px}h3{font-size:16px;margin:0 0 4px}"
	        "p{margin:6px "
	        "0}.soft{color:var(--soft)}a{color:var(--accent)}code,.mono{font-family:ui-"
	        "monospace,Menlo,Consolas,monospace;font-"
	        "size:.88em;overflow-wrap:anywhere}"
	        ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:"
	        "18px;margin-top:20px}"
	        ".card,.cause{background:var(--card);border:1px solid "
	        "var(--line);border-radius:10px;padding:16px 20px;min-width:0}"
	        ".cause{margin:10px 0;border-left:5px solid "
	        "var(--v3)}.cause.s4{border-left-color:var(--v6)}.cause.s3{border-left-color:var(--"
	        "v4)}"
	        ".cause summary{cursor:pointer}.say{font-size:20px;font-weight:650;margin:2px 0 "
	        "8px}"
	        ".answer{font-size:22px;font-weight:750;margin:4px 0 "
	        "0}.name{font-size:18px;margin:0}.small{font-size:13.5px}"
	        ".strip{background:var(--card);border:1px solid "
	        "var(--line);border-left:5px solid var(--v1);border-radius:10px;padding:12px "
	        "20px;margin:18px 0}.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:"
	        "8px;background:var(--card);padding:8px}"
	        "pre{overflow-x:auto;background:var(--bg);border:1px solid "
	        "var(--line);border-radius:6px;padding:8px 10px;font-size:13px;line-height:1.45;"
	        "margin:6px 0}figure{margin:12px 0}"
	        "a:focus-visible,summary:focus-visible,[tabindex]:focus-visible,input:focus-"
	        "visible{"
	        "outline:2px solid var(--accent);outline-offset:2px}"
	        ".eff th{width:44%;font-weight:400;color:var(--ink);font-size:14.5px}.eff "
	        ".b{position:relative;min-width:90px}.eff .b "
	        "i{position:absolute;top:11px;height:12px;background:var(--v1);border-radius:3px;"
	        "min-width:3px}.eff tr:last-child{font-weight:700}.eff tr:last-child "
	        "th{font-weight:700}"
	        ".ladder{min-width:720px;table-layout:fixed}.rung{font-size:13.5px}.ladder thead "
	        "td{width:20%}.job{min-width:560px}"
	        "svg text{fill:var(--soft);font-size:12px;font-family:inherit}svg "
	        ".in{fill:var(--ink)}.frame{fill:none;stroke:var(--line)}.tick{stroke:var(--line)}"
	        ".level{stroke:var(--soft);stroke-dasharray:4 "
	        "4}.curve{fill:none;stroke:var(--v1);stroke-width:3}.pays{fill:var(--v1);opacity:."
	        "15}"
	        ".own{stroke:var(--ink);stroke-width:2;fill:var(--v4)}.own.yes{fill:var(--v1)}"
	        ".on{fill:var(--v2);opacity:.45}.off{fill:var(--v4)}";
	static const char more[] =
	        ".tag{display:inline-block;font-size:12.5px;font-weight:600;padding:0 "
	        "8px;border-radius:999px;border:1.5px solid currentColor;"
	        "white-space:nowrap}"
	        ".v0{color:var(--v0)}.tag.v0{border-style:dashed}.v1{color:var(--v1)}.v2{color:var("
	        "--v2)}."
	        "v3{color:var(--v3)}.v4{color:var(--v4)}.v5{color:"
	        "var(--v5)}.v6{color:var(--v6)}"
	        ".bar{display:flex;height:14px;border-radius:7px;overflow:hidden;background:var(--"
	        "line);margin:8px 0}.bar i{display:block;background:"
	        "currentColor}"
	        "table{border-collapse:collapse;width:100%;font-size:14.5px}th{text-align:left;"
	        "color:var(--soft);font-size:13px}"
	        "th,td{padding:6px 12px 6px 0;border-bottom:1px solid "
	        "var(--line);vertical-align:top}.n{text-align:right;font-variant-numeric:tabular-"
	        "nums}"
	        "th button{all:unset;cursor:pointer}th button:focus-visible{outline:2px solid "
	        "var(--accent)}"
	        ".wrap{overflow-x:auto}.wrap "
	        "table.sort{min-width:960px}.sort code{overflow-wrap:break-word}.sort "
	        "td:first-child,.sort td:nth-last-child(2){min-width:200px;max-width:300px}.sort "
	        "td:last-child{min-width:220px}input{font:inherit;padding:4px 10px;border:1px "
	        "solid "
	        "var(--line);border-radius:6px;background:var(--card);color:"
	        "var(--ink);max-width:100%}"
	        "footer{padding-top:32px;padding-bottom:48px;color:var(--soft);font-size:14px}nav "
	        "a{margin-right:16px}ul{margin:4px 0;padding-left:20px}"
	        "@media(max-width:720px){main,header,footer{padding:0 14px}h1{font-size:23px}}"
	        "@media "
	        "print{body{background:#fff;color:#000;font-size:11pt}.card,.cause,tr{break-inside:"
	        "avoid}nav,.tool{display:none}"
	        "a{color:inherit;text-decoration:none}.wrap{overflow:visible}.wrap "
	        "table.sort{min-width:0;font-size:9pt}.sort td:first-child,.sort "
	        "td:nth-last-child(2){min-width:130px}.sort td:last-child{min-width:0}h2+p{break-"
	        "after:avoid}pre{"
	        "white-space:pre-wrap}h2{break-after:avoid}}";

	buf_puts(h->out, "<style>");
	buf_puts(h->out, css);
	buf_puts(h->out, more);
	buf_puts(h->out, "</style>\n");
}

/* Sorting and filtering of tables; the page is complete without it. */
void html_script(struct html *h)
{
	static const char js[] =
	        "for(const t of document.querySelectorAll('table.sort')){const "
	        "b=t.tBodies[0];t.querySelectorAll('th').forEach((h,i)=>{const "
	        "k=document.createElement('button');k.type='button';k.textContent=h.textContent;h."
	        "textContent='';h.append(k);let up=false;"
	        "k.onclick=()=>{up=!up;const r=[...b.rows].sort((x,y)=>{const "
	        "p=x.cells[i].textContent,q=y.cells[i].textContent,n=parseFloat(p)-"
	        "parseFloat(q);return(isNaN(n)?p.localeCompare(q):n)*(up?1:-1)});b.append(...r)}})}"
	        "for(const f of document.querySelectorAll('input.filter')){const "
	        "b=document.getElementById(f.dataset.table).tBodies[0];f.hidden=false;"
	        "f.oninput=()=>{const q=f.value.toLowerCase();for(const r of "
	        "b.rows)r.hidden=!r.textContent.toLowerCase().includes(q)}}";

	buf_puts(h->out, "<script>");
	buf_puts(h->out, js);
	buf_puts(h->out, "</script>\n");
}
