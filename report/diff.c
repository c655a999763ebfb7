/* What is new first, then what changed, then what is gone; a line a row and target that differs. */
#include "report/diff.h"

#include "base/text.h"
#include "report/json_parts.h"

static const char *mode_title(uint32_t mode)
{
	return mode == MODE_EAGER ? "eager" : "compiled";
}

/* ------------------------------------------------------------------ text */

/* "eager supported, compiled unknown" of one target; of a change only what differs. */
static str verdicts_text(struct arena *arena, const struct diff_row *row, uint32_t t)
{
	str text = STR_NONE;

	for (uint32_t m = 0; (row->is || row->was) && m < MODE_COUNT; m++) {
		str is = row->is ? verdict_word(row->is[t].of[m]) : STR_NONE,
		    was = row->was ? verdict_word(row->was[t].of[m]) : STR_NONE;

		if (row->is && row->was && str_eq(is, was))
			continue;
		text = arena_format(arena, "%.*s%s%s %.*s%s%.*s", STR_ARG(text),
		        text.len ? ", " : "", mode_title(m), STR_ARG(was),
		        is.len && was.len ? " -> " : "", STR_ARG(is));
	}
	return text;
}

static void row_text(
        struct arena *arena, const struct diff *d, const struct diff_row *row, struct buf *out)
{
	bool judged = row->is || row->was;
	uint64_t calls = row->kind == DIFF_VANISHED || row->kind == DIFF_SIGNATURE_GONE
	                         ? row->before
	                         : row->after;

	buf_puts(out, "  ");
	text_visible(out, judged ? arena_format(arena, "%.*s (%.*s)", STR_ARG(row->op),
	                                   STR_ARG(row->signature))
	                         : row->op);
	if (row->was && row->is && row->before != row->after)
		buf_format(out, "   %llu -> %llu calls", (unsigned long long)row->before,
		        (unsigned long long)row->after);
	else
		buf_format(out, "   %llu call%s", (unsigned long long)calls, calls == 1 ? "" : "s");
	buf_puts(out, judged ? "\n" : "; a call of PyTorch in a graph of Dynamo, no verdict\n");
	for (uint32_t t = 0; t < d->targets.len; t++) {
		str text = verdicts_text(arena, row, t);

		if (text.len)
			buf_format(out, "      %-11.*s%.*s\n", STR_ARG(d->targets.at[t]),
			        STR_ARG(text));
	}
}

static void section(struct arena *arena, const struct diff *d, enum diff_kind kind, bool worse,
        const char *title, struct buf *out)
{
	bool any = false;

	for (uint32_t i = 0; i < d->rows.len; i++) {
		const struct diff_row *row = &d->rows.at[i];

		if (row->kind != kind || (kind == DIFF_CHANGED && row->worse != worse))
			continue;
		if (!any)
			buf_format(out, "\n%s\n", title);
		any = true;
		row_text(arena, d, row, out);
	}
}

static void findings_text(
        const struct result_finding *list, uint32_t n, const char *title, struct buf *out)
{
	if (n)
		buf_format(out, "\n%s\n", title);
	for (uint32_t i = 0; i < n; i++) {
		buf_puts(out, "  ");
		text_visible(out, list[i].path);
		buf_format(out, ":%u: %.*s: ", list[i].line, STR_ARG(list[i].severity));
		text_visible(out, list[i].message.len ? list[i].message : list[i].rule);
		buf_byte(out, '\n');
	}
}

