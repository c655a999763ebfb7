/* A portfolio: one SQLite file of many results, for questions over projects. A result that is in it
 * already (told by a digest of its JSON) is not put in twice. Tables and views: docs/portfolio.md.
 */
#include "report/sqlite_schema.h"
#include "report/writer.h"

#include "assess/analyses.h"
#include "assess/effort.h"
#include "base/md5.h"
#include "base/sqlite.h"
#include "report/item.h"
#include "assess/workload_answer.h"

enum { COLUMNS_MOST = 21 };

/* A row being filled. */
struct record {
	struct sqlite_value values[COLUMNS_MOST];
	uint32_t n;
};

struct portfolio {
	struct env *env;
	struct sqlite *db;
	const struct assessment *a;
	uint64_t result; /* id of the one being put in */
	bool ok;
};

static void begin(const struct portfolio *p, struct record *r)
{
	r->n = 0;
	r->values[r->n++] = sqlite_whole(p->result);
}

static void text(struct record *r, str value)
{
	r->values[r->n++] = sqlite_text(value);
}

static void whole(struct record *r, uint64_t value)
{
	r->values[r->n++] = sqlite_whole(value);
}

static void real(struct record *r, double value)
{
	r->values[r->n++] = sqlite_real(value);
}

/* The statement of a table of so many columns. */
static struct sqlite_statement *into(struct portfolio *p, const char *table, uint32_t columns)
{
	str sql = arena_format(p->env->keep, "INSERT INTO %s VALUES(?1", table);
	struct sqlite_statement *s;

	for (uint32_t i = 2; i <= columns; i++)
		sql = arena_format(p->env->keep, "%.*s, ?%u", STR_ARG(sql), i);
	s = sqlite_prepare(p->db, arena_format(p->env->keep, "%.*s)", STR_ARG(sql)).ptr);
	p->ok &= s != NULL;
	return s;
}

static void put(struct portfolio *p, struct sqlite_statement *s, const struct record *r)
{
	if (p->ok)
		p->ok = sqlite_fill(s, r->values, r->n);
}

/* ------------------------------------------------------------------ what was looked at */

static void put_targets(struct portfolio *p)
{
	struct sqlite_statement *s = into(p, "targets", 7);
	struct record r;

	for (uint32_t t = 0; p->ok && t < p->a->n_targets; t++) {
		const struct target *target = p->a->targets[t];

		begin(p, &r);
		text(&r, target->name);
		text(&r, target->device);
		text(&r, target->backend);
		text(&r, target->version);
		text(&r, target->facts_date);
		whole(&r, p->a->facts[t]);
		put(p, s, &r);
	}
}

static void put_inputs(struct portfolio *p)
{
	struct sqlite_statement *s = into(p, "inputs", 9);
	struct record r;

	for (uint32_t i = 0; p->ok && i < p->a->scan->inputs.len; i++) {
		const struct input *in = &p->a->scan->inputs.at[i];

		begin(p, &r);
		whole(&r, i);
		text(&r, in->path);
		text(&r, in->kind);
		text(&r, input_status_word(in->status));
		text(&r, in->reason);
		whole(&r, in->lines);
		whole(&r, in->nodes);
		text(&r, in->torch_version);
		put(p, s, &r);
	}
}

static void put_answers(struct portfolio *p, struct sqlite_statement *s, uint32_t workload)
{
	struct record r;

	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		struct workload_answer answer = workload_answer_of(p->a, workload, t);

		begin(p, &r);
		text(&r, p->a->scan->workloads.at[workload].name);
		text(&r, p->a->targets[t]->name);
		text(&r, cost_answer_word(answer.answer));
		text(&r, answer.reason);
		put(p, s, &r);
	}
}

static void put_others(struct portfolio *p)
{
	const struct scan *scan = p->a->scan;
	struct sqlite_statement *workloads = into(p, "workloads", 5),
	                        *not_scanned = into(p, "not_scanned", 3),
	                        *answers = into(p, "workload_answers", 5);
	struct record r;

	for (uint32_t i = 0; p->ok && i < scan->workloads.len; i++) {
		const struct workload *one = &scan->workloads.at[i];

		begin(p, &r);
		text(&r, one->name);
		text(&r, one->entry);
		whole(&r, one->reached);
		text(&r, one->configured ? S("configured") : S("detected"));
		put(p, workloads, &r);
		put_answers(p, answers, i);
	}
	for (uint32_t i = 0; p->ok && i < scan->not_scanned.len; i++) {
		begin(p, &r);
		text(&r, scan->not_scanned.at[i].reason);
		whole(&r, scan->not_scanned.at[i].files);
		put(p, not_scanned, &r);
	}
}

