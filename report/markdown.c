/* Markdown for a comment on a change: the summary first, details folded, at most MARKDOWN_BYTES
 * with a word on what was cut, and a marker by which a bot finds its own comment again. Text of the
 * project is escaped: it can make neither markup nor a mention. */
#include "report/item.h"
#include "report/markdown_text.h"

#include "base/text.h"
#include "report/cost.h"

#include <string.h>

enum { MARKDOWN_BYTES = 60000, TAIL_BYTES = 400 };

static void prose(struct buf *out, str text)
{
	markdown_prose(out, text);
}

static void summary(struct buf *out, const struct assessment *a)
{
	buf_puts(out, "| target | operators that need thought | stops | needs a change | minor "
	              "|\n| --- | --- | ---: | ---: | ---: |\n");
	for (uint32_t t = 0; t < a->n_targets; t++) {
		const struct totals *totals = &a->totals[t * MODE_COUNT + (uint32_t)a->mode];
		bool any = false;

		buf_puts(out, "| ");
		prose(out, a->targets[t]->name);
		buf_puts(out, " | ");
		for (int v = 0; v < VERDICT_COUNT; v++)
			if (totals->operators[v] && v != VERDICT_SUPPORTED &&
			        v != VERDICT_DECOMPOSED) {
				buf_format(out, "%s%llu %.*s", any ? ", " : "",
				        (unsigned long long)totals->operators[v],
				        STR_ARG(verdict_word((enum verdict)v)));
				any = true;
			}
		buf_format(out, "%s | %llu | %llu | %llu |\n",
		        any                 ? ""
		        : a->operator_nodes ? "none"
		                            : "no graph looked at",
		        (unsigned long long)a->findings[t].by_severity[SEVERITY_BLOCKER],
		        (unsigned long long)a->findings[t].by_severity[SEVERITY_MAJOR],
		        (unsigned long long)a->findings[t].by_severity[SEVERITY_MINOR]);
	}
}

static void gate(struct buf *out, const struct gate *g)
{
	buf_puts(out, "\n**Gate: ");
	buf_puts(out, !g->on ? "off" : g->hit ? "hit" : "passed");
	buf_puts(out, "**");
	for (uint32_t i = 0; i < g->reasons.len; i++) {
		buf_puts(out, i ? "; " : ": ");
		prose(out, g->reasons.at[i]);
	}
	for (uint32_t i = 0; i < g->notes.len; i++) {
		buf_puts(out, "; ");
		prose(out, g->notes.at[i]);
	}
	buf_byte(out, '\n');
}

static void one(struct buf *out, const struct item *item)
{
	buf_puts(out, "- ");
	prose(out, item->message);
	if (item->path.len) {
		buf_puts(out, " (");
		prose(out, item->path);
		if (item->line)
			buf_format(out, ", line %u", item->line);
		buf_byte(out, ')');
	}
	if (item->advice.len) {
		buf_puts(out, "<br>instead: ");
		prose(out, item->advice);
	}
	buf_byte(out, '\n');
}

/* What a job costs, where a plan was given. */
static void cost(struct buf *out, const struct assessment *a)
{
	if (!a->cost)
		return;
	buf_puts(out, "\n<details><summary>what one qualified job costs</summary>\n\n");
	cost_summary_markdown(a->arena, a->cost, out);
	buf_puts(out, "\n</details>\n");
}

/* Items of one severity as a folded block; returns how many did not fit. */
static uint32_t block(struct buf *out, struct items items, enum severity severity, bool open)
{
	uint32_t n = 0, cut = 0;

	for (uint32_t i = 0; i < items.count; i++)
		n += items.at[i].severity == severity;
	if (!n || out->len > MARKDOWN_BYTES - TAIL_BYTES - 200)
		return n;
	buf_format(out, "\n<details%s><summary>%.*s: %u</summary>\n\n", open ? " open" : "",
	        STR_ARG(severity_word(severity)), n);
	for (uint32_t i = 0; i < items.count; i++) {
		size_t before = out->len;

		if (items.at[i].severity != severity)
			continue;
		if (!cut)
			one(out, &items.at[i]);
		if (cut || out->len > MARKDOWN_BYTES - TAIL_BYTES) {
			out->len = before;
			cut++;
		}
	}
	buf_puts(out, "\n</details>\n");
	return cut;
}

void write_markdown(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct items items = items_of(a);
	uint32_t cut = 0;

	buf_puts(out, "<!-- portfit report -->\n### portfit ");
	prose(out, style->version);
	buf_format(out, ": %llu operator calls, %llu source files, %.*s mode\n\n",
	        (unsigned long long)a->operator_nodes, (unsigned long long)a->scan->source_files,
	        STR_ARG(mode_word(a->mode)));
	summary(out, a);
	gate(out, &a->gate);
	cost(out, a);
	for (int s = SEVERITY_BLOCKER; s >= SEVERITY_INFO; s--)
		cut += block(out, items, (enum severity)s, s == SEVERITY_BLOCKER);
	if (cut)
		buf_format(out, "\n%u more finding%s did not fit here; the full report has them.\n",
		        cut, cut == 1 ? "" : "s");
	if (a->unreached || a->suppressed || a->baseline || a->unchanged)
		buf_format(out,
		        "\nFolded away: %llu that no entry point reaches, %llu suppressed, %llu in "
		        "the baseline, %llu on lines that did not change.\n",
		        (unsigned long long)a->unreached, (unsigned long long)a->suppressed,
		        (unsigned long long)a->baseline, (unsigned long long)a->unchanged);
}
