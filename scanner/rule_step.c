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

#include "base/file.h"
#include "scanner/python/names.h"

#include <string.h>

enum { CALLS_DEEP = 6, SIBLINGS_MOST = 200, HEAD_MOST = 200 };

enum run { RUN_UNKNOWN, RUN_AGAIN, RUN_ONCE };

/* What a function says of all places in it. */
enum says { SAYS_LOOKED = 1, SAYS_ONCE = 2, SAYS_STEP = 4, SAYS_STEP_BY_NAME = 8 };

struct runs {
	uint8_t *says; /* enum says, by scope of a function */
	uint8_t *of;   /* enum run, by scope */
	bool *values;  /* by name: it is used without being called */
	bool own_main; /* the file is a program */
};

/* It is started, not imported: a `__main__` part, and arguments that are read. A module that only
 * tries itself out has the first alone. */
static bool is_program(const struct python_file *file)
{
	static const char *const reads[] = {"ArgumentParser(", "parse_args(", "sys.argv",
	        "import click", "import typer", "hydra.main", "Fire(", "app.run(", "get_args(",
	        NULL};

	return str_has(file->text, S("\nif __name__ == ")) && str_has_one_of(file->text, reads);
}

static const struct runs *runs_of(struct python_matching *p)
{
	const struct python_file *file = p->file;
	struct arena *temp = p->m.env->temp;
	struct runs *r = p->runs;

	if (r)
		return r;
	p->runs = r = ARENA_NEW(temp, struct runs);
	r->of = ARENA_ARRAY(temp, uint8_t, (size_t)file->scopes.len + 1);
	r->says = ARENA_ARRAY(temp, uint8_t, (size_t)file->scopes.len + 1);
	r->values = ARENA_ARRAY(temp, bool, (size_t)p->n_names + 1);
	r->own_main = file->notebook || is_program(file);
	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *c = &file->chains.at[i];

		if (!c->callee && c->context == PYTHON_LOAD)
			r->values[python_chain_last(file, c)] = true;
	}
	return r;
}

static str head_of(const struct python_matching *p, uint32_t statement)
{
	return head_written(p, statement, HEAD_MOST);
}

bool is_step_by_name(str name)
{
	static const char *const parts[] = {"step", "forward", "backward", "loss", "__call__",
	        "__next__", "__iter__", "__getitem__", "batch", NULL};

	return str_has_one_of(name, parts);
}

/* check_forward_equal(): what a file asks of its own code. */
static bool is_check(str name)
{
	static const char *const begins[] = {"check_", "verify_", "compare_", "test_", NULL};

	return str_starts_one_of(name, begins);
}

/* What loads, writes or converts weights. */
static bool is_of_weights(str name)
{
	static const char *const names[] = {"state_dict", "load_state_dict", "make_state_dict",
	        "save_state_dict", "get_state_dict", "_load_from_state_dict", "_save_to_state_dict",
	        "save_pretrained", "from_pretrained", "load_weights", "save_checkpoint",
	        "load_checkpoint", "export_onnx", "export_model", "to_onnx", NULL};
	static const char *const begins[] = {
	        "convert_weights", "convert_checkpoint", "convert_state_dict", NULL};

	return str_is_one_of(name, names) || str_starts_one_of(name, begins);
}

/* What helpers that are copied from project to project do once an epoch: the meters of
 * torchvision's references. */
static bool is_of_epoch(str name)
{
	return str_eq(name, S("synchronize_between_processes"));
}

/* def test_sums() of a file of tests: what is in it runs to look at it. Not def test_loop(loader),
 * nor def test(model, images) of a program, nor a loop in it that trains. */
static bool is_test(struct python_matching *p, uint32_t def, uint32_t statement, str name)
{
	static const char *const works[] = {"loader", "batch", "step", "loop", "epoch", NULL};
	str base = path_base(p->file->path);

	return str_starts(name, S("test")) && name.len > 4 &&
	       (str_starts(base, S("test_")) || str_ends(base, S("_test.py")) ||
	               str_has(p->file->path, S("/tests/")) || str_has(base, S("test_case"))) &&
	       !str_has_one_of(head_of(p, def), works) &&
	       !is_in_training(p, p->outline.list.at[statement].at);
}

/* Something called so in the file stands in a step. */
static bool is_called_in_step(struct python_matching *p, uint32_t name)
{
	const struct python_file *file = p->file;

	for (uint32_t i = python_next_call(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, name, i)) {
		uint32_t scope = file->calls.at[i].scope,
		         function = file->scopes.at[scope].function;

		if (function != PYTHON_NONE &&
		        is_step_by_name(python_name(file, file->scopes.at[function].name)))
			return true;
	}
	return false;
}

