/* Whether a place runs once, or once an epoch. To read one value from a device costs each step its
 * time; read once, it costs nothing that is worth a change.
 *
 * That it runs once is an answer, so the file has to show it. A constructor of a module, what loads
 * or converts weights, and a test are such by what they are. Otherwise no loop stands around the
 * place in its function, and it is code of the module, or stands behind the loop over the batches,
 * or nobody but this file calls the function and each of these calls runs once. What is handed on
 * as a value, or is called by a framework, may be called at each step. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

enum { CALLS_DEEP = 6, SIBLINGS_MOST = 200, HEAD_MOST = 200 };

enum run { RUN_UNKNOWN, RUN_AGAIN, RUN_ONCE };

struct runs {
	uint8_t *of;   /* enum run, by scope */
	bool *values;  /* by name: it is used without being called */
	bool own_main; /* the file is a program */
};

static const struct runs *runs_of(struct python_matching *p)
{
	const struct python_file *file = p->file;
	struct arena *temp = p->m.env->temp;
	struct runs *r = p->runs;

	if (r)
		return r;
	p->runs = r = ARENA_NEW(temp, struct runs);
	r->of = ARENA_ARRAY(temp, uint8_t, (size_t)file->scopes.len + 1);
	r->values = ARENA_ARRAY(temp, bool, (size_t)p->n_names + 1);
	r->own_main = file->notebook || str_has(file->text, S("\nif __name__ == "));
	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *c = &file->chains.at[i];

		if (!c->callee && c->context == PYTHON_LOAD)
			r->values[python_chain_last(file, c)] = true;
	}
	return r;
}

static str head_of(struct python_matching *p, uint32_t statement)
{
	const struct statement *s = &p->outline.list.at[statement];

	return str_slice(
	        p->file->text, s->at, s->end - s->at > HEAD_MOST ? s->at + HEAD_MOST : s->end);
}

/* forward, training_step, __call__: by its name it is run at each step. */
static bool is_step_by_name(str name)
{
	static const char *const parts[] = {"step", "forward", "backward", "loss", "__call__",
	        "__next__", "__iter__", "__getitem__", "batch", NULL};

	return str_has_one_of(name, parts);
}

/* What loads, writes or converts weights; a test. */
static bool is_once_by_name(str name)
{
	static const char *const parts[] = {"_pretrained", "state_dict", "load_weights",
	        "load_checkpoint", "save_checkpoint", "convert_weight", "convert_checkpoint",
	        "export", NULL};

	return str_has_one_of(name, parts) || str_starts(name, S("test_"));
}

/* class Net(nn.Module): its constructor and what gives its parameters their first values. */
static bool makes_module(struct python_matching *p, uint32_t def, str name)
{
	const struct outline *o = &p->outline;
	uint32_t class_ = o->list.at[def].parent;

	if (!str_eq(name, S("__init__")) && !str_eq(name, S("reset_parameters")) &&
	        !str_ends(name, S("init_weights")))
		return false;
	return class_ != PYTHON_NONE && o->list.at[class_].kind == STATEMENT_CLASS &&
	       str_has(head_of(p, class_), S("Module"));
}

/* for batch in loader: many turns, one for each batch. */
static bool is_over_batches(str head)
{
	static const char *const words[] = {"loader", "dataset", "data_iter", "for batch in ",
	        "batch in enumerate(", "batches", "tqdm(", "epoch", NULL};

	return str_has_one_of(head, words);
}

/* A loop over the batches ends before the place, in its own block or in one around it. */
static bool is_behind_batches(struct python_matching *p, uint32_t statement, uint32_t def)
{
	const struct outline *o = &p->outline;

	for (uint32_t at = statement; at != def; at = o->list.at[at].parent) {
		uint32_t sibling = o->list.at[o->list.at[at].parent].child, looked = 0;

		while (sibling != PYTHON_NONE && sibling < at && looked++ < SIBLINGS_MOST) {
			if (o->list.at[sibling].kind == STATEMENT_FOR) {
				if (!python_may_look(p, HEAD_MOST))
					return false;
				if (is_over_batches(head_of(p, sibling)))
					return true;
			}
			sibling = o->list.at[sibling].next;
		}
		if (!python_may_look(p, looked))
			return false;
	}
	return false;
}

/* A decorator that hands the function to somebody else: @app.post("/"), @register. */
static bool is_handed_on(struct python_matching *p, uint32_t def)
{
	static const char *const own[] = {"no_grad", "inference_mode", "staticmethod",
	        "classmethod", "main", "record", "command", "option", "argument", NULL};
	const struct outline *o = &p->outline;

	for (uint32_t i = def; i > 0 && o->list.at[i - 1].kind == STATEMENT_DECORATOR; i--)
		if (!python_may_look(p, 1) || !str_has_one_of(head_of(p, i - 1), own))
			return true;
	return false;
}

