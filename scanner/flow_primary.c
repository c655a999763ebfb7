/* Names, literals, displays, and what hangs on them: attributes, calls, subscripts.
 *
 * A NAME with targets is taken as the whole chain that the records hold for it. What the tokens of
 * a bracket do not explain is passed over to its closing one, so that every bracket ends where
 * the lexer says. */
#include "scanner/flow_internal.h"
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include <string.h>

static struct what made(enum what_kind kind, uint32_t at, uint32_t end)
{
	return (struct what){.kind = (uint8_t)kind, .at = at, .end = end};
}

/* seq_lens_cpu, cpu_lengths: the name says where the tensor is; pos_embed_checkpoint is read from a
 * file. */
static uint32_t host_flags(str text)
{
	return str_ends(text, S("_cpu")) || str_starts(text, S("cpu_")) || str_eq(text, S("cpu")) ||
	                       str_ends(text, S("_host")) || str_ends(text, S("_checkpoint"))
	               ? WHAT_HOST
	               : 0;
}

static const char *const ranks[] = {
        "rank", "local_rank", "global_rank", "world_rank", "get_rank", NULL};
static const char *const zeros[] = {"is_main_process", "is_master", "is_rank_zero",
        "is_global_zero", "main_process", "is_local_main_process", NULL};

bool flow_names_rank(const struct python_file *file)
{
	for (const char *const *word = ranks; *word; word++)
		if (python_name_find(file, str_from(*word)))
			return true;
	for (const char *const *word = zeros; *word; word++)
		if (python_name_find(file, str_from(*word)))
			return true;
	return false;
}

static uint32_t rank_flags(str text)
{
	if (str_is_one_of(text, ranks))
		return WHAT_RANK;
	return str_is_one_of(text, zeros) ? WHAT_RANK_ZERO : 0;
}

/* is_mps, is_npu_available */
static uint32_t elsewhere_flags(str text)
{
	str rest, other;

	if (!str_starts(text, S("is_")))
		return 0;
	rest = str_from_at(text, 3);
	other = other_accelerator(rest);
	return other.len && (other.len == rest.len ||
	                            str_eq(str_from_at(rest, other.len), S("_available")))
	               ? WHAT_TRUE_ELSEWHERE
	               : 0;
}

/* What the last word of a chain tells by itself: a device's type, a rank. */
static uint32_t flags_of_word(struct flow *f, uint32_t name, uint32_t before)
{
	if (!name || name >= f->n_known)
		return 0;
	if (name == f->id_device_type || name == f->id_device ||
	        (name == f->id_type && before == f->id_device))
		return WHAT_DEVICE;
	if (!f->word_flags[name]) {
		str text = python_name(f->file, name);

		f->word_flags[name] =
		        WHAT_TOLD | rank_flags(text) | host_flags(text) | elsewhere_flags(text);
	}
	return f->word_flags[name] & ~(uint32_t)WHAT_TOLD;
}

/* The chain's names are the next tokens; behind them. */
static struct what resolved(struct flow *f, const struct python_chain *chain)
{
	struct what w = made(WHAT_PATH, f->t->at, f->t->end);
	uint32_t count, last = f->t->value, before = 0;
	const uint32_t *targets = python_chain_targets(f->file, chain, &count);

	f->t++;
	for (uint32_t i = 0;
	        i < chain->name_count && f->t->kind == TOKEN_DOT && f->t[1].kind == TOKEN_NAME;
	        i++) {
		before = last;
		last = f->t[1].value;
		w.end = f->t[1].end;
		f->t += 2;
	}
	w.ref = targets[0];
	w.flags = flags_of_word(f, last, before);
	if (str_starts(python_path(f->file, w.ref), S("torch.accelerator")))
		w.flags |= WHAT_TARGET;
	return w;
}

static struct what name(struct flow *f)
{
	const struct token *t = f->t;
	const struct python_chain *chain = flow_chain(f, t->at);
	struct what w;

