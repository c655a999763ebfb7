/* Which functions are walked, and what names are bound to in one.
 *
 * The names of the file are numbers, so what a name is stands in an array by number with the stamp
 * of the walk; leaving a scope is undoing what was noted since. */
#include "scanner/flow_internal.h"

#include "base/file.h"
#include "pytorch/api.h"
#include "scanner/matcher_named.h"

#include <stdlib.h>
#include <string.h>

enum { SEEK_BYTES = 6000, CALL_KINDS_MOST = 20000 };

uint32_t flow_mark(const struct flow *f)
{
	return f->undos.len;
}

static void set(struct flow *f, uint32_t name, struct known value)
{
	struct known *k = &f->known[name];

	*VEC_PUSH(f->arena, &f->undos) = (struct undo){name, *k};
	if (value.flags & WHAT_SUPPOSED)
		value.ref = name;
	value.stamp = f->stamp;
	value.block = f->block;
	value.outer = k->stamp == f->stamp && k->outer < f->block ? k->outer : f->block;
	f->placed += (value.flags & WHAT_MEMORY) != 0;
	*k = value;
}

void flow_rewind(struct flow *f, uint32_t mark)
{
	while (f->undos.len > mark) {
		const struct undo *u = &f->undos.at[--f->undos.len];

		f->known[u->name] = u->before;
	}
}

static struct known known_of(struct what value)
{
	const uint32_t kept = WHAT_MASK | WHAT_CUDA | WHAT_TARGET | WHAT_TRUE_CUDA |
	                      WHAT_FALSE_NONE | WHAT_FALSE_CUDA | WHAT_TRUE_NONE | WHAT_RANK |
	                      WHAT_RANK_ZERO | WHAT_MEMORY | WHAT_TRUE_HOST | WHAT_SUPPOSED |
	                      WHAT_LIST | WHAT_HOSTS | WHAT_OBJECT | WHAT_VALUES |
	                      WHAT_TRUE_ELSEWHERE | WHAT_COMPARED | WHAT_PERHAPS | WHAT_STATELESS;

	if (value.kind == WHAT_TUPLE || value.kind == WHAT_ZIPPED || value.kind == WHAT_SELF ||
	        value.kind == WHAT_BUILTIN)
		value.kind = WHAT_UNKNOWN;
	return (struct known){.ref = value.ref, .flags = value.flags & kept, .kind = value.kind};
}

void flow_shadow(struct flow *f, uint32_t name, struct what value)
{
	if (name < f->n_known)
		set(f, name, known_of(value));
}

void flow_forget(struct flow *f, uint32_t name)
{
	flow_shadow(f, name, (struct what){0});
}

void flow_bind(struct flow *f, uint32_t name, struct what value)
{
	struct known next = known_of(value);
	const struct known *k;
	uint32_t away;

	if (name >= f->n_known)
		return;
	k = &f->known[name];
	away = (k->flags | next.flags) & WHAT_AWAY;
	if (k->stamp != f->stamp || k->block == f->block || k->outer >= f->block) {
		set(f, name, next); /* the first; or one that always follows the others */
		return;
	}
	/* every binding counts: where they differ nothing is known, but that a value is read
	 * where none is given: def f(x, n=None): if n is None: n = int(x.max()) */
	if (next.kind == WHAT_VALUE && k->block == f->def_block &&
	        (k->kind == WHAT_UNKNOWN || k->kind == WHAT_NONE)) {
		set(f, name, next);
		return;
	}
	if (k->kind != next.kind || (next.kind == WHAT_VALUE && k->ref != next.ref))
		next = (struct known){0};
	if (k->ref != next.ref && next.kind == WHAT_MODULE)
		next.ref = 0;
	next.flags &= k->flags | ~(uint32_t)(WHAT_MASK | WHAT_MEMORY | WHAT_TRUE_HOST | WHAT_LIST |
	                                     WHAT_HOSTS | WHAT_OBJECT | WHAT_VALUES |
	                                     WHAT_TRUE_ELSEWHERE | WHAT_COMPARED);
	next.flags |= away;
	set(f, name, next);
}

