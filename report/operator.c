/* One operator in full: what `coverage show`, `coverage list` and `coverage stats` print. */
#include "report/report.h"

#include "base/text.h"
#include "pytorch/operator.h"

static void pair(struct json_out *w, const char *key, str value)
{
	if (value.len)
		json_out_pair_str(w, key, value);
}

void report_answer_json(struct json_out *w, const struct answer *a)
{
	json_out_object(w);
	json_out_pair_str(w, "verdict", verdict_word(a->verdict));
	if (a->evidence != EVIDENCE_NONE)
		json_out_pair_str(w, "evidence", evidence_word(a->evidence));
	pair(w, "source", a->source);
	pair(w, "source_date", a->date);
	pair(w, "condition", a->condition);
	if (a->n_leaves) {
		json_out_key(w, "leaves");
		json_out_array(w);
		for (uint32_t i = 0; i < a->n_leaves; i++) {
			json_out_object(w);
			json_out_pair_str(w, "operator", a->leaves[i].op);
			json_out_pair_str(w, "verdict", verdict_word(a->leaves[i].verdict));
			json_out_key(w, "always");
			json_out_bool(w, a->leaves[i].always);
			json_out_object_end(w);
		}
		json_out_array_end(w);
	}
	pair(w, "note", a->note);
	json_out_object_end(w);
}

static const struct fact_case_row *case_at(const struct fact *fact, uint32_t i)
{
	uint32_t count;

	return FACT_ROWS(fact->blob, FACT_CASES, fact_case_row, &count) + fact->row->first_case + i;
}

static void fact_json(struct json_out *w, const struct fact *f)
{
	struct arena *arena = arena_new();

	json_out_object(w);
	json_out_pair_str(w, "overload", blob_text(f->blob, f->row->overload));
	json_out_pair_str(w, "mode", mode_word(fact_mode(f->row)));
	json_out_pair_str(w, "base", verdict_word(fact_verdict(f->row->bits)));
	if (fact_evidence(f->row->bits) != EVIDENCE_NONE)
		json_out_pair_str(w, "evidence", evidence_word(fact_evidence(f->row->bits)));
	pair(w, "source", fact_sources(arena, f->blob, f->row->first_source, f->row->n_sources));
	pair(w, "date", blob_text(f->blob, f->row->date));
	pair(w, "signature", blob_text(f->blob, f->row->signature));
	pair(w, "note", blob_text(f->blob, f->row->note));
	json_out_pair_str(w, "from", f->layer ? S("overlay") : S("bundled"));
	json_out_key(w, "cases");
	json_out_array(w);
	for (uint32_t i = 0; i < f->row->n_cases; i++) {
		const struct fact_case_row *c = case_at(f, i);

		json_out_object(w);
		json_out_pair_str(w, "verdict", verdict_word(fact_verdict(c->bits)));
		json_out_pair_str(w, "evidence", evidence_word(fact_evidence(c->bits)));
		pair(w, "text", blob_text(f->blob, c->text));
		pair(w, "source", fact_sources(arena, f->blob, c->first_source, c->n_sources));
		pair(w, "date", blob_text(f->blob, c->date));
		json_out_object_end(w);
	}
	json_out_array_end(w);
	json_out_object_end(w);
	arena_free(arena);
}

static void row_json(struct json_out *w, const struct shown_operator *s)
{
	json_out_pair_str(w, "operator", s->op);
	json_out_pair_str(w, "target", s->target->name);
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		json_out_key_str(w, mode_word((enum mode)mode));
		report_answer_json(w, &s->answers[mode]);
	}
}

void report_operator_row_json(struct json_out *w, const struct shown_operator *s)
{
	json_out_object(w);
	row_json(w, s);
	json_out_object_end(w);
}

void report_operator_json(struct json_out *w, const struct shown_operator *s)
{
	struct fact_walk walk = fact_walk_from(s->coverage, s->op, s->target);

	json_out_object(w);
	row_json(w, s);
	json_out_key(w, "facts");
	json_out_array(w);
	for (const struct fact *fact; (fact = fact_walk_next(&walk));)
		fact_json(w, fact);
	json_out_array_end(w);
	json_out_key(w, "steps");
	json_out_object(w);
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		json_out_key_str(w, mode_word((enum mode)mode));
		json_out_array(w);
		for (uint32_t i = 0; i < s->steps[mode].lines.len; i++)
			json_out_str(w, s->steps[mode].lines.at[i]);
		json_out_array_end(w);
	}
	json_out_object_end(w);
	json_out_object_end(w);
}