	if (chain && chain->target_count)
		return resolved(f, chain);
	f->t++;
	w = flow_name(f, t->value);
	if (w.kind == WHAT_UNKNOWN && t->value == f->self && f->self)
		w.kind = WHAT_SELF;
	/* "import *" may bring any name; what has methods is hardly one of the builtins then */
	if (w.kind == WHAT_UNKNOWN && chain && chain->bound == PYTHON_FREE &&
	        !(f->file->stars.len && t[1].kind == TOKEN_DOT)) {
		w.kind = WHAT_BUILTIN;
		w.ref = t->value;
	}
	if (w.kind == WHAT_UNKNOWN && chain && chain->bound == PYTHON_LOCAL &&
	        flow_is_own(f, t->value, OWN_CLASS)) {
		w.flags |= WHAT_OBJECT | WHAT_CLASS;
		w.kind = flow_is_own(f, t->value, OWN_PLAIN) ? WHAT_OTHER : WHAT_UNKNOWN;
	}
	w.flags |= flags_of_word(f, t->value, 0);
	if (f->told_functions.len && w.kind == WHAT_UNKNOWN && t[1].kind == TOKEN_LPAR && chain &&
	        chain->bound == PYTHON_LOCAL) {
		enum returns value = flow_returned(f, t->value, PYTHON_NONE);

		w.flags |= value == RETURNS_HOST ? WHAT_HOST : 0;
		if (value == RETURNS_NUMBER) {
			w.kind = WHAT_OTHER;
			w.flags |= WHAT_OBJECT | WHAT_CLASS;
		}
	}
	w.at = t->at;
	w.end = t->end;
	return w;
}

/* t"…", rt"…" */
static bool is_template(const struct flow *f, const struct token *start)
{
	str prefix = str_slice(f->file->text, start->at, start->at + 2);

	return str_starts(prefix, S("t")) || str_starts(prefix, S("T")) ||
	       (prefix.len == 2 && (prefix.ptr[0] == 'r' || prefix.ptr[0] == 'R') &&
	               (prefix.ptr[1] == 't' || prefix.ptr[1] == 'T'));
}

/* The fields of an f-string are code. *built: it begins with the text of the option. */
static struct what formatted(struct flow *f)
{
	struct what w = made(WHAT_OTHER, f->t->at, f->t->end), value;
	uint32_t depth = 0;
	bool first = !is_template(f, f->t); /* a template is no text: it names no device */

	for (; f->t->kind != TOKEN_NONE && f->t->kind != TOKEN_NEWLINE; f->t++) {
		const struct token *t = f->t;

		w.end = t->end;
		if (t->kind == TOKEN_FSTRING_START) {
			depth++;
		} else if (t->kind == TOKEN_FSTRING_END) {
			if (!--depth) {
				f->t++;
				break;
			}
		} else if (t->kind == TOKEN_FSTRING_MIDDLE) {
			str text = str_slice(f->file->text, t->at, t->end);

			if (first && t[1].kind == TOKEN_LBRACE &&
			        option_holds(f, MATCHER_DEVICE_STRING, "prefix", text))
				w.flags |= WHAT_CUDA;
			first = false;
		} else if (t->kind == TOKEN_LBRACE) {
			const struct token *close = flow_close(f, t);

			first = false;
			f->t++;
			value = flow_expression_list(f);
			emit_read(f, value, value.at, value.end);
			f->t = close;
		}
	}
	if (w.flags & WHAT_CUDA)
		emit_place(f, MATCHER_DEVICE_STRING, w.at, w.end);
	return w;
}

static struct what strings(struct flow *f)
{
	struct what w = made(WHAT_STRING, f->t->at, f->t->end);
	uint32_t parts = 0, end;

	w.ref = f->t->at;
	while (f->t->kind == TOKEN_STRING || f->t->kind == TOKEN_FSTRING_START) {
		if (f->t->kind == TOKEN_FSTRING_START) {
			struct what part = formatted(f);

			w.flags |= part.flags;
			w.end = part.end;
			w.kind = WHAT_OTHER;
		} else {
			w.end = f->t->end;
			f->t++;
		}
		parts++;
	}
	if (parts > 1)
		w.kind = WHAT_OTHER;
	else if (w.kind == WHAT_STRING && !token_is_documentation(f->t - 1))
		w.flags = device_flags(literal_at(f->file->text, w.at, &end));
	return w;
}

