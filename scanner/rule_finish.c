/* From gathered matches of a Python file to its findings: places, guards, statements, suppressions.
 *
 * Nothing of this is done for a file without a match, and most files have none. */
#include "scanner/flow.h"
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include "scanner/rule_text.h"
#include "scanner/suppress.h"

#include <stdlib.h>
#include <string.h>

enum {
	STATEMENT_BYTES = 4000,
	GIVEN_MOST = 500, /* matches by ** that are held against others */
	NAMED_RECORDS = 20,
};

int raw_compare(const void *left, const void *right)
{
	const struct raw *a = left, *b = right;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	if (a->rule != b->rule)
		return a->rule < b->rule ? -1 : 1;
	return a->end > b->end ? -1 : a->end < b->end;
}

/* What is known at the next name is known of the place. */
static const struct python_chain *chain_near(struct python_matching *p, uint32_t at)
{
	uint32_t index = python_name_chain_from(p, at);

	return index < p->name_chains.len ? &p->file->chains.at[p->name_chains.at[index]] : NULL;
}

/* Flags and scope for a match that has none: from the first name in it, else in its statement. */
static void borrow_flags(struct python_matching *p, struct raw *raw, uint32_t statement)
{
	const struct statement *s =
	        statement == PYTHON_NONE ? NULL : &p->outline.list.at[statement];
	const struct python_chain *chain = chain_near(p, raw->at);

	if ((!chain || chain->at >= raw->end) && s)
		chain = chain_near(p, s->at);
	if (!chain || (s && chain->at >= s->end && chain->at >= raw->end))
		return;
	raw->flags = chain->flags;
	raw->scope = chain->scope;
}

static struct spot spot_of(struct python_matching *p, uint32_t at, uint32_t end)
{
	struct python_spot from = python_spot(p->file, at), to = python_spot(p->file, end);

	return (struct spot){.cell = p->file->notebook ? from.cell + 1 : 0,
	        .line = from.line,
	        .column = from.character + 1,
	        .end_line = to.line,
	        .end_column = to.character + 1};
}

/* The statement of a match; of a very long one the part around the match. */
static str statement_of(struct python_matching *p, const struct raw *raw, uint32_t statement)
{
	const struct statement *s;
	uint32_t end;

	if (statement == PYTHON_NONE)
		return python_source_text(p, raw->at, raw->end);
	s = &p->outline.list.at[statement];
	end = s->end > raw->end ? s->end : raw->end;
	if (end - s->at > STATEMENT_BYTES)
		return python_source_text(p, raw->at,
		        raw->end - raw->at > STATEMENT_BYTES ? raw->at + STATEMENT_BYTES
		                                             : raw->end);
	return python_source_text(p, s->at, end);
}

/* f"{torch.cuda.get_device_name(0)}", "gpu": torch.cuda.get_device_name() if …, and no more than
 * that: a text for whoever reads a report or a log. */
static bool is_name_told(struct python_matching *p, const struct raw *raw, uint32_t statement)
{
	static const char *const before[] = {"\":", "':", "\"] =", "'] =", NULL};
	static const char *const behind[] = {",", "}", ")", "if ", NULL};
	str text = p->file->text, rest = str_from_at(text, raw->end), told;

	if (!str_eq(raw->matched, S("torch.cuda.get_device_name")) || statement == PYTHON_NONE)
		return false;
	told = str_slice(text, p->outline.list.at[statement].at, raw->at);
	rest = str_from_at(rest, brackets_end(rest));
	rest = str_trim(str_slice(rest, 0, 16));
	if (rest.len && raw->end < p->outline.list.at[statement].end &&
	        !str_starts_one_of(rest, behind))
		return false;
	return raw->flags & PYTHON_FSTRING || str_ends_one_of(str_trim(told), before) ||
	       statement_is_told(p, &p->outline.list.at[statement]);
}

/* Calls nothing but torch.cuda.is_available(). */
static bool only_asks(str text)
{
	size_t bracket = str_find_byte(text, '(');

	return str_ends(str_slice(text, 0, bracket), S("is_available")) &&
	       str_find_byte(str_from_at(text, bracket + 1), '(') >= text.len - bracket - 1;
}

/* The scope that a place takes effect in: a default that makes nothing is made when the file is
 * loaded, and used when its function is called. So is "cuda" if torch.cuda.is_available() else
 * "cpu". */
