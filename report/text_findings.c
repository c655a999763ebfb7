/* Findings by cause, the worst first: one piece of work is one entry with its places. */
#include "report/text_page.h"

#include "base/text.h"

enum { PLACES_SHOWN = 3 };

static str target_word(const struct page *p, enum severity severity)
{
	static const enum message words[SEVERITY_COUNT] = {MESSAGE_TEXT_SEVERITY_NONE, MESSAGE_INFO,
	        MESSAGE_MINOR, MESSAGE_TEXT_SEVERITY_CHANGE, MESSAGE_TEXT_SEVERITY_STOPS};

	return str_from(page_say(p, words[severity]));
}

static str place_of(struct page *p, const struct finding *f)
{
	if (f->cell)
		return arena_format(
		        p->a->arena, "%.*s[%u]:%u", STR_ARG(f->path), f->cell - 1, f->line);
	return arena_format(p->a->arena, "%.*s:%u", STR_ARG(f->path), f->line);
}

/* "a.py:3, b.py:9 and 12 more in 4 files" */
static str places_of(struct page *p, const struct cause *c)
{
	uint32_t n = p->style->verbose ? c->findings.len : PLACES_SHOWN;
	str out = STR_NONE;

	for (uint32_t i = 0; i < c->findings.len && i < n; i++) {
		str one = place_of(p, &p->a->scan->findings.list.at[c->findings.at[i]]);

		out = out.len ? arena_format(p->a->arena, "%.*s, %.*s", STR_ARG(out), STR_ARG(one))
		              : one;
	}
	if (c->findings.len > n)
		out = page_fill(p, c->files == 1 ? MESSAGE_TEXT_MORE_ONE : MESSAGE_TEXT_MORE,
		        (str[]){out, page_number(p, c->findings.len - n), page_number(p, c->files)},
		        3);
	return out;
}

static str replacement_for(struct page *p, const struct cause *c, uint32_t t)
{
	uint32_t at = p->a->rule_target[t];

	return at == UINT32_MAX || c->severity[t] == SEVERITY_NONE
	               ? STR_NONE
	               : rule_replacement(p->a->scan->rules, c->rule, at);
}

/* The same text for all targets when they agree, else one line a target. */
static void replacements(struct page *p, const struct cause *c)
{
	const struct finding *first = &p->a->scan->findings.list.at[c->findings.at[0]];
	str last = STR_NONE;

	if (first->held_back.len) {
		page_wrapped(p, page_say(p, MESSAGE_TEXT_INSTEAD), 6,
		        page_said(p, SAID_FINDING, first->held_back));
		return;
	}
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		str text = replacement_for(p, c, t), name = p->a->targets[t]->name;
		bool all = true;

		for (uint32_t k = 0; k < p->a->n_targets; k++)
			all &= c->severity[k] == SEVERITY_NONE ||
			       str_eq(replacement_for(p, c, k), text);
		if (!text.len || str_eq(text, last))
			continue;
		last = text;
		page_wrapped(p,
		        all ? page_say(p, MESSAGE_TEXT_INSTEAD)
		            : page_fill(p, MESSAGE_TEXT_INSTEAD_FOR, &name, 1).ptr,
		        6, text);
	}
	if (!last.len && !c->way_known)
		page_wrapped(p, page_say(p, MESSAGE_TEXT_INSTEAD), 6,
		        str_from(page_say(p, MESSAGE_TEXT_NO_WAY)));
}