void flow_suppose_flag(struct flow *f, struct what value)
{
	flow_forget(f, value.ref);
}

void flow_append(struct flow *f, struct what list, struct what value)
{
	uint32_t name = python_name_find(f->file, str_slice(f->file->text, list.at, list.end));
	bool host = flow_is_copy(value);
	struct known next;

	if (!name || name >= f->n_known || f->known[name].stamp != f->stamp)
		return;
	next = f->known[name];
	next.flags &= ~(uint32_t)(WHAT_LIST | WHAT_HOSTS);
	if (host && f->known[name].flags & (WHAT_LIST | WHAT_HOSTS))
		next.flags |= WHAT_HOSTS;
	*VEC_PUSH(f->arena, &f->undos) = (struct undo){name, f->known[name]};
	f->known[name] = next;
}

void flow_move(struct flow *f, uint32_t name, uint32_t memory)
{
	struct what value = flow_name(f, name);

	value.flags = (value.flags & ~(uint32_t)WHAT_MEMORY) | memory;
	flow_bind(f, name, value);
}

struct what flow_name(struct flow *f, uint32_t name)
{
	struct what w = {0};

	if (name < f->n_known && f->known[name].stamp == f->stamp) {
		w.kind = f->known[name].kind;
		w.ref = f->known[name].ref;
		w.flags = f->known[name].flags;
	}
	return w;
}

const struct python_chain *flow_chain(struct flow *f, uint32_t at)
{
	const uint32_t *chains = f->p->name_chains.at;
	uint32_t n = f->p->name_chains.len, low = f->chain_cursor;

	if (low >= n || f->file->chains.at[chains[low]].at > at)
		low = 0;
	if (low < n && f->file->chains.at[chains[low]].at < at) {
		uint32_t step = 1, high = low + 1;

		while (high < n && f->file->chains.at[chains[high]].at < at) {
			low = high;
			high += step;
			step *= 2;
		}
		if (high > n)
			high = n;
		while (low < high) {
			uint32_t mid = low + (high - low) / 2;

			if (f->file->chains.at[chains[mid]].at < at)
				low = mid + 1;
			else
				high = mid;
		}
	}
	f->chain_cursor = low;
	if (low < n && f->file->chains.at[chains[low]].at == at)
		return &f->file->chains.at[chains[low]];
	return NULL;
}

const struct token *flow_close(const struct flow *f, const struct token *open)
{
	bool opens =
	        open->kind == TOKEN_LPAR || open->kind == TOKEN_LSQB || open->kind == TOKEN_LBRACE;

	if (!opens || open->value >= f->lexer->tokens.len ||
	        &f->lexer->tokens.at[open->value] <= open)
		return open;
	return &f->lexer->tokens.at[open->value];
}

void flow_ensure(struct flow *f)
{
	while (f->t->kind == TOKEN_NONE && !f->lexer->ended) {
		lexer_fill(f->lexer);
		f->t = &f->lexer->tokens.at[1];
	}
}

/* By the text of a name, kept for all files of the worker. */
static uint8_t look_up_call(struct flow *f, uint32_t path, bool several)
{
	struct map *kinds = &f->p->m.worker->call_kinds[several];
	str text = python_path(f->file, path);
	const uint32_t *known = map_get(kinds, text);
	uint32_t kind;

	if (known)
		return (uint8_t)*known;
	kind = (uint32_t)receiver_of_call(text, several) + 1;
	kinds->arena = f->p->m.worker->arena;
	if (kinds->len < CALL_KINDS_MOST)
		*map_at(kinds, arena_dup(kinds->arena, text), NULL) = kind;
	return (uint8_t)kind;
}

uint8_t flow_call_kind(struct flow *f, uint32_t path, bool several)
{
	uint8_t *known = &f->call_kinds[2 * path + several];

	if (!*known)
		*known = look_up_call(f, path, several);
	return (uint8_t)(*known - 1);
}