static uint32_t scope_run_by(struct python_matching *p, const struct raw *raw)
{
	const struct python_file *file = p->file;
	uint32_t binding, next;

	if (!(raw->flags & PYTHON_DEFAULT))
		return raw->scope;
	binding = parameter_by_default(p, raw);
	next = python_binding_from(file, raw->at);
	if (binding == PYTHON_NONE && next &&
	        file->bindings.at[next - 1].kind == PYTHON_BIND_PARAMETER &&
	        only_asks(str_slice(file->text, raw->at, raw->end)))
		binding = next - 1;
	return binding == PYTHON_NONE ? raw->scope : file->bindings.at[binding].scope;
}

static void add_finding(struct python_matching *p, struct raw *raw, uint32_t statement)
{
	uint32_t scope;
	struct spot spot = spot_of(p, raw->at, raw->end);
	struct protection guard;
	bool tried; /* it is an import that may fail, or of one */

	if (!raw->flags && !raw->scope)
		borrow_flags(p, raw, statement);
	guard = guard_of(p, statement, raw);
	spot.guard = guard.guard;
	spot.guard_text = guard.text;
	if (raw->on_host) {
		spot.guard = GUARD_GIVEN;
		spot.guard_text = flow_called_name(p->file, raw->scope);
	}
	tried = guard.guard == GUARD_IMPORT || guard.guard == GUARD_TRY;
	if (p->m.worker->asks_switches &&
	        (spot.guard == GUARD_NONE || spot.guard == GUARD_AVAILABLE || tried))
		spot.wait = switch_wait_of(p, statement, raw, raw->import && tried);
	if (spot.guard == GUARD_NONE && p->m.worker->asks_switches)
		spot.need = default_need_of(p, statement, raw);
	if (spot.guard == GUARD_NONE && p->m.worker->asks_switches)
		spot.around = called_around(p, statement, raw);
	spot.told =
	        is_name_told(p, raw, statement) || query_is_only_shown(p, statement, raw, &guard);
	scope = scope_run_by(p, raw);
	spot.function = python_scope_path(p->file, scope);
	spot.deferred = scope && p->file->scopes.at[scope].function != PYTHON_NONE;
	spot.loads = raw->import && !spot.deferred;
	spot.statement = statement_of(p, raw, statement);
	match_add_for(&p->m, raw->rule, &spot, raw->matched, raw->detail, raw->targets);
}

/* The same for a match of a text pattern. */
static void guard_pattern(
        void *context, uint32_t rule, uint32_t at, uint32_t end, struct spot *spot)
{
	struct python_matching *p = context;
	struct raw raw = {.rule = rule, .at = at, .end = end};
	uint32_t statement = outline_find(python_outline(p), at);
	struct protection guard;

	raw.matched = str_slice(p->file->text, at, end);
	borrow_flags(p, &raw, statement);
	guard = guard_of(p, statement, &raw);
	spot->guard = guard.guard;
	spot->guard_text = guard.text;
}

/* if x.is_cuda and …: raise: what is asked of CUDA tensors alone is not asked of others. */
static bool is_check_of_cuda(struct python_matching *p, const struct raw *raw,
        const struct outline *o, uint32_t statement)
{
	const struct statement *s = statement == PYTHON_NONE ? NULL : &o->list.at[statement];

	if (!s || !str_eq(raw->matched, S("torch.Tensor.is_cuda")) || s->kind != STATEMENT_IF)
		return false;
	if (statement_raises_with_cuda(p, s))
		return true;
	return outline_leaves(o, statement) &&
	       outline_part(o, statement, STATEMENT_ELSE) == PYTHON_NONE &&
	       outline_part(o, statement, STATEMENT_ELIF) == PYTHON_NONE &&
	       !str_has(str_slice(p->file->text, s->at, raw->at), S("not "));
}

/* A text that reads weights to the host and names no device: of converters. */
static bool reads_to_host(str text)
{
	static const char *const reads[] = {"map_location=\"cpu\"", "map_location='cpu'",
	        "map_location=torch.device('cpu')", ", 'cpu')", ", \"cpu\")", ".from_pretrained(",
	        NULL};
	static const char *const moves[] = {"cuda", "device_", "device=", ".device", ".to(d",
	        "ccelerat", "Trainer", "deepspeed", NULL};

	return str_has(text, S("\nif __name__ == ")) && str_has_one_of(text, reads) &&
	       !str_has_one_of(text, moves);
}