static struct what number(struct flow *f)
{
	struct what w = made(WHAT_OTHER, f->t->at, f->t->end);
	int64_t value;

	if (str_int(str_slice(f->file->text, w.at, w.end), &value)) {
		w.kind = WHAT_INT;
		w.ref = value < 1000 ? (uint32_t)value : 1000;
	}
	f->t++;
	return w;
}

/* What iterating over a tensor gives, and each part of that. */
static struct what row_of(struct what over)
{
	struct what each = made(WHAT_UNKNOWN, 0, 0);

	if (over.kind == WHAT_TENSOR && !(over.flags & (WHAT_SUPPOSED | WHAT_PERHAPS))) {
		each.kind = WHAT_TENSOR;
		each.flags = over.flags & WHAT_MEMORY;
	}
	return each;
}

/* The targets of one for; gives the token behind them. Elements of a list of the host's tensors
 * that has a name are there too. */
static const struct token *shadow_targets(
        struct flow *f, const struct token *t, const struct token *to)
{
	const struct token *from = t;
	struct what each = made(WHAT_UNKNOWN, 0, 0);

	while (t < to && t->kind != TOKEN_IN)
		t++;
	if (flow_shadow_zipped(f, from, t, to))
		return t;
	if (t + 1 < to && t == from + 1 && t[1].kind == TOKEN_NAME &&
	        (t + 2 == to || t[2].kind == TOKEN_IF)) {
		const struct what over = flow_name(f, t[1].value);

		if (over.flags & WHAT_HOSTS || (over.kind == WHAT_UNKNOWN && flow_is_copy(over)))
			each.flags = WHAT_HOST;
	}
	if (t + 1 < to && t[1].kind == TOKEN_NAME && (t + 2 == to || t[2].kind == TOKEN_IF) &&
	        !each.flags)
		each = row_of(flow_name(f, t[1].value));
	for (; from < t; from++)
		if (from->kind == TOKEN_NAME)
			flow_shadow(f, from->value, each);
	return t;
}

void flow_comprehension(struct flow *f, const struct token *from, const struct token *to)
{
	for (const struct token *t = from; t < to; t++) {
		if (t->kind == TOKEN_LPAR || t->kind == TOKEN_LSQB || t->kind == TOKEN_LBRACE)
			t = flow_close(f, t);
		else if (t->kind == TOKEN_FOR)
			t = shadow_targets(f, t + 1, to);
	}
}

/* for … in …, if … of a comprehension, up to its closing bracket. */
static void comprehension_rest(struct flow *f, const struct token *close)
{
	while (f->t < close) {
		if (f->t->kind == TOKEN_FOR) {
			while (f->t < close && f->t->kind != TOKEN_IN)
				f->t++;
			f->t += f->t < close;
			flow_operation(f);
		} else if (f->t->kind == TOKEN_IF) {
			f->t++;
			flow_expression(f);
		} else if (f->t->kind == TOKEN_AND || f->t->kind == TOKEN_OR ||
		           f->t->kind == TOKEN_ASYNC) {
			f->t++;
		} else {
			return;
		}
	}
}

/* What is in a bracket, apart by commas. Gives whether all of it is tensors, and how many. */
struct contents {
	uint32_t count, tensors, read; /* read: the first number read among them + 1 */
	uint32_t host;                 /* whether tensors among them are on the host */
	uint32_t on_host;              /* how many tensors are there for certain */
	bool beside; /* one is, or was made of values of Python: so are the others */
};

static struct contents contents(struct flow *f, const struct token *close)
{
	struct contents c = {0};
	struct what elements[FLOW_ELEMENTS];