uint8_t flow_method_kind(struct flow *f, uint32_t name, bool bare)
{
	uint8_t *known;
	struct api api;
	char text[64] = "torch.Tensor.";
	str method = python_name(f->file, name);

	if (name >= f->n_known || method.len > 40)
		return WHAT_UNKNOWN;
	known = &f->method_kinds[2 * name + bare];
	if (!*known) {
		memcpy(text + 13, method.ptr, method.len);
		*known = 1;
		if (api_find((str){text, 13 + method.len}, &api))
			*known = (uint8_t)(receiver_of_method(method, bare) + 1);
	}
	return (uint8_t)(*known - 1);
}

bool flow_is_common_method(struct flow *f, uint32_t name)
{
	if (name >= f->n_known)
		return receiver_is_common_method(python_name(f->file, name));
	if (!f->common[name])
		f->common[name] = receiver_is_common_method(python_name(f->file, name)) ? 2 : 1;
	return f->common[name] == 2;
}

bool flow_is_tensor(const struct python_matching *p, uint32_t at, uint32_t end)
{
	for (uint32_t i = 0; i < p->n_tensor_args; i++)
		if (p->tensor_args[2 * i] == at && p->tensor_args[2 * i + 1] == end)
			return true;
	return false;
}

/* datasets/coco.py, pad_collator.py: its tensors are put together where the data are loaded. */
static bool is_for_loading(str path)
{
	static const char *const folders[] = {"dataset", "datasets", "dataloader", "dataloaders",
	        "data_loader", "data_loaders", "data_loading", "collators", "datamodules", NULL};
	static const char *const ends[] = {
	        "dataset.py", "datasets.py", "dataloader.py", "collator.py", "collate.py", NULL};
	str base = path_base(path), folder = path_folder(path);

	if (str_ends_one_of(base, ends))
		return true;
	for (uint32_t i = 0; i < 3 && folder.len > 1; i++, folder = path_folder(folder))
		if (str_is_one_of(path_base(folder), folders))
			return true;
	return false;
}

/* backends/cpu/ops.py, kernels_cpu.py: its tensors are on the host. */
static bool is_for_cpu(str path)
{
	str base = path_base(path);

	return str_eq(base, S("cpu.py")) || str_ends(base, S("_cpu.py")) ||
	       str_eq(path_base(path_folder(path)), S("cpu"));
}

/* By its name and by what it holds: test_time_augmentation.py is none, a base of tests is one. */
static bool is_test_file(const struct python_file *file)
{
	static const char *const ends[] = {
	        "_test.py", "_tests.py", "_test_case.py", "_testcase.py", NULL};
	str base = path_base(file->path);

	return (str_starts(base, S("test_")) || str_ends_one_of(base, ends)) &&
	       str_has(file->text, S("def test_"));
}

/* A place of the text lies in a comment that its line ends with. */
static bool is_in_comment(str text, size_t at)
{
	size_t from = at;

	while (from > 0 && text.ptr[from - 1] != '\n')
		from--;
	return str_has(str_slice(text, from, at), S("# "));
}

/* multi_gpu=False, use_cudagraph: options of trainers and compilers. */
static bool is_option(str text, size_t at, str word)
{
	return str_starts(str_from_at(text, at + word.len), S("graph")) ||
	       (at > 5 && str_eq(str_slice(text, at - 6, at), S("multi_")));
}

/* Words of a test by which its tensors may be elsewhere than on the host. */
static bool may_leave_host(str text)
{
	static const char *const words[] = {"cuda", "CUDA", "gpu", "GPU", "ccelerator", "nccl",
	        "NCCL", "DTensor", "Trainer", "xpu", "default_tensor_type", NULL};

	for (const char *const *each = words; *each; each++) {
		str word = str_from(*each);

		for (size_t at = 0; (at += str_find(str_from_at(text, at), word)) < text.len; at++)
			if (!is_option(text, at, word) && !is_in_comment(text, at))
				return true;
	}
	return false;
}