static void put_graphs(struct portfolio *p)
{
	struct sqlite_statement *s = into(p, "graphs", 15);
	struct record r;

	for (uint32_t i = 0; p->ok && i < p->a->scan->graphs.len; i++) {
		const struct graph_ref *ref = &p->a->scan->graphs.at[i];
		const struct graph *g = &ref->file->graphs.at[ref->graph];
		const struct graph_sum *sum = &p->a->graphs[i];

		begin(p, &r);
		whole(&r, i);
		whole(&r, ref->input);
		text(&r, graph_text(ref->file, g->name));
		text(&r, graph_text(ref->file, g->stage));
		whole(&r, ref->counted);
		text(&r, ref->why_not);
		whole(&r, sum->nodes);
		whole(&r, sum->operator_nodes);
		whole(&r, sum->host_nodes);
		whole(&r, sum->wrapper_nodes);
		whole(&r, sum->parameters);
		whole(&r, sum->parameter_bytes);
		whole(&r, sum->flops);
		whole(&r, sum->bytes);
		put(p, s, &r);
	}
}

/* ------------------------------------------------------------------ operators */

static void put_verdicts(
        struct portfolio *p, struct sqlite_statement *s, uint32_t number, const struct op_row *row)
{
	struct record r;

	for (uint32_t k = 0; row->judged && k < p->a->n_targets * MODE_COUNT; k++) {
		const struct judged *judged = &row->judged[k];

		begin(p, &r);
		whole(&r, number);
		text(&r, p->a->targets[k / MODE_COUNT]->name);
		text(&r, mode_word((enum mode)(k % MODE_COUNT)));
		text(&r, verdict_word(judged->worst));
		text(&r, judged->answer.evidence == EVIDENCE_NONE
		                 ? STR_NONE
		                 : evidence_word(judged->answer.evidence));
		text(&r, judged->answer.source);
		text(&r, judged->answer.date);
		text(&r, judged->answer.condition);
		whole(&r, judged->calls[judged->worst]);
		put(p, s, &r);
	}
}

static void put_exceptions(
        struct portfolio *p, struct sqlite_statement *s, uint32_t number, const struct op_row *row)
{
	struct record r;

	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		const struct row_exception *left = row_exception(row, t);

		if (!left)
			continue;
		begin(p, &r);
		whole(&r, number);
		text(&r, p->a->targets[t]->name);
		text(&r, left->reason);
		text(&r, left->until);
		put(p, s, &r);
	}
}

static void put_operators(struct portfolio *p)
{
	struct sqlite_statement *s = into(p, "operators", 12), *verdicts = into(p, "verdicts", 10),
	                        *left = into(p, "exceptions", 5);
	struct record r;
	uint32_t number = 0;

	for (uint32_t i = 0; p->ok && i < p->a->rows.len; i++) {
		const struct op_row *row = &p->a->rows.at[i];
		struct row_place place = row_place_at(row, 0);

		if (row->kind == ROW_API)
			continue;
		begin(p, &r);
		whole(&r, number);
		text(&r, row->op);
		text(&r, row->signature);
		text(&r, row_kind_word(row->kind));
		whole(&r, row->calls);
		whole(&r, row->flops);
		whole(&r, row->known);
		text(&r, !row->judged || row->known || row->from == FROM_CHANGE
		                 ? STR_NONE
		                 : finding_from_word(row->from));
		text(&r, place.path);
		whole(&r, place.line);
		text(&r, place.module);
		put(p, s, &r);
		put_verdicts(p, verdicts, number, row);
		put_exceptions(p, left, number++, row);
	}
}

static void put_apis(struct portfolio *p)
{
	struct sqlite_statement *s = into(p, "apis", 5);
	struct record r;

	for (uint32_t i = 0; p->ok && i < p->a->apis.len; i++) {
		const struct api_row *row = &p->a->apis.at[i];
		const struct scan_api_use *use = &p->a->scan->api_uses.at[row->uses.at[0]];

		begin(p, &r);
		text(&r, row->api);
		whole(&r, row->calls);
		text(&r, p->a->scan->inputs.at[use->input].path);
		whole(&r, use->use.line);
		put(p, s, &r);
	}
}