	while (f->t < close) {
		const struct token *before = f->t;
		struct what w;

		if (f->t->kind == TOKEN_STAR || f->t->kind == TOKEN_DOUBLESTAR)
			f->t++;
		w = flow_named_expression(f);
		if (f->t->kind == TOKEN_COLON) { /* of a dict */
			struct what value;

			f->t++;
			value = flow_expression(f);
			c.on_host += flow_is_copy(value);
		} else {
			c.on_host += flow_is_copy(w);
			c.beside |=
			        flow_is_copy(w) || (w.kind == WHAT_TENSOR && w.flags & WHAT_DATA);
		}
		if (c.count < FLOW_ELEMENTS)
			elements[c.count] = w;
		c.count++;
		c.tensors += w.kind == WHAT_TENSOR;
		c.host |= w.flags & WHAT_MEMORY;
		if (w.kind == WHAT_VALUE && !c.read)
			c.read = w.ref + 1;
		if (f->t < close && f->t->kind == TOKEN_COMMA)
			f->t++;
		else if (f->t < close)
			comprehension_rest(f, close);
		if (f->t == before)
			break;
	}
	f->n_elements = c.count < FLOW_ELEMENTS ? c.count : FLOW_ELEMENTS;
	memcpy(f->elements, elements, f->n_elements * sizeof *elements);
	return c;
}

/* A list or a dict is no tensor itself, but what is taken out of it may be anything: unknown. */
static struct what bracketed(struct flow *f)
{
	const struct token *open = f->t, *close = flow_close(f, open);
	struct what w = made(WHAT_UNKNOWN, open->at, close->end);
	uint32_t mark = flow_mark(f);
	struct contents c;
	bool tuple;

	if (open->flags & TOKEN_COMPREHENSION)
		flow_comprehension(f, open + 1, close);
	if (open->kind == TOKEN_LBRACE && f->device)
		emit_device_map(f, open);
	f->t++;
	if (f->t->kind == TOKEN_YIELD)
		f->t += f->t[1].kind == TOKEN_FROM ? 2 : 1;
	c = contents(f, close);
	tuple = open->kind == TOKEN_LPAR && (c.count != 1 || close[-1].kind == TOKEN_COMMA);
	if (open->flags & TOKEN_COMPREHENSION) {
		w.kind = WHAT_UNKNOWN;
		w.flags = c.count == 1 && c.on_host ? WHAT_HOSTS : 0;
		w.flags |= open->kind == TOKEN_LSQB ? WHAT_VALUES : 0;
	} else if (open->kind == TOKEN_LPAR && !tuple && c.count) {
		w = f->elements[0]; /* only brackets around it */
		w.at = open->at;
		w.end = close->end;
	} else if (open->kind != TOKEN_LBRACE) {
		w.kind = c.count && c.tensors == c.count ? WHAT_TENSORS
		         : tuple                         ? WHAT_TUPLE
		                                         : WHAT_UNKNOWN;
		w.ref = c.read;
		w.flags = w.kind == WHAT_TENSORS ? c.host : 0;
		if (w.kind != WHAT_TUPLE && c.read)
			w.kind = WHAT_TUPLE;
		w.flags |= open->kind == TOKEN_LSQB && !c.count ? WHAT_LIST : 0;
		w.flags |= c.beside ? WHAT_BESIDE : 0;
		w.flags |= open->kind == TOKEN_LSQB ? WHAT_VALUES : 0;
	} else {
		w.flags = c.count && c.on_host == c.count ? WHAT_HOSTS : 0;
	}
	flow_rewind(f, mark);
	f->t = close + (close->kind != TOKEN_NONE);
	return w;
}

/* The arguments between two brackets. */
static void arguments(struct flow *f, struct flow_args *args, const struct token *open)
{
	const struct token *close = flow_close(f, open);
	uint32_t mark = flow_mark(f);
	bool test = f->in_test;

	f->in_test = false;
	args->count = args->all = 0;
	args->spread = false;
	args->open = open->at;
	if (open->flags & TOKEN_COMPREHENSION)
		flow_comprehension(f, open + 1, close);
	f->t = open + 1;
	while (f->t < close) {
		const struct token *before = f->t;
		uint32_t keyword = 0;
		bool star = f->t->kind == TOKEN_STAR || f->t->kind == TOKEN_DOUBLESTAR;
		struct what w;

		f->t += star;
		if (f->t->kind == TOKEN_NAME && f->t[1].kind == TOKEN_EQUAL) {
			keyword = f->t->value;
			f->t += 2;
		}
		w = flow_named_expression(f);
		if (star) {
			w.kind = WHAT_UNKNOWN;
			args->spread = true;
		}
		if (args->count < FLOW_ARGS) {
			args->names[args->count] = keyword;
			args->at[args->count++] = w;
		}
		args->all++;
		if (f->t < close && f->t->kind == TOKEN_COMMA)
			f->t++;
		else if (f->t < close)
			comprehension_rest(f, close);
		if (f->t == before)
			break;
	}
	flow_rewind(f, mark);
	f->in_test = test;
	f->t = close + (close->kind != TOKEN_NONE);
}

