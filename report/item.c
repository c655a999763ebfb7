/* One list for all formats that are lists. An operator is one item a row, at the first source line
 * that the graph knows of it; its fingerprint is of operator, signature and verdict, so that it
 * does not move with lines. */
#include "report/item.h"

#include "assess/gate.h"
#include "report/said.h"

struct list {
	enum language language;
	VEC(struct item) items;
};

str item_advice(const struct assessment *a, uint32_t finding)
{
	const struct finding *f = &a->scan->findings.list.at[finding];
	str out = STR_NONE, last = STR_NONE;

	if (f->held_back.len)
		return f->held_back;
	for (uint32_t t = 0; t < a->n_targets; t++) {
		str text = a->rule_target[t] == UINT32_MAX ||
		                           finding_severity(a, finding, t) == SEVERITY_NONE
		                   ? STR_NONE
		                   : rule_replacement(a->scan->rules, f->rule, a->rule_target[t]);

		if (!text.len || str_eq(text, last))
			continue;
		last = text;
		out = out.len ? arena_format(a->arena, "%.*s; %.*s: %.*s", STR_ARG(out),
		                        STR_ARG(a->targets[t]->name), STR_ARG(text))
		              : text;
	}
	return out;
}

static void add_finding(const struct assessment *a, struct list *l, uint32_t index)
{
	const struct finding *f = &a->scan->findings.list.at[index];
	const struct rule_row *rule = &a->scan->rules->rules[f->rule];
	enum severity worst = SEVERITY_NONE;
	str targets = STR_NONE;

	if (f->state != FINDING_NEW || !a->finding_reached[index])
		return;
	for (uint32_t t = 0; t < a->n_targets; t++) {
		enum severity s = finding_severity(a, index, t);

		if (s == SEVERITY_NONE)
			continue;
		worst = s > worst ? s : worst;
		targets = arena_format(a->arena, "%.*s%s%.*s: %.*s", STR_ARG(targets),
		        targets.len ? ", " : "", STR_ARG(a->targets[t]->name),
		        STR_ARG(severity_word(s)));
	}
	if (worst == SEVERITY_NONE)
		return;
	*VEC_PUSH(a->arena, &l->items) = (struct item){
	        .rule = ruleset_text(a->scan->rules, rule->id),
	        .title = ruleset_text(a->scan->rules, rule->title),
	        .severity = worst,
	        .targets = targets,
	        .message = said(a->arena, l->language, SAID_FINDING, f->message),
	        .advice = f->held_back.len ? said(a->arena, l->language, SAID_FINDING, f->held_back)
	                                   : item_advice(a, index),
	        .path = f->path,
	        .line = f->line,
	        .column = f->column,
	        .end_line = f->end_line,
	        .end_column = f->end_column,
	        .fingerprint = fingerprint_text(a->arena, f->fingerprint),
	        .why = ruleset_text(a->scan->rules, rule->why),
	        .rule_index = f->rule};
}

static enum severity verdict_severity(enum verdict verdict)
{
	static const enum severity severities[] = {[GATE_OFF] = SEVERITY_NONE,
	        [GATE_INFO] = SEVERITY_INFO,
	        [GATE_MINOR] = SEVERITY_MINOR,
	        [GATE_MAJOR] = SEVERITY_MAJOR,
	        [GATE_BLOCKER] = SEVERITY_BLOCKER};

	return verdict == VERDICT_UNKNOWN ? SEVERITY_INFO : severities[gate_level_of(verdict)];
}

static str operator_message(
        const struct assessment *a, enum language language, const struct op_row *row, str targets)
{
	str parts[] = {
	        arena_format(a->arena, "%.*s(%.*s)", STR_ARG(row->op), STR_ARG(row->signature)),
	        message_count(
	                a->arena, language, row->calls, MESSAGE_TEXT_CALL_ONE, MESSAGE_TEXT_CALL),
	        said(a->arena, language, SAID_WORD, mode_word(a->mode)), targets};

	return message_fill(a->arena, language, MESSAGE_ITEM_OPERATOR, parts, 4);
}