static bool is_host_script(struct python_matching *p)
{
	if (!p->script_looked)
		p->host_script = reads_to_host(p->file->text);
	p->script_looked = true;
	return p->host_script;
}

/* The def of that name in the file ends its work with copies on the host. */
static bool def_copies(struct python_matching *p, const struct outline *o, uint32_t name)
{
	for (uint32_t i = 0; i < p->file->scopes.len && python_may_look(p, 1); i++) {
		const struct python_scope *s = &p->file->scopes.at[i];
		uint32_t def = s->name == name && s->kind == PYTHON_FUNCTION
		                       ? outline_find(o, s->at)
		                       : PYTHON_NONE;
		str body = def == PYTHON_NONE
		                   ? STR_NONE
		                   : str_slice(p->file->text, s->at, outline_end(o, p->file, def));

		if (python_may_look(p, body.len) && str_has(body, S(".cpu()")))
			return true;
	}
	return false;
}

/* torch.save(weights, …) of weights = get_weights(…), which gives copies on the host. */
static bool saves_copies(struct python_matching *p, const struct raw *raw, const struct outline *o)
{
	const struct python_file *file = p->file;
	str written = str_slice(file->text, raw->at, raw->end), name;
	const struct python_binding *last = NULL;
	uint32_t saved;

	written = str_from_at(written, str_find_byte(written, '(') + 1);
	name = str_trim(str_slice(written, 0, str_find_byte(written, ',')));
	saved = python_name_find(file, name);
	for (uint32_t i = python_next_binding(p, saved, PYTHON_NONE); i != PYTHON_NONE && !last;
	        i = python_next_binding(p, saved, i)) {
		const struct python_binding *b = &file->bindings.at[i];

		if (b->scope == raw->scope && b->at < raw->at)
			last = b;
	}
	if (!last || last->kind != PYTHON_BIND_VALUE || last->value != PYTHON_VALUE_CALL ||
	        file->calls.at[last->ref].chain == PYTHON_NONE)
		return false;
	return def_copies(
	        p, o, python_chain_last(file, &file->chains.at[file->calls.at[last->ref].chain]));
}

/* torch.load(…, map_location="cpu") and torch.save() in one function that puts nothing into a
 * model or on a device: the tensors that are saved have been on the host all along. */
static bool saves_what_it_read(struct python_matching *p, const struct raw *raw,
        const struct outline *o, uint32_t statement)
{
	static const char *const reads[] = {"map_location=\"cpu\"", "map_location='cpu'",
	        "map_location=torch.device('cpu')", ", 'cpu')", ", \"cpu\")", "cpu_offload=True",
	        NULL};
	static const char *const moves[] = {
	        "load_state_dict", ".cuda(", ".to(", "state_dict()", "map_location=device", NULL};
	uint32_t def = outline_def(o, statement);
	str body;

	if (!str_eq(raw->matched, S("torch.save")))
		return false;
	if (is_host_script(p) || saves_copies(p, raw, o))
		return true;
	if (def == PYTHON_NONE)
		return false;
	body = str_slice(p->file->text, o->list.at[def].at, raw->at);
	return python_may_look(p, body.len) && str_has_one_of(body, reads) &&
	       !str_has_one_of(body, moves);
}

/* if False: what stands below never runs. */
static bool never_runs(const struct python_matching *p, const struct outline *o, uint32_t statement)
{
	for (uint32_t at = statement; at != PYTHON_NONE; at = o->list.at[at].parent) {
		const struct statement *s = &o->list.at[at];

		if (s->kind == STATEMENT_IF && at != statement &&
		        (str_starts(str_from_at(p->file->text, s->at), S("if False:")) ||
		                str_starts(str_from_at(p->file->text, s->at), S("if 0:"))))
			return true;
	}
	return false;
}

/* torch.version.cuda as it is, and nothing of it that None does not have. */
static bool stands_alone(const struct python_matching *p, const struct raw *raw)
{
	static const char *const before[] = {
	        ",", "{", "%", "print(", "info(", "debug(", "warning(", "str(", "format(", NULL};
	static const char *const behind[] = {",", ")", "}", NULL};
	size_t from = raw->at > 32 ? raw->at - 32 : 0;

	return str_ends_one_of(str_trim(str_slice(p->file->text, from, raw->at)), before) &&
	       str_starts_one_of(
	               str_trim(str_slice(p->file->text, raw->end, raw->end + 32)), behind);
}