void report_diff_text(struct arena *arena, const struct diff *d, struct buf *out)
{
	text_visible(out, d->a->path);
	buf_puts(out, " -> ");
	text_visible(out, d->b->path);
	buf_format(out, "   %llu rows say the same\n", (unsigned long long)d->unchanged);
	section(arena, d, DIFF_APPEARED, false, "OPERATORS THAT APPEARED", out);
	section(arena, d, DIFF_SIGNATURE_NEW, false, "NEW SIGNATURES OF OPERATORS THAT WERE THERE",
	        out);
	section(arena, d, DIFF_CHANGED, true, "WORSE", out);
	section(arena, d, DIFF_CHANGED, false, "BETTER", out);
	section(arena, d, DIFF_VANISHED, false, "OPERATORS THAT VANISHED", out);
	section(arena, d, DIFF_SIGNATURE_GONE, false, "SIGNATURES THAT VANISHED", out);
	findings_text(d->new_findings.at, d->new_findings.len, "NEW FINDINGS", out);
	findings_text(d->gone_findings.at, d->gone_findings.len, "FINDINGS THAT ARE GONE", out);
	if (!d->rows.len && !d->new_findings.len && !d->gone_findings.len)
		buf_puts(out, "\nnothing appeared, vanished or changed its verdict\n");
	buf_puts(out, "\ngate: ");
	if (!d->gate.on)
		buf_puts(out, "off (--fail-on LEVEL with --target NAME switches it on)");
	else
		buf_puts(out, d->gate.hit ? "hit" : "passed, nothing new at or above the level");
	for (uint32_t i = 0; i < d->gate.reasons.len; i++)
		buf_format(out, "%s%.*s", i ? "; " : ": ", STR_ARG(d->gate.reasons.at[i]));
	buf_byte(out, '\n');
}

/* ------------------------------------------------------------------ JSON */

static void side(struct json_out *w, const char *key, const struct result_verdicts *v)
{
	json_open_object(w, key);
	for (uint32_t m = 0; m < MODE_COUNT; m++)
		json_out_pair_str(w, mode_word((enum mode)m).ptr, verdict_word(v->of[m]));
	json_out_object_end(w);
}

static void row_json(struct json_out *w, const struct diff *d, const struct diff_row *row)
{
	json_out_object(w);
	json_out_pair_str(w, "kind", diff_word(row->kind));
	json_out_pair_str(w, "operator", row->op);
	json_out_pair_str(w, "signature", row->signature);
	if (row->was || row->before)
		json_count(w, "calls_before", row->before);
	if (row->is || row->after)
		json_count(w, "calls_after", row->after);
	if (row->kind == DIFF_CHANGED) {
		json_flag(w, "worse", row->worse);
		json_flag(w, "better", row->better);
	}
	json_open_object(w, "verdicts");
	for (uint32_t t = 0; (row->was || row->is) && t < d->targets.len; t++) {
		json_out_key_str(w, d->targets.at[t]);
		json_out_object(w);
		if (row->was)
			side(w, "before", &row->was[t]);
		if (row->is)
			side(w, "after", &row->is[t]);
		json_out_object_end(w);
	}
	json_out_object_end(w);
	json_out_object_end(w);
}

static void findings_json(
        struct json_out *w, const char *key, const struct result_finding *list, uint32_t n)
{
	json_open_array(w, key);
	for (uint32_t i = 0; i < n; i++) {
		json_out_object(w);
		json_out_pair_str(w, "rule", list[i].rule);
		json_pair(w, "severity", list[i].severity);
		json_pair(w, "path", list[i].path);
		json_some(w, "line", list[i].line);
		json_pair(w, "message", list[i].message);
		json_pair(w, "fingerprint", list[i].fingerprint);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

void report_diff_json(const struct diff *d, struct buf *out)
{
	struct json_out w = {.out = out, .indent = 1, .flat_from = 3};

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-diff/1"));
	json_out_pair_str(&w, "before", d->a->path);
	json_out_pair_str(&w, "after", d->b->path);
	json_open_array(&w, "targets");
	for (uint32_t t = 0; t < d->targets.len; t++)
		json_out_str(&w, d->targets.at[t]);
	json_out_array_end(&w);
	json_count(&w, "unchanged", d->unchanged);
	json_open_array(&w, "operators");
	for (uint32_t i = 0; i < d->rows.len; i++)
		row_json(&w, d, &d->rows.at[i]);
	json_out_array_end(&w);
	findings_json(&w, "new_findings", d->new_findings.at, d->new_findings.len);
	findings_json(&w, "gone_findings", d->gone_findings.at, d->gone_findings.len);
	json_open_object(&w, "gate");
	json_out_pair_str(&w, "status",
	        !d->gate.on   ? S("off")
	        : d->gate.hit ? S("hit")
	                      : S("passed"));
	json_open_array(&w, "reasons");
	for (uint32_t i = 0; i < d->gate.reasons.len; i++)
		json_out_str(&w, d->gate.reasons.at[i]);
	json_out_array_end(&w);
	json_out_object_end(&w);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}