/* One element of an index: an expression or a slice. */
struct index {
	bool slice, mask, tensor, stepped, any;
};

/* A mask on the device: of one that was made on the host, or copied there, the host knows how many
 * elements it picks. */
static bool is_mask(struct flow *f, struct what base, struct what w)
{
	/* what a step compares is a tensor, as a rule */
	if (w.kind == WHAT_UNKNOWN && base.kind == WHAT_TENSOR && w.flags & WHAT_COMPARED &&
	        f->id_backward && is_in_training(f->p, base.at))
		w.flags |= WHAT_MASK;
	/* ~x of something unknown picks from what is known to be a tensor */
	return (w.kind == WHAT_TENSOR || (w.kind == WHAT_UNKNOWN && base.kind == WHAT_TENSOR)) &&
	       w.flags & WHAT_MASK && !(w.flags & WHAT_FRESH) && !flow_is_host(f, w);
}

static struct index index_element(struct flow *f, struct what base, const struct token *close)
{
	struct index x = {0};
	uint32_t part = 0;
	const struct token *first = f->t;

	while (f->t < close && f->t->kind != TOKEN_COMMA) {
		const struct token *before = f->t;
		struct what w;

		if (f->t->kind == TOKEN_COLON) {
			x.slice = true;
			part++;
			f->t++;
			continue;
		}
		f->t += f->t->kind == TOKEN_STAR;
		w = flow_named_expression(f);
		if (w.kind == WHAT_VALUE && (x.slice || f->t->kind == TOKEN_COLON))
			emit_size(f, w.ref);
		x.stepped |= part == 2 && w.kind == WHAT_INT && w.ref >= 2;
		x.mask |= !x.slice && is_mask(f, base, w);
		x.tensor |= w.kind == WHAT_TENSOR;
		if (f->t == before)
			f->t++;
	}
	x.any = f->t > first;
	if (f->t == first + 1 && first->kind == TOKEN_NAME && base.kind == WHAT_TENSOR)
		for (uint32_t i = 0; i < f->n_loops; i++)
			if (f->loops[i].name == first->value && !f->loops[i].told) {
				f->loops[i].told = true;
				emit_place(
				        f, MATCHER_LOOP_OVER_TIME, f->loops[i].at, f->loops[i].end);
			}
	return x;
}

/* config["device"], whose key stands alone between the brackets. */
static uint32_t names_device(
        const struct flow *f, const struct token *key, const struct token *close)
{
	str text;

	if (key->kind != TOKEN_STRING || key + 1 != close || key->end - key->at > 16)
		return 0;
	text = str_slice(f->file->text, key->at + 1, key->end - 1);
	return str_eq(text, S("device")) || str_eq(text, S("device_type")) ? WHAT_DEVICE : 0;
}

static struct what subscript(struct flow *f, struct what base)
{
	const struct token *open = f->t, *close = flow_close(f, open);
	struct what w = made(WHAT_UNKNOWN, base.at, close->end);
	bool mask = false, slice = false, stepped = false, test = f->in_test;