static void cause_entry(struct page *p, const struct cause *c)
{
	const struct ruleset *rules = p->a->scan->rules;
	const struct rule_row *rule = &rules->rules[c->rule];
	const struct finding *first = &p->a->scan->findings.list.at[c->findings.at[0]];
	uint32_t n = p->a->n_targets,
	         left = p->style->columns > 4 + 12 * n ? p->style->columns - 4 - 12 * n : 30;

	buf_puts(p->out, "  ");
	page_paint(p, c->worst == SEVERITY_BLOCKER ? PAINT_RED
	              : c->worst == SEVERITY_MAJOR ? PAINT_YELLOW
	                                           : PAINT_NONE);
	page_cell(p,
	        arena_format(p->a->arena, "%.*s: %.*s", STR_ARG(c->id),
	                STR_ARG(page_said(p, SAID_FINDING, first->message))),
	        left);
	page_paint(p, PAINT_NONE);
	for (uint32_t t = 0; t < n; t++) {
		buf_byte(p->out, ' ');
		page_cell(p, target_word(p, c->severity[t]), 11);
	}
	page_line_end(p);
	page_wrapped(p, page_say(p, MESSAGE_TEXT_AT), 6, places_of(p, c));
	page_wrapped(p, "", 6, ruleset_text(rules, rule->why));
	replacements(p, c);
	if (first->guard.len)
		page_wrapped(p, page_say(p, MESSAGE_TEXT_GUARDED), 6,
		        page_said(p, SAID_FINDING, first->guard));
}

static void section(struct page *p, enum message title, enum severity from, enum severity to,
        bool way, bool any_way)
{
	bool headed = false;

	for (uint32_t i = 0; i < p->a->causes.len; i++) {
		const struct cause *c = &p->a->causes.at[i];
		uint32_t left = p->style->columns > 4 + 12 * p->a->n_targets
		                        ? p->style->columns - 4 - 12 * p->a->n_targets
		                        : 30;

		if (c->worst < from || c->worst > to || (!any_way && c->way_known != way))
			continue;
		if (!headed) {
			size_t before = p->out->len;
			str shown;

			page_heading(p, title);
			shown = str_from_at(buf_str(p->out), before + 1);
			if (text_width(shown) < left + 2 && !p->style->color)
				buf_repeat(p->out, ' ', left + 2 - text_width(shown));
			for (uint32_t t = 0; t < p->a->n_targets; t++) {
				buf_byte(p->out, ' ');
				page_cell(p, p->a->targets[t]->name, 11);
			}
			page_line_end(p);
			headed = true;
		}
		cause_entry(p, c);
	}
}

static void folded(struct page *p)
{
	uint32_t n = 0;
	uint64_t places = 0;

	for (uint32_t i = 0; i < p->a->causes.len; i++)
		if (p->a->causes.at[i].worst < SEVERITY_MAJOR) {
			n++;
			places += p->a->causes.at[i].findings.len;
		}
	if (n && !p->style->verbose) {
		buf_puts(p->out, "\n  ");
		buf_put(p->out,
		        page_fill(p, MESSAGE_TEXT_MINOR,
		                (str[]){page_number(p, n),
		                        str_from(page_say(p, n == 1 ? MESSAGE_TEXT_CAUSE_ONE
		                                                    : MESSAGE_TEXT_CAUSE)),
		                        page_count(p, places, MESSAGE_PLACES_ONE, MESSAGE_PLACES)},
		                3));
		buf_byte(p->out, '\n');
	}
	if (!p->a->unreached && !p->a->suppressed && !p->a->baseline && !p->a->unchanged)
		return;
	buf_puts(p->out, n && !p->style->verbose ? "  " : "\n  ");
	buf_put(p->out,
	        page_fill(p, MESSAGE_TEXT_FOLDED,
	                (str[]){page_number(p, p->a->unreached), page_number(p, p->a->suppressed),
	                        page_number(p, p->a->baseline)},
	                3));
	if (p->a->unchanged)
		buf_put(p->out, page_fill(p, MESSAGE_TEXT_FOLDED_UNCHANGED,
		                        (str[]){page_number(p, p->a->unchanged)}, 1));
	buf_byte(p->out, '\n');
}

void text_findings(struct page *p)
{
	section(p, MESSAGE_TEXT_STOPS_NO_WAY, SEVERITY_BLOCKER, SEVERITY_BLOCKER, false, false);
	section(p, MESSAGE_TEXT_STOPS_WAY, SEVERITY_BLOCKER, SEVERITY_BLOCKER, true, false);
	section(p, MESSAGE_TEXT_CHANGE, SEVERITY_MAJOR, SEVERITY_MAJOR, false, true);
	if (p->style->verbose)
		section(p, MESSAGE_TEXT_ALSO, SEVERITY_INFO, SEVERITY_MINOR, false, true);
	folded(p);
}