/* The worst over the targets that no exception leaves alone, and who says what. */
static enum verdict worst_of(const struct assessment *a, enum language language,
        const struct op_row *row, str *targets, str *why)
{
	enum verdict worst = VERDICT_SUPPORTED;

	*targets = *why = STR_NONE;
	for (uint32_t t = 0; t < a->n_targets; t++) {
		const struct judged *j = row_judged(row, t, a->mode);

		if (j->worst == VERDICT_SUPPORTED || j->worst == VERDICT_DECOMPOSED ||
		        row_exception(row, t))
			continue;
		if (verdict_rank(j->worst) > verdict_rank(worst)) {
			worst = j->worst;
			*why = j->answer.condition;
		}
		*targets = arena_format(a->arena, "%.*s%s%.*s: %.*s", STR_ARG(*targets),
		        targets->len ? ", " : "", STR_ARG(a->targets[t]->name),
		        STR_ARG(said(a->arena, language, SAID_WORD, verdict_word(j->worst))));
	}
	return worst;
}

static void add_operator(const struct assessment *a, struct list *l, const struct op_row *row)
{
	str targets, why;
	enum verdict worst = worst_of(a, l->language, row, &targets, &why);
	struct row_place place = row_place_at(row, 0);

	if (worst != VERDICT_FALLBACK && worst != VERDICT_SKIPPED && worst != VERDICT_UNSUPPORTED &&
	        worst != VERDICT_UNKNOWN)
		return;
	*VEC_PUSH(a->arena, &l->items) = (struct item){
	        .rule = arena_format(a->arena, "operator-%.*s", STR_ARG(verdict_word(worst))),
	        .title = arena_format(a->arena, "Operator %.*s", STR_ARG(verdict_word(worst))),
	        .severity = verdict_severity(worst),
	        .targets = targets,
	        .message = operator_message(a, l->language, row, targets),
	        .path = place.path.len
	                        ? place.path
	                        : a->scan->inputs.at[a->scan->graphs.at[row->graphs.at[0]].input]
	                                  .path,
	        .line = place.line,
	        .fingerprint = row_fingerprint(a, row),
	        .operator= row->op,
	        .verdict = verdict_word(worst),
	        .why = why,
	        .rule_index = UINT32_MAX};
}

struct items items_of(const struct assessment *a, enum language language)
{
	struct list l = {.language = language};

	for (uint32_t i = 0; i < a->scan->findings.list.len; i++)
		add_finding(a, &l, i);
	for (uint32_t i = 0; i < a->rows.len; i++)
		if (a->rows.at[i].judged && !a->rows.at[i].known)
			add_operator(a, &l, &a->rows.at[i]);
	return (struct items){l.items.at, l.items.len};
}

enum message item_verdict_message(enum verdict verdict)
{
	static const enum message messages[VERDICT_COUNT] = {[VERDICT_UNKNOWN] = MESSAGE_UNKNOWN,
	        [VERDICT_SUPPORTED] = MESSAGE_SUPPORTED,
	        [VERDICT_DECOMPOSED] = MESSAGE_DECOMPOSED,
	        [VERDICT_CONDITIONAL] = MESSAGE_CONDITIONAL,
	        [VERDICT_FALLBACK] = MESSAGE_FALLBACK,
	        [VERDICT_SKIPPED] = MESSAGE_SKIPPED,
	        [VERDICT_UNSUPPORTED] = MESSAGE_UNSUPPORTED};

	return messages[verdict];
}

enum message item_severity_message(enum severity severity)
{
	static const enum message messages[SEVERITY_COUNT] = {
	        MESSAGE_NONE, MESSAGE_INFO, MESSAGE_MINOR, MESSAGE_MAJOR, MESSAGE_BLOCKER};

	return messages[severity];
}