/* class Net(nn.Module): its constructor and what gives its parameters their first values. */
static bool makes_module(struct python_matching *p, uint32_t function)
{
	const struct python_file *file = p->file;
	const struct python_scope *s = &file->scopes.at[function];
	str name = python_name(file, s->name);
	bool made = str_eq(name, S("__init__"));

	if (!made && !str_eq(name, S("reset_parameters")) && !str_ends(name, S("init_weights")))
		return false;
	if (!class_has_base(file, s->class_, S("Module")))
		return false;
	return !is_called_in_step(p, made ? file->scopes.at[s->parent].name : s->name);
}

static bool is_of_batches(str word)
{
	return str_has(word, S("loader")) || str_has(word, S("batches")) ||
	       str_has(word, S("data_iter")) || str_eq(word, S("dataset")) ||
	       str_ends(word, S("_dataset")) || str_eq(word, S("dl")) || str_ends(word, S("_dl"));
}

bool is_over_batches(str head)
{
	size_t in = str_find(head, S(" in "));
	str over = str_from_at(head, in + 4);

	if (in == head.len)
		return false;
	if (str_ends(str_slice(head, 0, in), S("batch")))
		return true;
	for (size_t at = 0, from = 0; at <= over.len; at++)
		if (at == over.len || !byte_is_word(over.ptr[at])) {
			if (is_of_batches(str_slice(over, from, at)))
				return true;
			from = at + 1;
		}
	return false;
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

bool decorator_hands_on(struct python_matching *p, uint32_t def)
{
	static const char *const own[] = {"no_grad", "enable_grad", "inference_mode",
	        "staticmethod", "classmethod", "main", "record", "command", "option", "argument",
	        "cache", "jit", "compile", "autocast", "contextmanager", "dataclass", NULL};
	const struct outline *o = &p->outline;

	for (uint32_t i = def; i > 0 && o->list.at[i - 1].kind == STATEMENT_DECORATOR; i--) {
		str name = head_of(p, i - 1);

		name = str_slice(name, 0, str_find_byte(name, '('));
		if (str_rfind_byte(name, '.') < name.len)
			name = str_from_at(name, str_rfind_byte(name, '.'));
		if (!python_may_look(p, HEAD_MOST) || !str_has_one_of(name, own) ||
		        str_has(name, S("regist")))
			return true;
	}
	return false;
}

bool is_command(struct python_matching *p, uint32_t def)
{
	static const char *const tools[] = {"import click", "import typer", NULL};
	const struct outline *o = &p->outline;

	for (uint32_t i = def; i > 0 && o->list.at[i - 1].kind == STATEMENT_DECORATOR; i--) {
		str name = head_of(p, i - 1);

		name = str_slice(name, 0, str_find_byte(name, '('));
		if (!python_may_look(p, HEAD_MOST))
			return false;
		if (str_ends(name, S(".command")))
			return str_has_one_of(p->file->text, tools);
	}
	return false;
}

static bool runs_once(struct python_matching *p, uint32_t statement, uint32_t place, uint32_t scope,
        uint32_t deep);

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
	bool method = file->scopes.at[s->parent].kind == PYTHON_CLASS;
	uint32_t calls = 0;

	if (deep == CALLS_DEEP || special || r->values[s->name] || decorator_hands_on(p, def))
		return false;
	if (!is_check(name) && (is_step_by_name(name) || (!private && !r->own_main)))
		return false;
	for (uint32_t i = python_next_call(p, s->name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, s->name, i)) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t statement = outline_find(&p->outline, call->at);

		if (statement == PYTHON_NONE ||
		        !runs_once(p, statement, call->at, call->scope, deep + 1))
			return false;
		calls += !method || file->chains.at[call->chain].root == NAME_SELF;
	}
	return (calls > 0 || (is_command(p, def) && !function_is_handed_on(p, scope))) &&
	       python_may_look(p, 1);
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

/* for p in model.parameters(): no steps. */
static bool is_over_steps(struct python_matching *p, uint32_t loop)
{
	static const char *const parts[] = {"parameters()", "modules()", "children()", ".items()",
	        "named_", "zip(", " in [", " in (\"", NULL};

	return p->outline.list.at[loop].kind == STATEMENT_WHILE ||
	       !str_has_one_of(head_of(p, loop), parts);
}

/* train(model, loader), train_one_epoch(…): many steps, as its name or what it is given says. */
static bool takes_batches(const struct python_file *file, const struct python_call *call, str name)
{
	if (str_has(name, S("epoch")))
		return true;
	for (uint32_t a = 0; a < call->arg_count; a++) {
		const struct python_arg *arg = &file->args.at[call->args + a];

		if (arg->kind == PYTHON_VALUE_CHAIN &&
		        is_of_batches(python_name(
		                file, python_chain_last(file, &file->chains.at[arg->ref]))))
			return true;
	}
	return false;
}