/* From a def's keyword to the next statement outside of it. */
static str function_text(struct flow *f, uint32_t scope)
{
	const struct outline *o = python_outline(f->p);
	uint32_t from = f->file->scopes.at[scope].at, end = (uint32_t)f->file->text.len;

	for (uint32_t at = outline_find(o, from); at != PYTHON_NONE; at = o->list.at[at].parent)
		if (o->list.at[at].next != PYTHON_NONE) {
			end = o->list.at[o->list.at[at].next].at;
			break;
		}
	return str_slice(f->file->text, from, end);
}

/* A function of such a test file that names no device but the CPU's. */
static bool names_no_device(str body)
{
	static const char *const host[] = {"device=\"cpu\"", "device='cpu'",
	        "device=torch.device(\"cpu\")", "device(\"meta\")", "device=\"meta\"",
	        "device': 'cpu'", "device\": \"cpu\"", NULL};

	for (size_t at = 0; (at += str_find(str_from_at(body, at), S("dev"))) < body.len; at++) {
		const char *const *word = host;

		if (str_starts(str_from_at(body, at), S("devia")) ||
		        str_starts(str_from_at(body, at), S("devel")))
			continue;
		while (*word && !str_starts(str_from_at(body, at), str_from(*word)))
			word++;
		if (!*word)
			return false;
	}
	return true;
}

/* Noted as well, for what is said of any call there. What a test saves it made itself. */
static bool is_host_test(struct flow *f, uint32_t scope)
{
	str body = f->file_tests ? function_text(f, scope) : STR_NONE;
	uint32_t at = f->file->scopes.at[scope].at;

	if (!body.len || !names_no_device(body) || (!f->file_test && may_leave_host(body)))
		return false;
	*VEC_PUSH(f->arena, &f->host_spans) =
	        (struct span){at, at + (uint32_t)body.len, !f->file_test};
	return f->file_test;
}

static void prepare(struct flow *f, struct python_matching *p)
{
	struct python_file *file = p->file;

	*f = (struct flow){.p = p, .file = file, .arena = p->m.env->temp};
	f->n_known = p->n_names;
	f->id_device = python_name_find(file, S("device"));
	f->id_device_type = python_name_find(file, S("device_type"));
	f->id_type = python_name_find(file, S("type"));
	f->id_self = python_name_find(file, S("self"));
	f->id_backward = python_name_find(file, S("backward"));
	f->id_tensor = python_name_find(file, S("Tensor"));
	f->file_loading = is_for_loading(file->below);
	f->file_host = f->file_loading || is_for_cpu(file->below);
	f->file_tests = is_test_file(file);
	f->file_test = f->file_tests && !may_leave_host(file->text);
	f->file_default = python_name_find(file, S("set_default_device")) ||
	                  python_name_find(file, S("set_default_tensor_type"));
	f->call_kinds = ARENA_ARRAY(f->arena, uint8_t, 2 * (size_t)file->paths.len + 2);
	f->idle = ARENA_ARRAY(f->arena, bool, (size_t)file->calls.len + 1);
	f->common = ARENA_ARRAY(f->arena, uint8_t, (size_t)f->n_known + 1);
	f->word_flags = ARENA_ARRAY(f->arena, uint32_t, (size_t)f->n_known + 1);
	f->method_kinds = ARENA_ARRAY(f->arena, uint8_t, 2 * (size_t)f->n_known + 2);
}

/* To the first kept token that does not lie before a place. */
static void find_kept(struct flow *f, uint32_t at)
{
	uint32_t low = 1, high = f->lexer->tokens.len - 1;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (f->lexer->tokens.at[mid].at < at)
			low = mid + 1;
		else
			high = mid;
	}
	f->t = &f->lexer->tokens.at[low];
}

