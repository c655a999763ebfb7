/* Markdown for a comment on a change: the summary first, details folded, at most MARKDOWN_BYTES
 * with a word on what was cut, and a marker by which a bot finds its own comment again. Text of the
 * project is escaped: it can make neither markup nor a mention. */
#include "report/item.h"
#include "report/markdown_text.h"

#include "base/text.h"
#include "assess/workload_answer.h"
#include "report/cost.h"
#include "report/said.h"

#include <string.h>

enum { MARKDOWN_BYTES = 60000, TAIL_BYTES = 400 };

static str number(const struct assessment *a, uint64_t n)
{
	return arena_format(a->arena, "%llu", (unsigned long long)n);
}

static void prose(struct buf *out, str text)
{
	markdown_prose(out, text);
}

/* The words of the data in English, those of a manager elsewhere. */
static const char *verdict_said(enum language language, enum verdict verdict)
{
	return language == LANGUAGE_EN ? verdict_word(verdict).ptr
	                               : message(language, item_verdict_message(verdict));
}

static void summary(struct buf *out, const struct assessment *a, enum language language)
{
	buf_format(out, "%s\n| --- | --- | ---: | ---: | ---: |\n",
	        message(language, MESSAGE_MD_TABLE));
	for (uint32_t t = 0; t < a->n_targets; t++) {
		const struct totals *totals = &a->totals[t * MODE_COUNT + (uint32_t)a->mode];
		bool any = false;

		buf_puts(out, "| ");
		prose(out, a->targets[t]->name);
		buf_puts(out, " | ");
		for (int v = 0; v < VERDICT_COUNT; v++)
			if (totals->operators[v] && v != VERDICT_SUPPORTED &&
			        v != VERDICT_DECOMPOSED) {
				buf_format(out, "%s%llu %s",
				        any ? message(language, MESSAGE_TEXT_COMMA) : "",
				        (unsigned long long)totals->operators[v],
				        verdict_said(language, (enum verdict)v));
				any = true;
			}
		buf_format(out, "%s | %llu | %llu | %llu |\n",
		        any                 ? ""
		        : a->operator_nodes ? message(language, MESSAGE_MD_NONE)
		                            : message(language, MESSAGE_MD_NO_GRAPH),
		        (unsigned long long)a->findings[t].by_severity[SEVERITY_BLOCKER],
		        (unsigned long long)a->findings[t].by_severity[SEVERITY_MAJOR],
		        (unsigned long long)a->findings[t].by_severity[SEVERITY_MINOR]);
	}
}

static void gate(struct buf *out, const struct assessment *a, enum language language)
{
	const struct gate *g = &a->gate;
	str word = str_from(message(language, !g->on   ? MESSAGE_MD_OFF
	                                      : g->hit ? MESSAGE_MD_HIT
	                                               : MESSAGE_MD_PASSED));

	buf_puts(out, "\n**");
	buf_put(out, message_fill(a->arena, language, MESSAGE_MD_GATE, &word, 1));
	buf_puts(out, "**");
	for (uint32_t i = 0; i < g->reasons.len; i++) {
		buf_puts(out, message(language, i ? MESSAGE_TEXT_SEMICOLON : MESSAGE_TEXT_COLON));
		prose(out, said(a->arena, language, SAID_GATE, g->reasons.at[i]));
	}
	for (uint32_t i = 0; i < g->notes.len; i++) {
		buf_puts(out, message(language, MESSAGE_TEXT_SEMICOLON));
		prose(out, said(a->arena, language, SAID_GATE, g->notes.at[i]));
	}
	buf_byte(out, '\n');
}

static void one(
        struct buf *out, const struct item *item, struct arena *arena, enum language language)
{
	buf_puts(out, "- ");
	prose(out, item->message);
	if (item->path.len) {
		str line = arena_format(arena, "%u", item->line);

		buf_puts(out, " (");
		prose(out, item->path);
		if (item->line)
			buf_put(out, message_fill(arena, language, MESSAGE_MD_LINE, &line, 1));
		buf_byte(out, ')');
	}
	if (item->advice.len) {
		buf_format(out, "<br>%s", message(language, MESSAGE_MD_INSTEAD));
		prose(out, item->advice);
	}
	buf_byte(out, '\n');
}

/* A word for each workload and target: those that something is known of, else how many there are.
 */