/* {"cuda": torch.version.cuda}: a line of a report, None elsewhere. */
static bool is_reported(const struct python_matching *p, const struct raw *raw)
{
	static const char *const keys[] = {"\":", "':", NULL};
	size_t from = raw->at > 4 ? raw->at - 4 : 0;

	return str_starts(raw->matched, S("torch.version.")) && raw->end < p->file->text.len &&
	       str_find_byte(S(",}\n"), p->file->text.ptr[raw->end]) < 3 &&
	       str_ends_one_of(str_trim(str_slice(p->file->text, from, raw->at)), keys);
}

/* logger.info(torch.backends.cudnn.allow_tf32): a switch or a version that is told. */
static bool is_only_told(struct python_matching *p, const struct raw *raw, const struct outline *o,
        uint32_t statement)
{
	return statement != PYTHON_NONE &&
	       (str_starts(raw->matched, S("torch.backends.")) ||
	               (str_starts(raw->matched, S("torch.version.")) && stands_alone(p, raw))) &&
	       statement_is_told(p, &o->list.at[statement]);
}

/* All parameters between two places are said to be of some type, but for the first of methods: what
 * is not is a tensor to TorchScript. */
static bool parameters_are_typed(struct python_matching *p, uint32_t from, uint32_t to)
{
	const struct python_file *file = p->file;

	for (uint32_t i = 0; i < file->bindings.len && file->bindings.at[i].at < to; i++) {
		const struct python_binding *b = &file->bindings.at[i];
		str name = python_name(file, b->name);

		if (!python_may_look(p, 1))
			return false;
		if (b->at < from || b->kind != PYTHON_BIND_PARAMETER || str_eq(name, S("self")) ||
		        str_eq(name, S("cls")))
			continue;
		if (!str_starts(str_from_at(file->text, b->at + name.len), S(":")))
			return false;
	}
	return true;
}

/* @torch.jit.script on a class of texts and numbers: nothing of it is for the device. */
static bool scripts_no_tensor(struct python_matching *p, const struct raw *raw,
        const struct outline *o, uint32_t statement)
{
	static const char *const words[] = {"torch", "Tensor", "nn.", NULL};
	uint32_t class_ = statement, end;
	str body;

	if (statement == PYTHON_NONE || !str_eq(raw->matched, S("torch.jit.script")))
		return false;
	while (class_ != PYTHON_NONE && o->list.at[class_].kind == STATEMENT_DECORATOR)
		class_ = o->list.at[class_].next;
	if (class_ == PYTHON_NONE || class_ == statement ||
	        o->list.at[class_].kind != STATEMENT_CLASS)
		return false;
	end = outline_end(o, p->file, class_);
	body = str_slice(p->file->text, o->list.at[class_].at, end);
	return python_may_look(p, body.len) && !str_has_one_of(body, words) &&
	       parameters_are_typed(p, o->list.at[class_].at, end);
}

/* It raises, or is one of the steps of a branch that does. */
static bool leads_to_raise(const struct outline *o, uint32_t statement)
{
	const struct statement *s = &o->list.at[statement];
	const struct statement *branch = s->parent == PYTHON_NONE ? NULL : &o->list.at[s->parent];

	if (s->kind == STATEMENT_RAISE)
		return true;
	return branch && s->kind == STATEMENT_SIMPLE && branch->last_child != PYTHON_NONE &&
	       (branch->kind == STATEMENT_IF || branch->kind == STATEMENT_ELIF ||
	               branch->kind == STATEMENT_ELSE || branch->kind == STATEMENT_EXCEPT) &&
	       o->list.at[branch->last_child].kind == STATEMENT_RAISE;
}

static void add_findings(struct python_matching *p)
{
	const struct outline *outline = python_outline(p);
	struct raw *last = NULL;
	uint32_t last_statement = PYTHON_NONE;

	qsort(p->raw.at, p->raw.len, sizeof *p->raw.at, raw_compare);
	for (uint32_t i = 0; i < p->raw.len; i++) {
		struct raw *raw = &p->raw.at[i];
		uint32_t statement = outline_find(outline, raw->at);

		if (last && last->rule == raw->rule && last->at == raw->at)
			continue;
		if (raw->flags & PYTHON_TYPE_CHECKING || /* never runs */
		        is_check_of_cuda(p, raw, outline, statement) ||
		        never_runs(p, outline, statement) ||
		        is_only_told(p, raw, outline, statement) || is_reported(p, raw) ||
		        scripts_no_tensor(p, raw, outline, statement) ||
		        (p->m.worker->draws[raw->rule] && is_never_drawn(p, raw, statement)) ||
		        saves_what_it_read(p, raw, outline, statement))
			continue;
		/* the last thing that happens: whether it waits does not matter */
		if (p->m.worker->waits[raw->rule] && statement != PYTHON_NONE &&
		        leads_to_raise(outline, statement))
			continue;
		/* from flash_attn import a, b, c is one import */
		if (raw->import && last_statement == statement && last && last->import &&
		        last->rule == raw->rule)
			continue;
		p->full = p->m.out->list.len - p->m.first >= FINDINGS_MOST;
		if (p->full)
			break;
		add_finding(p, raw, statement);
		last = raw;
		last_statement = statement;
	}
}

