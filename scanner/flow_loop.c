/* What a loop does to names: zip() gives them elements, and what is moved at the end of a turn is
 * elsewhere in the next one. */
#include "scanner/flow_internal.h"

/* The line behind a binding's name. */
static str rest_of_line(const struct python_file *file, const struct python_binding *b)
{
	enum { LOOK_BYTES = 300 };
	size_t from = b->at + python_name(file, b->name).len;
	str rest = str_slice(file->text, from, from + LOOK_BYTES);

	return str_slice(rest, 0, str_find_byte(rest, '\n'));
}

/* x = x.to(device), x = prepare(x): not a function or a method of tensors, which leave it where it
 * is. */
static bool may_move(struct flow *f, const struct python_binding *b)
{
	static const char *const words[] = {".to(", "cuda", "device", ".cpu(", "type_as", NULL};
	const struct python_file *file = f->file;
	str rest = rest_of_line(file, b), value;
	const struct python_chain *chain;

	if (str_has_one_of(rest, words))
		return true;
	value = str_from_at(rest, str_find(rest, S(" = ")));
	if (b->kind == PYTHON_BIND_OTHER) /* x, h = step(x, h) */
		return str_starts(rest, S(",")) && str_has(value, S("(")) &&
		       !str_has(value, S("torch."));
	if (b->kind != PYTHON_BIND_VALUE || b->value != PYTHON_VALUE_CALL ||
	        file->calls.at[b->ref].chain == PYTHON_NONE)
		return false;
	chain = &file->chains.at[file->calls.at[b->ref].chain];
	return !chain->target_count &&
	       flow_method_kind(f, python_chain_last(file, chain), false) == WHAT_UNKNOWN;
}

void flow_enter_loop(struct flow *f, uint32_t at, uint32_t from)
{
	const uint32_t host = WHAT_HOST | WHAT_FRESH | WHAT_DATA;
	const struct outline *o = f->placed ? python_outline(f->p) : NULL;
	uint32_t loop = o ? outline_find(o, at) : PYTHON_NONE, end;

	if (loop == PYTHON_NONE)
		return;
	end = outline_end(o, f->file, loop);
	for (uint32_t i = python_binding_from(f->file, from);
	        i < f->file->bindings.len && python_may_look(f->p, 1); i++) {
		const struct python_binding *b = &f->file->bindings.at[i];
		struct known *k = b->name < f->n_known ? &f->known[b->name] : NULL;

		if (b->at >= end)
			return;
		if (!k || k->stamp != f->stamp || !(k->flags & host) || !may_move(f, b))
			continue;
		*VEC_PUSH(f->arena, &f->undos) = (struct undo){b->name, *k};
		k->flags &= ~host;
	}
}

/* What iterating over a value gives. */
static struct what element_of(struct what over)
{
	struct what each = {0};

	if (over.kind == WHAT_TENSOR || over.kind == WHAT_TENSORS) {
		each.kind = WHAT_TENSOR;
		each.flags = over.flags & (WHAT_MEMORY | WHAT_SUPPOSED | WHAT_PERHAPS);
	}
	if (over.flags & WHAT_HOSTS || flow_is_copy(over))
		each.flags |= WHAT_HOST;
	return each;
}

struct what flow_zip(struct flow *f, const struct flow_args *args, struct what w)
{
	if (args->spread)
		return w;
	w.kind = WHAT_ZIPPED;
	f->n_elements = 0;
	for (uint32_t i = 0; i < args->count; i++)
		if (!args->names[i]) /* strict=True */
			f->elements[f->n_elements++] = element_of(args->at[i]);
	return w;
}

struct what flow_enumerate(struct flow *f, const struct flow_args *args, struct what w)
{
	if (args->spread || !args->count || args->names[0])
		return w;
	w.kind = WHAT_ZIPPED;
	f->n_elements = 2;
	f->elements[0] = (struct what){.kind = WHAT_OTHER};
	f->elements[1] = element_of(args->at[0]);
	return w;
}

/* x, x.unbind(0), torch.unbind(x): what is said of it before it is walked. */
static struct what argument_of_zip(struct flow *f, const struct token *t, const struct token *end)
{
	const struct python_chain *chain = t->kind == TOKEN_NAME ? flow_chain(f, t->at) : NULL;
	struct what w = {0};
	uint32_t count;
	const uint32_t *targets;

	if (!chain)
		return w;
	targets = python_chain_targets(f->file, chain, &count);
	if (count) {
		t += 2 * chain->name_count + 1;
		if (t < end && t->kind == TOKEN_LPAR && flow_close(f, t) + 1 == end)
			w.kind = flow_call_kind(f, targets[0], false);
		return w;
	}
	w = flow_name(f, t->value);
	if (t + 1 == end)
		return w;
	if (w.kind != WHAT_TENSOR || t + 3 >= end || t[1].kind != TOKEN_DOT ||
	        t[3].kind != TOKEN_LPAR || flow_close(f, t + 3) + 1 != end)
		return (struct what){0};
	w.kind = flow_method_kind(f, t[2].value, flow_close(f, t + 3) == t + 4);
	w.flags &= WHAT_MEMORY;
	return w;
}

/* Behind the argument that begins here, at its comma or at the bracket. */
static const struct token *argument_end(
        const struct flow *f, const struct token *t, const struct token *close)
{
	while (t < close && t->kind != TOKEN_COMMA)
		t = flow_close(f, t) + 1;
	return t < close ? t : close;
}

bool flow_shadow_zipped(
        struct flow *f, const struct token *from, const struct token *in, const struct token *to)
{
	const struct token *open = in + 2, *close, *t = open + 1;
	const struct python_chain *chain;
	struct what elements[FLOW_ELEMENTS];
	uint32_t count = 0;

	if (open >= to || in[1].kind != TOKEN_NAME || open->kind != TOKEN_LPAR ||
	        !str_eq(python_name(f->file, in[1].value), S("zip")))
		return false;
	chain = flow_chain(f, in[1].at);
	if (!chain || chain->bound != PYTHON_FREE)
		return false;
	for (const struct token *n = from; n < in; n++) /* names, apart by commas */
		if (n->kind != ((n - from) % 2 ? TOKEN_COMMA : TOKEN_NAME))
			return false;
	close = flow_close(f, open);
	for (; t < close && count < FLOW_ELEMENTS; t += t < close) {
		const struct token *end = argument_end(f, t, close);

		elements[count++] = element_of(argument_of_zip(f, t, end));
		t = end;
	}
	for (uint32_t i = 0; from + 2 * i < in; i++)
		flow_shadow(f, from[2 * i].value, i < count ? elements[i] : (struct what){0});
	return true;
}