static void workloads(struct buf *out, const struct assessment *a, enum language language)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < a->scan->workloads.len; i++)
		for (uint32_t t = 0; t < a->n_targets; t++) {
			struct workload_answer answer = workload_answer_of(a, i, t);

			if (answer.answer == ANSWER_INSUFFICIENT && !answer.priced) {
				left++;
				continue;
			}
			buf_puts(out, "- ");
			prose(out, a->scan->workloads.at[i].name);
			buf_puts(out, ", ");
			prose(out, a->targets[t]->name);
			buf_format(out, "%s**%s**. ", message(language, MESSAGE_TEXT_COLON),
			        message(language, cost_answer_message(answer.answer)));
			prose(out, said(a->arena, language, SAID_COST, answer.reason));
			buf_byte(out, '\n');
		}
	if (left) {
		str n = number(a, left);

		buf_puts(out, "- ");
		buf_put(out, message_fill(a->arena, language,
		                     left == 1 ? MESSAGE_MD_NO_ANSWER_ONE : MESSAGE_MD_NO_ANSWER,
		                     &n, 1));
		buf_byte(out, '\n');
	}
	buf_puts(out, a->scan->workloads.len ? "\n" : "");
}

/* What a job costs, where a plan was given. */
static void cost(struct buf *out, const struct assessment *a, enum language language)
{
	if (!a->cost)
		return;
	buf_format(out, "\n<details><summary>%s</summary>\n\n", message(language, MESSAGE_MD_JOB));
	workloads(out, a, language);
	cost_summary_markdown(
	        a->arena, &(struct cost_report){.result = a->cost, .language = language}, out);
	buf_puts(out, "\n</details>\n");
}

/* Items of one severity as a folded block; returns how many did not fit. */
static uint32_t block(struct buf *out, const struct assessment *a, struct items items,
        enum severity severity, enum language language)
{
	uint32_t n = 0, cut = 0;

	for (uint32_t i = 0; i < items.count; i++)
		n += items.at[i].severity == severity;
	if (!n || out->len > MARKDOWN_BYTES - TAIL_BYTES - 200)
		return n;
	buf_format(out, "\n<details%s><summary>%s: %u</summary>\n\n",
	        severity == SEVERITY_BLOCKER ? " open" : "",
	        language == LANGUAGE_EN ? severity_word(severity).ptr
	                                : message(language, item_severity_message(severity)),
	        n);
	for (uint32_t i = 0; i < items.count; i++) {
		size_t before = out->len;

		if (items.at[i].severity != severity)
			continue;
		if (!cut)
			one(out, &items.at[i], a->arena, language);
		if (cut || out->len > MARKDOWN_BYTES - TAIL_BYTES) {
			out->len = before;
			cut++;
		}
	}
	buf_puts(out, "\n</details>\n");
	return cut;
}

static void head(struct buf *out, const struct assessment *a, const struct style *style)
{
	enum language language = style->language;
	str mode = language == LANGUAGE_EN
	                   ? mode_word(a->mode)
	                   : str_from(message(language,
	                             a->mode == MODE_EAGER ? MESSAGE_EAGER : MESSAGE_COMPILED));
	str parts[] = {style->version,
	        message_count(
	                a->arena, language, a->operator_nodes, MESSAGE_CALLS_ONE, MESSAGE_CALLS),
	        message_count(a->arena, language, a->scan->source_files, MESSAGE_SOURCES_ONE,
	                MESSAGE_SOURCES),
	        mode};

	buf_puts(out, "<!-- portfit report -->\n### portfit ");
	prose(out, message_fill(a->arena, language, MESSAGE_MD_HEAD, parts, 4));
	buf_puts(out, "\n\n");
}

static void tail(struct buf *out, const struct assessment *a, uint32_t cut, enum language language)
{
	str parts[] = {number(a, a->unreached), number(a, a->suppressed), number(a, a->baseline)};
	str left = number(a, cut), unchanged = number(a, a->unchanged);

	if (cut) {
		buf_byte(out, '\n');
		buf_put(out, message_fill(a->arena, language,
		                     cut == 1 ? MESSAGE_MD_CUT_ONE : MESSAGE_MD_CUT, &left, 1));
		buf_byte(out, '\n');
	}
	if (!a->unreached && !a->suppressed && !a->baseline && !a->unchanged)
		return;
	buf_byte(out, '\n');
	buf_put(out, message_fill(a->arena, language, MESSAGE_TEXT_FOLDED, parts, 3));
	if (a->unchanged)
		buf_put(out, message_fill(a->arena, language, MESSAGE_TEXT_FOLDED_UNCHANGED,
		                     &unchanged, 1));
	buf_byte(out, '\n');
}

void write_markdown(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct items items = items_of(a, style->language);
	uint32_t cut = 0;

	head(out, a, style);
	summary(out, a, style->language);
	gate(out, a, style->language);
	cost(out, a, style->language);
	for (int s = SEVERITY_BLOCKER; s >= SEVERITY_INFO; s--)
		cut += block(out, a, items, (enum severity)s, style->language);
	tail(out, a, cut, style->language);
}