static struct spot suppress_spot_of(void *context, uint32_t at)
{
	return spot_of(context, at, at);
}

static void apply_suppressions(struct python_matching *p)
{
	struct text_file text = {.env = p->m.env, .text = p->file->text, .syntax = COMMENT_PYTHON};
	struct suppress_source source;

	if (!(p->needles & p->m.worker->suppression_bit))
		return;
	text.masked = arena_alloc(p->m.env->temp, text.text.len + 1, 1);
	memcpy(text.masked, text.text.ptr, text.text.len);
	text_find_comments(&text);
	source = (struct suppress_source){
	        text.text, text.masked, text.comments.at, text.comments.len, suppress_spot_of, p};
	suppress_apply(&p->m, &source);
}

/* What a call is given through ** and what is told where that stands have one cause. Of one rule
 * the match of the entry is enough, since that is what changes; of two rules the one that says
 * more. */
static void settle_given(
        const struct python_matching *p, uint32_t call, const struct raw *raws, bool *gone)
{
	for (uint32_t i = 0; i < p->raw.len; i++) {
		if (raws[i].given || raws[i].at >= raws[call].given ||
		        raws[i].end < raws[call].given)
			continue;
		gone[call] |= raws[i].rule == raws[call].rule;
		gone[i] |= match_supersedes(p->m.rules, raws[call].rule, raws[i].rule);
	}
}

static void drop_told_twice(struct python_matching *p)
{
	bool *gone = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->raw.len + 1);
	uint32_t kept = 0, settled = 0;

	for (uint32_t i = 0; i < p->raw.len && settled < GIVEN_MOST; i++)
		if (p->raw.at[i].given) {
			settle_given(p, i, p->raw.at, gone);
			settled++;
		}
	for (uint32_t i = 0; i < p->raw.len; i++)
		if (!gone[i])
			p->raw.at[kept++] = p->raw.at[i];
	p->raw.len = kept;
}

static void on_named_path(void *context, uint32_t rule, str path)
{
	struct python_matching *p = context;
	uint32_t at = (uint32_t)(path.ptr - p->file->text.ptr) - 1;
	struct raw *raw;

	if (!python_may_look(p, NAMED_RECORDS))
		return;
	raw = raw_add(p, rule, at, at + (uint32_t)path.len + 2);
	raw->matched = path;
	raw->choice = true; /* one entry of a table */
}

/* The file asks for modules by names that are made at run time. */
static bool imports_by_name(struct python_file *file)
{
	static const char *const importers[] = {"import_string", "locate", "import_from_string",
	        "load_object", "get_obj_from_str", NULL};

	for (uint32_t i = 0; i < file->imports.len; i++)
		if (file->imports.at[i].module &&
		        str_eq(python_path(file, file->imports.at[i].module), S("importlib")))
			return true;
	for (const char *const *name = importers; *name; name++)
		if (python_name_find(file, str_from(*name)))
			return true;
	return false;
}

void python_findings(struct python_matching *p)
{
	if (imports_by_name(p->file)) /* OPTIMIZERS = {"adam8": "bitsandbytes.optim:Adam8bit"} */
		rule_named_paths(&p->m, p->file->text, on_named_path, p);

	if (p->given)
		drop_told_twice(p);
	if (p->raw.len)
		add_findings(p);
	if (p->file->notebook)
		rule_magics(&p->m, p->file->magics.at, p->file->magics.len);
	else
		rule_file_patterns(&p->m, p->file->text, guard_pattern, p);
	findings_sort_from(p->m.out, p->m.first, p->m.rules->ids);
	match_supersede(&p->m);
	apply_suppressions(p);
}