static void answer_text(struct buf *out, enum mode mode, const struct answer *a)
{
	buf_format(
	        out, "  %-8.*s %.*s", STR_ARG(mode_word(mode)), STR_ARG(verdict_word(a->verdict)));
	if (a->evidence != EVIDENCE_NONE)
		buf_format(out, "  (%.*s %.*s)", STR_ARG(evidence_word(a->evidence)),
		        STR_ARG(a->date));
	buf_byte(out, '\n');
	if (a->condition.len) {
		buf_puts(out, "           ");
		text_visible(out, a->condition);
		buf_byte(out, '\n');
	}
}

static void source_text(struct buf *out, const struct coverage *coverage, str ids)
{
	while (ids.len) {
		size_t at = str_find(ids, S("; "));
		str id = str_slice(ids, 0, at);
		struct source source;

		ids = str_from_at(ids, at + 2);
		if (!coverage_source(coverage, id, &source))
			continue;
		buf_format(out, "             %.*s: %.*s", STR_ARG(id), STR_ARG(source.title));
		if (source.link.len)
			buf_format(out, " <%.*s>", STR_ARG(source.link));
		if (source.date.len)
			buf_format(out, ", %.*s", STR_ARG(source.date));
		buf_byte(out, '\n');
	}
}

static void fact_text(
        struct buf *out, const struct shown_operator *s, const struct fact *f, struct arena *arena)
{
	str note = blob_text(f->blob, f->row->note),
	    signature = blob_text(f->blob, f->row->signature);

	buf_format(out, "    %.*s.%.*s, %.*s: base %.*s", STR_ARG(blob_text(f->blob, f->row->op)),
	        STR_ARG(blob_text(f->blob, f->row->overload)),
	        STR_ARG(mode_word(fact_mode(f->row))),
	        STR_ARG(verdict_word(fact_verdict(f->row->bits))));
	if (fact_evidence(f->row->bits) != EVIDENCE_NONE)
		buf_format(out, ", %.*s %.*s", STR_ARG(evidence_word(fact_evidence(f->row->bits))),
		        STR_ARG(blob_text(f->blob, f->row->date)));
	buf_format(out, "%s%s%.*s\n", f->layer ? ", from an overlay" : "",
	        signature.len ? ", measured for " : "", STR_ARG(signature));
	if (note.len)
		buf_format(out, "             %.*s\n", STR_ARG(note));
	source_text(out, s->coverage,
	        fact_sources(arena, f->blob, f->row->first_source, f->row->n_sources));
	for (uint32_t i = 0; i < f->row->n_cases; i++) {
		const struct fact_case_row *c = case_at(f, i);

		buf_format(out, "      case %.*s, %.*s %.*s: ",
		        STR_ARG(verdict_word(fact_verdict(c->bits))),
		        STR_ARG(evidence_word(fact_evidence(c->bits))),
		        STR_ARG(blob_text(f->blob, c->date)));
		text_visible(out, blob_text(f->blob, c->text));
		buf_byte(out, '\n');
	}
}

static bool names_operator(str name, str op)
{
	str base, overload, other, rest;

	operator_split(op, &base, &overload);
	operator_split(name, &other, &rest);
	return str_eq(base, other) &&
	       (!rest.len || !overload.len || str_eq(rest, S("*")) || str_eq(rest, overload));
}

static void remarks_text(struct buf *out, const struct shown_operator *s, struct arena *arena)
{
	static const char *const sections[] = {"own", "dynamic", "autocast"};

	for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
		struct remark *remarks;
		uint32_t n = coverage_remarks(s->coverage, arena, sections[k], s->target, &remarks);

		for (uint32_t i = 0; i < n; i++)
			if (names_operator(remarks[i].name, s->op))
				buf_format(out, "    %s%s%.*s: %.*s%s%.*s, %.*s %.*s\n",
				        sections[k], remarks[i].detail.len ? ", " : "",
				        STR_ARG(remarks[i].detail), STR_ARG(remarks[i].verdict),
				        remarks[i].text.len ? ", " : "", STR_ARG(remarks[i].text),
				        STR_ARG(remarks[i].evidence), STR_ARG(remarks[i].date));
	}
}