/* The lexer anew at a place of the text that begins a line. */
static void lex_from(struct flow *f, uint32_t at)
{
	struct lexer *l = f->lexer;

	if (f->kept) {
		find_kept(f, at);
		return;
	}
	l->at = f->file->text.ptr + at;
	l->depth = l->fstring_depth = l->indent = 0;
	l->indents[0] = l->alternate[0] = 0;
	l->middle = l->ended = false;
	l->fresh = true;
	l->error = NULL;
	l->tokens.len = 1;
	lexer_fill(l);
	f->t = &l->tokens.at[1];
}

static bool is_layout(uint8_t kind)
{
	return kind == TOKEN_INDENT || kind == TOKEN_DEDENT || kind == TOKEN_NEWLINE;
}

/* To the first token of the line that begins at `at`. A place not far ahead is reached by passing
 * over tokens: a batch holds many small functions. */
static void seek(struct flow *f, uint32_t at)
{
	if (!f->t || f->t->at > at || at - f->t->at > SEEK_BYTES || f->lexer->ended)
		lex_from(f, at);
	for (flow_ensure(f); (f->t->at < at || is_layout(f->t->kind)) && f->t->kind != TOKEN_END &&
	                     f->t->kind != TOKEN_NONE;
	        flow_ensure(f))
		f->t++;
}

static void start_at(struct flow *f, uint32_t at)
{
	seek(f, at);
	f->stamp++;
	f->undos.len = f->masked.len = f->reads.len = 0;
	f->n_loops = f->depth = f->nested = f->rank_zero = f->on_host = f->on_other = 0;
	f->loading = false;
	f->on_default = f->file_default;
	f->default_host = false;
	f->block = ++f->blocks;
	f->in_test = f->in_message = false;
	f->placed = 0;
	f->self = f->moved = f->moved_block = 0;
}

static uint32_t line_start(str text, uint32_t at)
{
	while (at > 0 && text.ptr[at - 1] != '\n')
		at--;
	return at;
}

static bool is_compiled(const struct python_file *file, uint32_t scope)
{
	return (file->scopes.at[scope].flags & PYTHON_COMPILED) != 0;
}

/* Methods of a data set, functions that put a batch together: they run where the data are loaded,
 * on the host. */
static bool is_loading(struct flow *f, const struct python_scope *s)
{
	const struct python_class *class =
	        s->class_ == PYTHON_NONE ? NULL : &f->file->classes.at[s->class_];

	if (!f->loaders)
		f->loaders = collate_names(f->p);
	if (f->loaders[s->name] || str_has(python_name(f->file, s->name), S("collate")))
		return true;
	if (class && str_has(python_name(f->file, class->name), S("Collator")))
		return true;
	return flow_is_data_class(f, s->class_);
}

/* def mel(y): … .to(y.device), class Mel(nn.Module): what asks where its tensors are, or is a part
 * of a model, is called elsewhere too, whatever its file is for. */
static bool runs_elsewhere(struct flow *f, uint32_t scope)
{
	const struct python_scope *s = &f->file->scopes.at[scope];
	const struct outline *o = python_outline(f->p);
	uint32_t def = outline_find(o, s->at);
	str body;

	if (s->class_ != PYTHON_NONE)
		return flow_is_module_class(f, s->class_);
	if (def == PYTHON_NONE)
		return false;
	body = str_slice(f->file->text, s->at, outline_end(o, f->file, def));
	return python_may_look(f->p, body.len) && str_has(body, S(".device"));
}

/* test_bag_cpu_helper */
static bool tests_host(str name)
{
	return str_has(name, S("test_")) && str_has(name, S("_cpu")) && !str_has(name, S("cuda")) &&
	       !str_has(name, S("gpu")) && !str_has(name, S("offload"));
}