static bool runs_once(struct python_matching *p, uint32_t statement, uint32_t scope, uint32_t deep);

/* Each call of a function stands where it runs once, and nobody else calls it. */
static bool calls_run_once(struct python_matching *p, uint32_t scope, uint32_t def, uint32_t deep)
{
	const struct python_file *file = p->file;
	const struct python_scope *s = &file->scopes.at[scope];
	const struct runs *r = runs_of(p);
	str name = python_name(file, s->name);
	bool special = str_starts(name, S("__")); /* who calls it does not write its name */
	bool private =
	        str_starts(name, S("_")) || file->scopes.at[s->parent].function != PYTHON_NONE;
	uint32_t calls = 0;

	if (deep == CALLS_DEEP || special || r->values[s->name] || is_step_by_name(name) ||
	        (!private && !r->own_main) || is_handed_on(p, def))
		return false;
	for (uint32_t i = python_next_call(p, s->name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, s->name, i)) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t statement = outline_find(&p->outline, call->at);

		if (statement == PYTHON_NONE || !runs_once(p, statement, call->scope, deep + 1))
			return false;
		calls++;
	}
	return calls > 0 && python_may_look(p, 1);
}

/* The def as a whole, whatever place of it. */
static bool def_runs_once(struct python_matching *p, uint32_t scope, uint32_t def, uint32_t deep)
{
	const struct runs *r = runs_of(p);

	if (r->of[scope] == RUN_UNKNOWN) {
		r->of[scope] = RUN_AGAIN; /* one that calls itself */
		if (calls_run_once(p, scope, def, deep))
			r->of[scope] = RUN_ONCE;
	}
	return r->of[scope] == RUN_ONCE;
}

/* for epoch in range(…): a turn is many steps, unless it is one. */
static bool is_over_epochs(struct python_matching *p, uint32_t loop)
{
	const struct outline *o = &p->outline;
	str head = head_of(p, loop);
	uint32_t loops = 1;

	if (!str_has(str_slice(head, 0, str_find(head, S(" in "))), S("epoch")))
		return false;
	for (uint32_t i = o->list.at[loop].parent; i != PYTHON_NONE; i = o->list.at[i].parent) {
		if (o->list.at[i].kind == STATEMENT_DEF)
			break;
		loops += o->list.at[i].kind == STATEMENT_FOR ||
		         o->list.at[i].kind == STATEMENT_WHILE;
	}
	return !trains_between(p, o->list.at[loop].at, outline_end(o, p->file, loop), loops);
}

/* A loop over steps, or a comprehension, around a place in its function. */
static bool is_in_loop(struct python_matching *p, uint32_t statement, uint32_t def)
{
	const struct outline *o = &p->outline;
	const struct statement *s = &o->list.at[statement];

	if (s->kind == STATEMENT_WHILE || !python_may_look(p, s->end - s->at))
		return true;
	if (s->kind != STATEMENT_FOR &&
	        str_has(str_slice(p->file->text, s->at, s->end), S(" for ")))
		return true;
	for (uint32_t i = s->parent; i != def && i != PYTHON_NONE; i = o->list.at[i].parent) {
		if (o->list.at[i].kind == STATEMENT_WHILE)
			return true;
		if (o->list.at[i].kind == STATEMENT_FOR &&
		        (!python_may_look(p, HEAD_MOST) || !is_over_epochs(p, i)))
			return true;
	}
	return false;
}

/* A step as a whole: loss.backward() stands in no loop of it. */
static bool is_step(struct python_matching *p, uint32_t def)
{
	const struct outline *o = &p->outline;

	return trains_between(p, o->list.at[def].at, outline_end(o, p->file, def), 0);
}

static bool runs_once(struct python_matching *p, uint32_t statement, uint32_t scope, uint32_t deep)
{
	const struct python_file *file = p->file;
	const struct outline *o = python_outline(p);
	uint32_t function = file->scopes.at[scope].function, def = statement;
	str name;

	while (def != PYTHON_NONE && o->list.at[def].kind != STATEMENT_DEF)
		def = o->list.at[def].parent;
	if (!python_may_look(p, HEAD_MOST))
		return false;
	if (function == PYTHON_NONE || def == PYTHON_NONE)
		return function == def && !is_in_loop(p, statement, PYTHON_NONE);
	if (file->scopes.at[function].flags & PYTHON_LAMBDA || def == statement)
		return false;
	name = python_name(file, file->scopes.at[function].name);
	if (makes_module(p, def, name) || is_once_by_name(name))
		return true;
	if (is_in_loop(p, statement, def))
		return false;
	if (is_step(p, def))
		return false;
	return (!is_step_by_name(name) && is_behind_batches(p, statement, def)) ||
	       def_runs_once(p, function, def, deep);
}

bool place_runs_once(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	return runs_once(p, statement, raw->scope, 0);
}