/* The function of the file that is called so has a loop over steps. */
static bool def_holds_loop(struct python_matching *p, const struct python_call *call)
{
	const struct python_file *file = p->file;
	const struct outline *o = &p->outline;
	uint32_t name = python_chain_last(file, &file->chains.at[call->chain]);

	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, name, i)) {
		uint32_t def = outline_find(o, file->bindings.at[i].at), end;

		if (def == PYTHON_NONE || o->list.at[def].kind != STATEMENT_DEF)
			continue;
		end = outline_end(o, file, def);
		for (uint32_t at = def + 1; at < o->list.len && o->list.at[at].at < end; at++) {
			if (!python_may_look(p, 1))
				return false;
			if ((o->list.at[at].kind == STATEMENT_FOR ||
			            o->list.at[at].kind == STATEMENT_WHILE) &&
			        is_over_steps(p, at))
				return true;
		}
	}
	return false;
}

/* A turn of a loop has a loop of its own, or calls what has one: train(model, loader). Where
 * nothing shows the loop, an epoch may be one step: loss = train(model, graph). */
static bool holds_loop(struct python_matching *p, uint32_t loop)
{
	static const char *const one[] = {"step", "batch", "iter", "mode", NULL};
	const struct python_file *file = p->file;
	const struct outline *o = &p->outline;
	uint32_t end = outline_end(o, file, loop);

	for (uint32_t i = loop + 1; i < o->list.len && o->list.at[i].at < end; i++) {
		if ((o->list.at[i].kind == STATEMENT_FOR ||
		            o->list.at[i].kind == STATEMENT_WHILE) &&
		        is_over_steps(p, i))
			return true;
		if (!python_may_look(p, 1))
			return false;
	}
	for (uint32_t i = python_call_from(file, o->list.at[loop].end); i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		str name;

		if (call->at >= end || !python_may_look(p, 1))
			break;
		if (call->chain == PYTHON_NONE)
			continue;
		name = python_name(file, python_chain_last(file, &file->chains.at[call->chain]));
		if (!str_has_one_of(name, one) &&
		        (takes_batches(file, call, name) || def_holds_loop(p, call)))
			return true;
	}
	return false;
}

/* for epoch in range(…): a turn is many steps, unless it is one. */
static bool is_over_epochs(struct python_matching *p, uint32_t loop)
{
	static const char *const steps[] = {"step", "batch", "iter", NULL};
	const struct outline *o = &p->outline;
	str head = head_of(p, loop), turn = str_slice(head, 0, str_find(head, S(" in ")));
	uint32_t loops = 1;

	if (!str_has(turn, S("epoch")) || str_has_one_of(turn, steps) || is_over_batches(head))
		return false;
	for (uint32_t i = o->list.at[loop].parent; i != PYTHON_NONE; i = o->list.at[i].parent) {
		if (o->list.at[i].kind == STATEMENT_DEF)
			break;
		loops += o->list.at[i].kind == STATEMENT_FOR ||
		         o->list.at[i].kind == STATEMENT_WHILE;
	}
	return !trains_between(p, o->list.at[loop].at, outline_end(o, p->file, loop), loops) &&
	       holds_loop(p, loop);
}

/* zip(names, values.tolist()) of [… for name, value in zip(names, values.tolist())]: what the first
 * loop of a comprehension goes over is made once. The place is nested in no other. */
static bool is_gone_over(str text, size_t at)
{
	size_t in, end;

	if (str_find(text, S(" for ")) >= at) /* it is, or stands before, the element */
		return false;
	in = str_find(text, S(" in "));
	end = in + 4 + str_find(str_from_at(text, in + 4), S(" for "));
	for (size_t i = in + 4, depth = 0; i < end && i < text.len; i++) {
		depth += strchr("([{", text.ptr[i]) != NULL;
		if (strchr(")]}", text.ptr[i]) && !depth--)
			return in < at && at < i;
		if (!depth && str_starts(str_from_at(text, i), S(" if ")))
			return in < at && at < i;
	}
	return false;
}