static void walk_function(struct flow *f, uint32_t scope)
{
	const struct python_scope *s = &f->file->scopes.at[scope];
	str name = python_name(f->file, s->name);
	bool forward, backward, host = f->file_host;

	if (f->file_loading && runs_elsewhere(f, scope))
		host = false;
	start_at(f, line_start(f->file->text, s->at));
	f->unit = scope;
	f->class_ = s->class_;
	f->loading = (f->file_loading && host) || is_loading(f, s);
	f->on_host = f->loading || host || str_ends(name, S("_cpu")) || tests_host(name) ||
	             is_host_test(f, scope);
	f->module_class = flow_is_module_class(f, s->class_);
	f->function_class = flow_is_function_class(f, s->class_);
	forward = str_starts(name, S("forward"));
	backward = str_eq(name, S("backward"));
	f->forward = (f->module_class && forward) || is_compiled(f->file, scope);
	f->takes_tensors = (f->module_class &&
	                           (str_eq(name, S("forward")) || str_ends(name, S("_forward")))) ||
	                   (f->function_class && (str_eq(name, S("forward")) || backward));
	flow_given_start(f, scope);
	if (f->t->kind == TOKEN_DEF || (f->t->kind == TOKEN_ASYNC && f->t[1].kind == TOKEN_DEF))
		flow_definition(f, true);
}

static void walk_module(struct flow *f)
{
	start_at(f, 0);
	f->on_host = f->file_host;
	f->loading = f->file_loading;
	f->unit = 0;
	f->class_ = PYTHON_NONE;
	f->module_class = f->function_class = f->forward = f->takes_tensors = false;
	for (flow_ensure(f); f->t->kind != TOKEN_END && f->t->kind != TOKEN_NONE; flow_ensure(f)) {
		const struct token *before = f->t;

		flow_statement(f);
		if (f->t == before && f->t->kind != TOKEN_NONE)
			f->t++;
	}
}

static void walk_file(struct python_matching *p, bool with_given)
{
	struct flow f;
	uint8_t *units;
	bool any = false;

	prepare(&f, p);
	f.with_given = with_given;
	units = ARENA_ARRAY(f.arena, uint8_t, (size_t)p->file->scopes.len + 1);
	flow_triggers(&f, units);
	for (uint32_t i = 0; i < p->file->scopes.len; i++) {
		if (p->m.rules->walk_all && flow_unit_of(p->file, i) == i)
			units[i] |= UNIT_WANTED;
		any |= (units[i] & UNIT_WANTED) != 0;
	}
	if (!any)
		return;
	f.known = ARENA_ARRAY(f.arena, struct known, (size_t)f.n_known + 1);
	f.kept = p->file->n_tokens != 0;
	f.lexer = python_lexer(p->file);
	python_name_chains(p);
	flow_find_returns(&f);
	for (uint32_t i = 0; i < p->file->scopes.len; i++) {
		if (!(units[i] & UNIT_WANTED) || python_in_kernel(p, i))
			continue;
		f.device = (units[i] & UNIT_DEVICE) != 0;
		if (i)
			walk_function(&f, i);
		else
			walk_module(&f);
	}
	emit_settle(&f);
}

static struct raw *copied(struct python_matching *p)
{
	struct raw *copy = ARENA_ROOM(p->m.env->temp, struct raw, (size_t)p->raw.len + 1);

	if (p->raw.len)
		memcpy(copy, p->raw.at, p->raw.len * sizeof *copy);
	return copy;
}

void flow_match(struct python_matching *p)
{
	const bool given = p->m.worker->host_calls != NULL;
	struct raw *before = given ? copied(p) : NULL, *all;
	uint32_t n_before = p->raw.len, n_all;

	if (p->m.worker->host_notes)
		flow_find_handed(p, p->m.worker->host_notes);
	walk_file(p, false);
	if (!given)
		return;
	all = copied(p);
	n_all = p->raw.len;
	p->raw.len = 0;
	for (uint32_t i = 0; i < n_before; i++)
		*VEC_PUSH(p->m.env->temp, &p->raw) = before[i];
	walk_file(p, true);
	if (python_may_look(p, 1)) /* else less is told for that reason */
		flow_mark_given(all, n_all, p->raw.at, p->raw.len);
	p->raw.len = 0;
	for (uint32_t i = 0; i < n_all; i++)
		*VEC_PUSH(p->m.env->temp, &p->raw) = all[i];
}