/* ------------------------------------------------------------------ findings */

static enum severity worst_of(const struct assessment *a, uint32_t finding)
{
	enum severity worst = SEVERITY_NONE;

	for (uint32_t t = 0; t < a->n_targets; t++)
		if (finding_severity(a, finding, t) > worst)
			worst = finding_severity(a, finding, t);
	return worst;
}

static void finding_record(struct portfolio *p, uint32_t index, uint64_t number, struct record *r)
{
	const struct finding *f = &p->a->scan->findings.list.at[index];
	const struct ruleset *rules = p->a->scan->rules;
	const struct rule_row *rule = &rules->rules[f->rule];

	begin(p, r);
	whole(r, number);
	text(r, ruleset_text(rules, rule->id));
	text(r, ruleset_text(rules, rule->title));
	text(r, severity_word(worst_of(p->a, index)));
	text(r, rule->way == RULE_WAY_KNOWN ? S("known") : S("none"));
	text(r, f->cause);
	text(r, f->path);
	whole(r, f->line);
	whole(r, f->column);
	whole(r, f->end_line);
	whole(r, f->end_column);
	text(r, f->function);
	text(r, f->message);
	text(r, item_advice(p->a, index));
	text(r, f->guard);
	text(r, fingerprint_text(p->a->arena, f->fingerprint));
	text(r, finding_state_word(f->state));
	whole(r, p->a->finding_reached[index]);
	text(r, f->reason);
	text(r, f->until);
}

static void put_findings(struct portfolio *p)
{
	struct sqlite_statement *s = into(p, "findings", 21),
	                        *targets = into(p, "finding_targets", 4);
	struct record r;
	uint64_t number = 0;

	for (uint32_t i = 0; p->ok && i < p->a->scan->findings.list.len; i++) {
		if (worst_of(p->a, i) == SEVERITY_NONE)
			continue;
		finding_record(p, i, number, &r);
		put(p, s, &r);
		for (uint32_t t = 0; p->ok && t < p->a->n_targets; t++) {
			if (finding_severity(p->a, i, t) == SEVERITY_NONE)
				continue;
			begin(p, &r);
			whole(&r, number);
			text(&r, p->a->targets[t]->name);
			text(&r, severity_word(finding_severity(p->a, i, t)));
			put(p, targets, &r);
		}
		number++;
	}
}

/* ------------------------------------------------------------------ sums */

static void put_totals(struct portfolio *p)
{
	struct sqlite_statement *s = into(p, "totals", 7), *islands = into(p, "islands", 7);
	struct record r;

	for (uint32_t k = 0; p->ok && k < p->a->n_targets * MODE_COUNT; k++) {
		const struct totals *totals = &p->a->totals[k];
		const struct island_set *set = &p->a->analyses->islands.fallback[k];

		for (int v = 0; v < VERDICT_COUNT; v++) {
			if (!totals->operators[v])
				continue;
			begin(p, &r);
			text(&r, p->a->targets[k / MODE_COUNT]->name);
			text(&r, mode_word((enum mode)(k % MODE_COUNT)));
			text(&r, verdict_word((enum verdict)v));
			whole(&r, totals->operators[v]);
			whole(&r, totals->unique[v]);
			whole(&r, totals->flops[v]);
			put(p, s, &r);
		}
		if (!set->count)
			continue;
		begin(p, &r);
		text(&r, p->a->targets[k / MODE_COUNT]->name);
		text(&r, mode_word((enum mode)(k % MODE_COUNT)));
		whole(&r, set->count);
		whole(&r, set->operators);
		whole(&r, set->least.count);
		whole(&r, set->least.bytes);
		put(p, islands, &r);
	}
}

static void put_items(
        struct portfolio *p, struct sqlite_statement *s, uint32_t t, const struct effort *e)
{
	struct record r;

	for (uint32_t i = 0; p->ok && i < e->items.len; i++) {
		const struct effort_item *item = &e->items.at[i];

		begin(p, &r);
		text(&r, p->a->targets[t]->name);
		text(&r, item->id);
		text(&r, item->title);
		text(&r, effort_part_word(item->part));
		text(&r, item->hours_class);
		if (item->part < PART_SETUP)
			whole(&r, item->places);
		else
			text(&r, STR_NONE);
		real(&r, item->spread.p50);
		real(&r, item->spread.p80);
		real(&r, item->spread.p90);
		put(p, s, &r);
	}
}