/* A loop over steps, or a comprehension, around a place in its function. */
static bool is_in_loop(struct python_matching *p, uint32_t statement, uint32_t def, uint32_t place)
{
	const struct outline *o = &p->outline;
	const struct statement *s = &o->list.at[statement];
	str text = str_slice(p->file->text, s->at, s->end);

	if (s->kind == STATEMENT_WHILE || !python_may_look(p, text.len))
		return true;
	if (s->kind != STATEMENT_FOR && str_has(text, S(" for ")) &&
	        !is_gone_over(text, place - s->at))
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

/* A turn of a loop over epochs is many steps, however often its function is called. The place is
 * in no other loop. */
static bool is_in_epochs(struct python_matching *p, uint32_t statement, uint32_t def)
{
	const struct outline *o = &p->outline;

	for (uint32_t i = o->list.at[statement].parent; i != def && i != PYTHON_NONE;
	        i = o->list.at[i].parent)
		if (o->list.at[i].kind == STATEMENT_FOR)
			return python_may_look(p, HEAD_MOST) && is_over_epochs(p, i);
	return false;
}

/* A step as a whole: loss.backward() stands in no loop of it. */
static bool is_step(struct python_matching *p, uint32_t def)
{
	const struct outline *o = &p->outline;

	return trains_between(p, o->list.at[def].at, outline_end(o, p->file, def), 0);
}

static uint8_t says_of(struct python_matching *p, uint32_t function, uint32_t def)
{
	uint8_t *says = &runs_of(p)->says[function];
	str name = python_name(p->file, p->file->scopes.at[function].name);

	if (*says)
		return *says;
	*says = SAYS_LOOKED;
	if (makes_module(p, function) || is_of_weights(name) || is_of_epoch(name))
		*says |= SAYS_ONCE;
	else if (is_step(p, def))
		*says |= SAYS_STEP;
	if (is_step_by_name(name))
		*says |= SAYS_STEP_BY_NAME;
	return *says;
}

enum place_runs place_runs(
        struct python_matching *p, uint32_t statement, uint32_t place, uint32_t scope, bool outside)
{
	const struct python_file *file = p->file;
	const struct outline *o = python_outline(p);
	uint32_t function = file->scopes.at[scope].function, def = outline_def(o, statement);
	uint8_t says;

	if (!python_may_look(p, HEAD_MOST))
		return RUNS_AGAIN;
	if (function == PYTHON_NONE || def == PYTHON_NONE)
		return function == def && (outside || !is_in_loop(p, statement, PYTHON_NONE, place))
		               ? RUNS_ONCE
		               : RUNS_AGAIN;
	if (file->scopes.at[function].flags & PYTHON_LAMBDA || def == statement)
		return RUNS_AGAIN;
	says = says_of(p, function, def);
	if (says & SAYS_ONCE ||
	        is_test(p, def, statement, python_name(file, file->scopes.at[function].name)))
		return RUNS_ONCE;
	if ((!outside && is_in_loop(p, statement, def, place)) || says & SAYS_STEP)
		return RUNS_AGAIN;
	return !(says & SAYS_STEP_BY_NAME) && (is_in_epochs(p, statement, def) ||
	                                              is_behind_batches(p, statement, def))
	               ? RUNS_ONCE
	               : RUNS_AS_CALLED;
}

static bool runs_once(struct python_matching *p, uint32_t statement, uint32_t place, uint32_t scope,
        uint32_t deep)
{
	enum place_runs runs = place_runs(p, statement, place, scope, false);

	return runs == RUNS_ONCE ||
	       (runs == RUNS_AS_CALLED && def_runs_once(p, p->file->scopes.at[scope].function,
	                                          outline_def(&p->outline, statement), deep));
}

/* A file of tests, or of a folder of them in the project. */
static bool is_in_tests(const struct python_file *file)
{
	static const char *const inside[] = {"/tests/", "/test/", NULL};
	static const char *const folders[] = {"tests/", "test/", NULL};
	static const char *const ends[] = {"_test.py", "_tests.py", NULL};
	str base = path_base(file->path);

	return str_starts(base, S("test_")) || str_ends_one_of(base, ends) ||
	       str_has_one_of(file->below, inside) || str_starts_one_of(file->below, folders);
}

/* assert torch.equal(a, b) in a file of tests; print(torch.allclose(a, b)) in a function that tries
 * something out: to read it is what it is for. Not in a loop that trains, where it waits as well.
 */
static bool is_tried_out(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	static const char *const comparisons[] = {"torch.allclose", "torch.equal",
	        "torch.Tensor.allclose", "torch.Tensor.equal", NULL};
	const struct python_file *file = p->file;
	const struct statement *s = &p->outline.list.at[statement];
	uint32_t function = file->scopes.at[raw->scope].function;
	bool assert = s->kind == STATEMENT_ASSERT;

	if (function == PYTHON_NONE ||
	        (!assert && !str_starts(str_from_at(file->text, s->at), S("print("))))
		return false;
	if (!(assert &&is_in_tests(file)) &&
	        !(str_is_one_of(raw->matched, comparisons) &&
	                str_starts(python_name(file, file->scopes.at[function].name), S("test"))))
		return false;
	return python_may_look(p, HEAD_MOST) && !is_in_training(p, raw->at);
}

bool place_runs_once(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	return is_tried_out(p, statement, raw) || runs_once(p, statement, raw->at, raw->scope, 0);
}