void report_operator_text(struct buf *out, const struct shown_operator *s, struct arena *arena)
{
	struct fact_walk walk = fact_walk_from(s->coverage, s->op, s->target), counted = walk;
	uint32_t n = 0;

	buf_format(out, "%.*s on %.*s (%.*s %.*s)\n", STR_ARG(s->op), STR_ARG(s->target->name),
	        STR_ARG(s->target->backend), STR_ARG(s->target->version));
	for (int mode = 0; mode < MODE_COUNT; mode++)
		answer_text(out, (enum mode)mode, &s->answers[mode]);
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		buf_format(out, "  how the %s answer comes about\n",
		        mode == MODE_EAGER ? "eager" : "compiled");
		for (uint32_t i = 0; i < s->steps[mode].lines.len; i++) {
			buf_puts(out, "    ");
			text_visible(out, s->steps[mode].lines.at[i]);
			buf_byte(out, '\n');
		}
	}
	while (fact_walk_next(&counted))
		n++;
	buf_format(out, "  facts: %u\n", n);
	for (const struct fact *fact; (fact = fact_walk_next(&walk));)
		fact_text(out, s, fact, arena);
	remarks_text(out, s, arena);
	buf_byte(out, '\n');
}

void report_operator_row_text(struct buf *out, const struct shown_operator *s)
{
	buf_format(out, "%-56.*s %-10.*s", STR_ARG(s->op), STR_ARG(s->target->name));
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		const struct answer *a = &s->answers[mode];

		buf_format(out, " %-12.*s %-11.*s", STR_ARG(verdict_word(a->verdict)),
		        STR_ARG(a->evidence == EVIDENCE_NONE ? STR_NONE
		                                             : evidence_word(a->evidence)));
	}
	while (out->len && out->ptr[out->len - 1] == ' ')
		out->len--;
	buf_byte(out, '\n');
}

void report_coverage_stats(struct buf *out, const struct coverage *coverage,
        const struct target *target, struct arena *arena)
{
	uint32_t counts[MODE_COUNT][VERDICT_COUNT][EVIDENCE_COUNT] = {0}, totals[MODE_COUNT] = {0},
	         cases = 0;
	str *ops;
	uint32_t n_ops = coverage_list(coverage, arena, &ops);

	for (uint32_t i = 0; i < n_ops; i++) {
		struct fact_walk walk;
		str base, overload;

		operator_split(ops[i], &base, &overload);
		walk = fact_walk_from(coverage, base, target);
		for (const struct fact *fact; (fact = fact_walk_next(&walk));) {
			enum mode mode = fact_mode(fact->row);

			if (!str_eq(blob_text(fact->blob, fact->row->overload), overload))
				continue;
			counts[mode][fact_verdict(fact->row->bits)]
			      [fact_evidence(fact->row->bits)]++;
			totals[mode]++;
			cases += fact->row->n_cases;
		}
	}
	buf_format(out, "%.*s: %.*s %.*s, device '%.*s', facts as of %.*s\n", STR_ARG(target->name),
	        STR_ARG(target->backend), STR_ARG(target->version), STR_ARG(target->device),
	        STR_ARG(target->facts_date));
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		buf_format(out, "  %.*s: %u rows\n", STR_ARG(mode_word((enum mode)mode)),
		        totals[mode]);
		for (int v = 0; v < VERDICT_COUNT; v++)
			for (int e = 0; e < EVIDENCE_COUNT; e++)
				if (counts[mode][v][e])
					buf_format(out, "    %-12.*s %-11.*s %5u\n",
					        STR_ARG(verdict_word((enum verdict)v)),
					        STR_ARG(e ? evidence_word((enum evidence)e)
					                  : S("only cases")),
					        counts[mode][v][e]);
	}
	buf_format(out, "  cases: %u\n", cases);
}