static void put_effort(struct portfolio *p)
{
	struct sqlite_statement *s = into(p, "effort", 7), *items = into(p, "effort_items", 10);
	struct record r;

	for (uint32_t t = 0; p->ok && p->a->effort && t < p->a->n_targets; t++) {
		const struct effort *e = &p->a->effort[t];

		begin(p, &r);
		text(&r, p->a->targets[t]->name);
		text(&r, effort_stage_word(e->stage));
		whole(&r, !effort_is_blocked(e));
		real(&r, e->total.p50);
		real(&r, e->total.p80);
		real(&r, e->total.p90);
		put(p, s, &r);
		put_items(p, items, t, e);
	}
}

/* ------------------------------------------------------------------ the file */

/* Tables in an empty database; an old one must be a portfolio of this version. */
static bool lay_out(struct portfolio *p, str path, bool fresh)
{
	int64_t id = 0, version = 0;

	for (size_t i = 0; fresh && portfolio_schema[i]; i++)
		if (!sqlite_run(p->db, portfolio_schema[i]))
			return false;
	if (fresh)
		return sqlite_run(
		        p->db, arena_format(p->env->keep,
		                       "PRAGMA application_id = %d; PRAGMA user_version = %d;",
		                       PORTFOLIO_ID, PORTFOLIO_VERSION)
		                       .ptr);
	if (!sqlite_number(p->db, "PRAGMA application_id", &id) ||
	        !sqlite_number(p->db, "PRAGMA user_version", &version))
		return false;
	if (id == PORTFOLIO_ID && version == PORTFOLIO_VERSION)
		return true;
	return diag_error(p->env->diags, (struct place){.path = path},
	        id == PORTFOLIO_ID ? "is a portfolio of another version of portfit; write a new one"
	                           : "is a database of another program; the old file was left as "
	                             "it was");
}

/* False in *fresh when the result is in the portfolio already. */
static bool put_result(struct portfolio *p, const struct style *style, bool *fresh)
{
	const struct assessment *a = p->a;
	struct sqlite_statement *known = sqlite_prepare(
	                                p->db, "SELECT id FROM results WHERE digest = ?1"),
	                        *s = into(p, "results", 11);
	struct md5 md5 = {0};
	struct buf json = {0};
	char digest[33];
	int64_t last = 0;
	struct record r;
	bool there;

	write_json(a, style, &json);
	md5_add(&md5, buf_str(&json));
	md5_hex(&md5, digest);
	buf_free(&json);
	r.values[0] = sqlite_text(str_from(digest));
	if (!known || !s || !sqlite_ask(known, r.values, 1, &there, NULL) ||
	        !sqlite_number(p->db, "SELECT coalesce(max(id), 0) FROM results", &last))
		return false;
	*fresh = !there;
	if (there)
		return true;
	p->result = (uint64_t)last + 1;
	begin(p, &r);
	text(&r, arena_dup(p->env->keep, str_from(digest)));
	text(&r, a->scan->inputs.len ? a->scan->inputs.at[0].path : STR_NONE);
	text(&r, style->version);
	text(&r, mode_word(a->mode));
	text(&r, !a->gate.on ? S("off") : a->gate.hit ? S("hit") : S("passed"));
	whole(&r, a->scan->inputs.len);
	whole(&r, a->scan->source_files);
	whole(&r, a->scan->source_lines);
	whole(&r, a->scan->other_files);
	whole(&r, a->operator_nodes);
	put(p, s, &r);
	return p->ok;
}

static bool put_all(struct portfolio *p, const struct style *style)
{
	bool fresh;

	if (!put_result(p, style, &fresh))
		return false;
	if (!fresh)
		return true;
	put_targets(p);
	put_others(p);
	put_inputs(p);
	put_graphs(p);
	put_operators(p);
	put_apis(p);
	put_findings(p);
	put_totals(p);
	put_effort(p);
	return p->ok;
}

bool append_sqlite(struct env *env, const struct assessment *a, const struct style *style,
        const struct old_file *old, struct buf *out)
{
	struct portfolio p = {.env = env, .a = a, .ok = true};
	bool ok;

	p.db = sqlite_open(env, old->path, old->bytes);
	if (!p.db)
		return false;
	ok = sqlite_run(p.db, "BEGIN") && lay_out(&p, old->path, !old->bytes.len) &&
	     put_all(&p, style) && sqlite_run(p.db, "COMMIT") && sqlite_bytes(p.db, out);
	sqlite_close(p.db);
	return ok;
}