	f->in_test = false;
	f->t++;
	w.flags |= names_device(f, f->t, close);
	while (f->t < close) {
		struct index x = index_element(f, base, close);

		mask |= x.mask;
		slice |= x.slice;
		stepped |= x.stepped;
		if (f->t < close)
			f->t++;
	}
	f->in_test = test;
	f->t = close + (close->kind != TOKEN_NONE);
	if (mask && base.kind != WHAT_OTHER && !flow_is_host(f, base) &&
	        !(base.flags & WHAT_FRESH)) {
		*VEC_PUSH(f->arena, &f->masked) = (struct masked){w.at, w.end};
		w.flags |= WHAT_MASKED;
	}
	if (base.kind == WHAT_TENSOR) {
		w.kind = WHAT_TENSOR;
		w.flags |= base.flags & (WHAT_MASK | WHAT_MEMORY | WHAT_PERHAPS);
		w.flags |= base.flags & WHAT_SUPPOSED ? WHAT_PERHAPS : 0;
		if (stepped && !flow_is_host(f, base))
			emit_place(f, MATCHER_STRIDED_SLICE, w.at, w.end);
	} else if (base.kind == WHAT_SHAPE) {
		w.kind = slice ? WHAT_SHAPE : WHAT_SIZE;
	} else if (base.kind == WHAT_TENSORS) {
		w.kind = slice ? WHAT_TENSORS : WHAT_TENSOR;
		w.flags |= base.flags & WHAT_MEMORY;
	} else if (base.kind == WHAT_OTHER || base.kind == WHAT_STRING) {
		w.kind = WHAT_OTHER;
		w.flags |= base.flags & (WHAT_VALUES | WHAT_OBJECT);
	} else if (base.kind == WHAT_UNKNOWN) {
		w.flags |= base.flags & WHAT_HOSTS
		                   ? WHAT_HOST
		                   : base.flags & (WHAT_HOST | WHAT_FRESH | WHAT_AWAY);
	}
	return w;
}

static struct what trailer(struct flow *f, struct what w)
{
	const struct token *t = f->t;
	struct flow_args args;

	if (t->kind == TOKEN_LPAR) {
		arguments(f, &args, t);
		flow_note_call(f, &args);
		return flow_call(f, w, &args, f->t[-1].end);
	}
	if (t->kind == TOKEN_LSQB)
		return subscript(f, w);
	f->t += 2;
	if (f->t->kind == TOKEN_LPAR) {
		arguments(f, &args, f->t);
		flow_note_call(f, &args);
		w = flow_method(f, w, t[1].value, &args, f->t[-1].end);
		if (!args.all) /* platform.is_xpu() */
			w.flags |= elsewhere_flags(python_name(f->file, t[1].value));
		return w;
	}
	w = flow_attribute(f, w, t[1].value, t[1].end);
	w.flags |= flags_of_word(f, t[1].value, t[-1].kind == TOKEN_NAME ? t[-1].value : 0);
	return w;
}

static bool has_trailer(const struct token *t)
{
	return t->kind == TOKEN_LPAR || t->kind == TOKEN_LSQB ||
	       (t->kind == TOKEN_DOT && t[1].kind == TOKEN_NAME);
}

struct what flow_pass_over(struct flow *f)
{
	struct what w = {.at = f->t->at, .end = f->t->end};

	if (f->t->kind != TOKEN_NONE && f->t->kind != TOKEN_NEWLINE && f->t->kind != TOKEN_END)
		f->t = flow_close(f, f->t) + 1;
	return w;
}

struct what flow_primary(struct flow *f)
{
	struct what w = made(WHAT_UNKNOWN, f->t->at, f->t->at);

	if (f->depth >= FLOW_DEPTH)
		return flow_pass_over(f);
	f->depth++;
	switch ((enum token_kind)f->t->kind) {
	case TOKEN_NAME: w = name(f); break;
	case TOKEN_STRING:
	case TOKEN_FSTRING_START: w = strings(f); break;
	case TOKEN_NUMBER: w = number(f); break;
	case TOKEN_NONE_WORD:
		w = made(WHAT_NONE, f->t->at, f->t->end);
		f->t++;
		break;
	case TOKEN_TRUE_WORD:
	case TOKEN_FALSE_WORD:
	case TOKEN_ELLIPSIS:
		w = made(WHAT_OTHER, f->t->at, f->t->end);
		f->t++;
		break;
	case TOKEN_LPAR:
	case TOKEN_LSQB:
	case TOKEN_LBRACE: w = bracketed(f); break;
	default: f->depth--; return w;
	}
	while (has_trailer(f->t)) {
		uint32_t at = w.at;

		w = trailer(f, w);
		w.at = at;
	}
	f->depth--;
	return w;
}
