/* What calls and attributes give, and the matches that hang on calls. */
#include "scanner/flow_internal.h"

#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include <string.h>

const struct what *flow_arg(
        const struct flow *f, const struct flow_args *args, const char *name, uint32_t position)
{
	uint32_t seen = 0;

	for (uint32_t i = 0; i < args->count; i++) {
		if (args->names[i] && str_eq(python_name(f->file, args->names[i]), str_from(name)))
			return &args->at[i];
		if (!args->names[i] && seen++ == position)
			return &args->at[i];
	}
	return NULL;
}

/* out_dim, head_dim, num_heads: numbers of a model, whatever an annotation says. */
static bool names_width(str text)
{
	static const char *const ends[] = {"dim", "dims", "heads", "channels", NULL};

	return str_ends_one_of(text, ends);
}

/* A tensor itself is read where it stands as a size: the first of a call is told. */
static bool use_size(struct flow *f, const struct what *w)
{
	if (w && w->kind == WHAT_VALUE)
		emit_size(f, w->ref);
	else if (w && w->kind == WHAT_TUPLE && w->ref)
		emit_size(f, w->ref - 1);
	else if (w && w->kind == WHAT_TENSOR && !(w->flags & (WHAT_SUPPOSED | WHAT_PERHAPS)) &&
	         !flow_is_host(f, *w) && !names_width(str_slice(f->file->text, w->at, w->end))) {
		emit_place(f, MATCHER_TENSOR_VALUE_AS_SIZE, w->at, w->end);
		return true;
	}
	return false;
}

enum sized { SIZED_FUNCTION, SIZED_METHOD, SIZED_BUILTIN }; /* torch.zeros, x.view, range */

/* Calls that take sizes. X(last word, enum sized, the one argument that is a size or NULL for all
 * that have no name, its place) */
#define SIZE_TAKERS(X)                                                                             \
	X("zeros", FUNCTION, NULL, 0)                                                              \
	X("ones", FUNCTION, NULL, 0)                                                               \
	X("empty", FUNCTION, NULL, 0)                                                              \
	X("rand", FUNCTION, NULL, 0)                                                               \
	X("randn", FUNCTION, NULL, 0)                                                              \
	X("arange", FUNCTION, NULL, 0)                                                             \
	X("eye", FUNCTION, NULL, 0)                                                                \
	X("randperm", FUNCTION, NULL, 0)                                                           \
	X("full", FUNCTION, "size", 0)                                                             \
	X("linspace", FUNCTION, "steps", 2)                                                        \
	X("logspace", FUNCTION, "steps", 2)                                                        \
	X("randint", FUNCTION, "size", 2)                                                          \
	X("range", BUILTIN, NULL, 0)                                                               \
	X("view", METHOD, NULL, 0)                                                                 \
	X("reshape", METHOD, NULL, 0)                                                              \
	X("expand", METHOD, NULL, 0)                                                               \
	X("repeat", METHOD, NULL, 0)                                                               \
	X("narrow", METHOD, NULL, 0)                                                               \
	X("new_zeros", METHOD, NULL, 0)                                                            \
	X("new_ones", METHOD, NULL, 0)                                                             \
	X("new_empty", METHOD, NULL, 0)                                                            \
	X("new_full", METHOD, "size", 0)                                                           \
	X("unflatten", METHOD, NULL, 0)                                                            \
	X("resize_", METHOD, NULL, 0)                                                              \
	X("split", METHOD, "split_size", 0)

const char *const flow_size_words[] = {
#define X(word, of, name, place) word,
        SIZE_TAKERS(X)
#undef X
                NULL};

/* What stands as a size in a call by that last word: numbers that were read from tensors, and
 * tensors. */
static void use_sizes(struct flow *f, str word, enum sized of, const struct flow_args *args)
{
	static const struct {
		const char *word, *name;
		uint32_t place;
		enum sized of;
	} takers[] = {
#define X(word, of, name, place) {word, name, place, SIZED_##of},
	        SIZE_TAKERS(X)
#undef X
	};
	size_t k = 0;
	struct what list;

	while (k < sizeof takers / sizeof *takers &&
	        (takers[k].of != of || !str_eq(word, str_from(takers[k].word))))
		k++;
	if (k == sizeof takers / sizeof *takers)
		return;
	if (takers[k].name) {
		const struct what *w = flow_arg(f, args, takers[k].name, takers[k].place);

		list = w ? *w : (struct what){0};
		if (list.kind == WHAT_TENSORS &&
		        str_eq(word, S("split"))) /* [h * w for h, w in shapes] */
			list.kind = WHAT_TENSOR;
		use_size(f, &list);
		return;
	}
	for (uint32_t i = 0; i < args->count; i++)
		if (!args->names[i] && use_size(f, &args->at[i]))
			return;
	use_size(f, flow_arg(f, args, "size", UINT32_MAX));
}

/* int(K): the read, one that K.item() made being widened to it. */
static struct what read_of(struct flow *f, struct what from, uint32_t at, uint32_t end)
{
	struct what w = {.at = at, .end = end, .kind = WHAT_VALUE};

	if (from.kind == WHAT_VALUE && f->reads.at[from.ref].at >= at &&
	        f->reads.at[from.ref].end <= end) {
		w.ref = from.ref;
	} else {
		*VEC_PUSH(f->arena, &f->reads) = (struct read){0};
		w.ref = f->reads.len - 1;
	}
	f->reads.at[w.ref].at = at;
	f->reads.at[w.ref].end = end;
	return w;
}

/* What gives the elements of its arguments as they are. */
static bool passes_on(str name)
{
	static const char *const names[] = {"list", "enumerate", "zip", "sorted", NULL};

	return str_is_one_of(name, names);
}

/* All of them hold tensors of the host. */
static uint32_t hosts_of(const struct flow_args *args)
{
	uint32_t hosts = WHAT_HOSTS;

	for (uint32_t i = 0; i < args->count; i++)
		hosts &= flow_is_copy(args->at[i]) ? WHAT_HOSTS : args->at[i].flags;
	return hosts;
}

/* print(loss): on one rank only, or each step. */
static void print_tensors(
        struct flow *f, struct what callee, const struct flow_args *args, uint32_t end)
{
	for (uint32_t i = 0; i < args->count; i++) {
		if (!f->rank_zero) {
			emit_read(f, args->at[i], args->at[i].at, args->at[i].end);
		} else if (args->at[i].kind == WHAT_TENSOR && !(args->at[i].flags & WHAT_FRESH) &&
		           !flow_is_host(f, args->at[i])) {
			emit_place(f, MATCHER_READ_IN_RANK_ZERO, callee.at, end);
			return;
		}
	}
}

static struct what call_builtin(
        struct flow *f, struct what callee, const struct flow_args *args, uint32_t end)
{
	/* list(), dict(), zip() and their like are not among them: they hold anything */
	static const char *const plain[] = {
	        "isinstance", "hasattr", "str", "repr", "id", "open", "bool", "callable", NULL};
	struct what w = {.at = callee.at, .end = end};
	str name = python_name(f->file, callee.ref);
	const struct what *first = args->count ? &args->at[0] : NULL;

	if (str_eq(name, S("super"))) {
		/* neither; what the methods of another class give is unknown */
		w.kind = f->module_class ? WHAT_SELF : WHAT_BUILTIN;
		return w;
	}
	if (!first)
		return w;
	if (str_eq(name, S("len"))) {
		/* what forward takes is perhaps a list of tensors */
		w.kind = (first->kind == WHAT_TENSOR && !(first->flags & WHAT_SUPPOSED)) ||
		                         first->kind == WHAT_SHAPE
		                 ? WHAT_SIZE
		                 : WHAT_OTHER;
	} else if (str_eq(name, S("int")) || str_eq(name, S("float"))) {
		emit_read(f, *first, callee.at, end);
		if ((first->kind == WHAT_TENSOR && !flow_is_host(f, *first)) ||
		        first->kind == WHAT_VALUE)
			return str_eq(name, S("int"))
			               ? read_of(f, *first, callee.at, end)
			               : (struct what){.at = w.at, .end = end, .kind = WHAT_OTHER};
		w.kind = first->kind == WHAT_SIZE ? WHAT_SIZE : WHAT_OTHER;
	} else if (str_eq(name, S("range"))) {
		use_sizes(f, name, SIZED_BUILTIN, args);
		w.kind = args->at[args->count > 1].kind == WHAT_SIZE ? WHAT_RANGE : WHAT_OTHER;
	} else if (str_eq(name, S("print"))) {
		print_tensors(f, callee, args, end);
		w.kind = WHAT_OTHER;
	} else if (str_is_one_of(name, plain)) {
		w.kind = WHAT_OTHER;
	} else if (passes_on(name)) {
		w.flags = hosts_of(args);
		if (str_eq(name, S("zip")))
			w = flow_zip(f, args, w);
		else if (str_eq(name, S("enumerate")))
			w = flow_enumerate(f, args, w);
	}
	return w;
}

const char *const flow_questions[] = {"isnan", "isinf", "isfinite", "isneginf", "isposinf", NULL};
const char *const flow_mask_names[] = {"isnan", "isinf", "isfinite", "isneginf", "isposinf",
        "logical_and", "logical_or", "logical_not", "logical_xor", "eq", "ne", "gt", "lt", "ge",
        "le", "greater", "less", "greater_equal", "less_equal", "not_equal", "isin", "isclose",
        "bool", "signbit", "any", "all", NULL};

static bool gives_mask(str name)
{
	return str_is_one_of(name, flow_mask_names);
}

const char *const flow_whole_words[FLOW_WHOLE_WORDS + 1] = {
        "all", "any", "equal", "allclose", NULL};

static bool is_all_any(str name)
{
	return str_is_one_of(name, flow_whole_words);
}

/* What asks about two tensors gives a bool of Python, no tensor. */
static bool gives_bool(str name)
{
	return str_eq(name, S("equal")) || str_eq(name, S("allclose"));
}

/* all(dim=…) gives a tensor of more than one value: not the question that is meant. */
static bool asks_whole(const struct flow_args *args, uint32_t own)
{
	return args->count <= own;
}

/* nn.CrossEntropyLoss(label_smoothing=0.1): no weight of classes is given, which a place could be.
 */
static bool makes_stateless(const struct flow *f, str name, const struct flow_args *args)
{
	if (!str_starts(name, S("nn.")) || !str_ends(name, S("Loss")) || args->spread ||
	        str_ends(name, S("WithLoss")))
		return false;
	for (uint32_t i = 0; i < args->count; i++)
		if (!args->names[i] || str_ends(python_name(f->file, args->names[i]), S("weight")))
			return false;
	return args->all == args->count;
}

static struct what call_path(
        struct flow *f, struct what callee, const struct flow_args *args, uint32_t end)
{
	struct what w = {.at = callee.at, .end = end};
	str path = python_path(f->file, callee.ref);
	uint8_t kind = flow_call_kind(f, callee.ref, args->all > 1);
	str name = str_starts(path, S("torch.")) ? str_from_at(path, 6) : S("");
	const struct what *first = flow_arg(f, args, "type", 0);

	emit_path_call(f, callee.ref, args);
	w.kind = kind;
	w.ref = kind == WHAT_MODULE ? callee.ref : 0;
	w.flags |= kind == WHAT_MODULE && makes_stateless(f, name, args) ? WHAT_STATELESS : 0;
	use_sizes(f, name, SIZED_FUNCTION, args);
	if (str_eq(name, S("device"))) {
		w.kind = WHAT_OTHER;
		w.flags |= first ? first->flags & (WHAT_CUDA | WHAT_TARGET | WHAT_HOST) : 0;
	} else if (str_eq(name, S("cuda.is_available"))) {
		w.kind = WHAT_OTHER;
		w.flags |= WHAT_TRUE_CUDA | WHAT_FALSE_NONE;
	} else if (str_ends(name, S(".is_available"))) { /* of torch.backends.mps, torch.xpu */
		w.flags |= other_accelerator(name).len ? WHAT_TRUE_ELSEWHERE : 0;
	} else if (str_eq(name, S("distributed.get_rank"))) {
		w.kind = WHAT_OTHER;
		w.flags |= WHAT_RANK;
	} else if (is_all_any(name)) {
		bool two = gives_bool(name);
		const struct what *tensor = flow_arg(f, args, "input", 0);

		w.kind = two ? WHAT_OTHER : WHAT_TENSOR;
		if (!two && !asks_whole(args, 1))
			w.flags |= WHAT_MASK;
		else if (tensor && tensor->kind == WHAT_TENSOR)
			w.flags |= WHAT_ALL_ANY;
	} else if (kind == WHAT_TENSOR && gives_mask(name)) {
		w.flags |= WHAT_MASK;
	}
	if (str_eq(name, S("div")) && args->count > 1 && args->at[0].kind == WHAT_SIZE &&
	        args->at[1].kind != WHAT_TENSOR)
		w.kind = WHAT_SIZE; /* numbers, as a tensor of the host */
	w.flags |= name.len && !str_eq(name, S("device")) ? flow_called_memory(f, args, name, w)
	                                                  : flow_given_memory(path, kind, args);
	w.flags |= callee.flags & (WHAT_TARGET | WHAT_RANK_ZERO | WHAT_TRUE_ELSEWHERE);
	return w;
}

/* tokenizer(text, return_tensors="pt"): what prepares the input of a model gives tensors of the
 * host, which are moved with the type that they have. */
static bool gives_input(const struct flow *f, const struct flow_args *args)
{
	const struct what *form = flow_arg(f, args, "return_tensors", UINT32_MAX);

	return form && form->kind == WHAT_STRING && !args->spread &&
	       !flow_arg(f, args, "device", UINT32_MAX);
}

struct what flow_call(
        struct flow *f, struct what callee, const struct flow_args *args, uint32_t end)
{
	struct what w = {.at = callee.at, .end = end};

	if (f->helpers.len && args->count)
		flow_call_helper(f, callee, args, end);
	if ((callee.kind == WHAT_UNKNOWN || callee.kind == WHAT_OTHER) && gives_input(f, args)) {
		w.flags = WHAT_HOST | WHAT_FRESH;
		return w;
	}
	switch ((enum what_kind)callee.kind) {
	case WHAT_PATH: return call_path(f, callee, args, end);
	case WHAT_BUILTIN:
		w = call_builtin(f, callee, args, end);
		w.flags |= callee.flags & WHAT_TRUE_ELSEWHERE;
		return w;
	case WHAT_MODULE:
		if (callee.ref)
			w.kind = (uint8_t)receiver_of_module_call(python_path(f->file, callee.ref));
		w.flags = callee.flags & WHAT_HOST;
		return w;
	default: /* of a class it gives an object, of an object anything */
		w.kind = callee.flags & WHAT_CLASS ? callee.kind : WHAT_UNKNOWN;
		w.flags = callee.flags &
		          (WHAT_RANK | WHAT_RANK_ZERO | WHAT_HOST | WHAT_TRUE_ELSEWHERE);
		w.flags |= callee.flags & WHAT_CLASS ? WHAT_OBJECT : 0;
		w.flags |= flow_passes_on_host(f, callee, args) ? WHAT_HOST : 0;
		return w;
	}
}

/* Methods that give their receiver's module back. */
static bool keeps_module(str name)
{
	static const char *const names[] = {"to", "cuda", "cpu", "eval", "train", "half", "float",
	        "double", "bfloat16", "requires_grad_", "to_empty", "type", "apply", NULL};

	return str_is_one_of(name, names);
}

static bool keeps_mask(str name)
{
	static const char *const names[] = {"to", "cuda", "cpu", "clone", "contiguous", "view",
	        "reshape", "squeeze", "unsqueeze", "expand", "expand_as", "flatten", "detach",
	        "transpose", "permute", NULL};

	return str_is_one_of(name, names);
}

static struct what tensor_method(struct flow *f, struct what receiver, uint32_t name,
        const struct flow_args *args, uint32_t end)
{
	const uint32_t host = receiver.flags & WHAT_MEMORY;
	struct what w = {.at = receiver.at, .end = end};
	str text = python_name(f->file, name);

	w.kind = flow_method_kind(f, name, args->all == 0);
	use_sizes(f, text, SIZED_METHOD, args);
	if (w.kind == WHAT_VALUE && flow_is_host(f, receiver))
		w.kind = WHAT_OTHER;
	if (w.kind == WHAT_VALUE)
		return read_of(f, (struct what){0}, receiver.at, end);
	if (is_all_any(text)) {
		w.kind = gives_bool(text) ? WHAT_OTHER : WHAT_TENSOR;
		w.flags |= host;
		w.flags |= asks_whole(args, gives_bool(text) ? 16 : 0) ? WHAT_ALL_ANY : WHAT_MASK;
		return w;
	} else if (w.kind == WHAT_TENSOR && gives_mask(text)) {
		w.flags |= WHAT_MASK;
	} else if (w.kind == WHAT_TENSOR && keeps_mask(text)) {
		const struct what *first = args->count ? &args->at[0] : NULL;

		if (flow_is_bool_type(f, first))
			w.flags |= WHAT_MASK;
		else if (!flow_is_other_type(f, first))
			w.flags |= receiver.flags & WHAT_MASK;
	}
	if (w.kind == WHAT_TENSOR || w.kind == WHAT_TENSORS)
		w.flags |= flow_method_memory(f, host, text, args);
	else if (str_eq(text, S("numpy")) || str_eq(text, S("tolist")))
		w.flags |= WHAT_VALUES;
	return w;
}

/* x.sum(dim=1): NumPy and its like say axis, so a file that uses PyTorch means a tensor. */
static bool is_said_by_dim(struct flow *f, str name, const struct flow_args *args)
{
	static const char *const names[] = {"sum", "mean", "max", "min", "argmax", "argmin", "any",
	        "all", "cumsum", "cumprod", "prod", "std", "var", "norm", "median", "amax", "amin",
	        "softmax", "log_softmax", "logsumexp", "sort", "argsort", "topk", NULL};
	const struct what *dim = flow_arg(f, args, "dim", UINT32_MAX);

	return f->p->torch && dim && dim->kind != WHAT_STRING && str_is_one_of(name, names);
}

/* x.detach() in front of .cpu(), .item() and their like: no other common library has both. What is
 * copied only if it is a tensor, and taken as it is otherwise, was handed in from outside. */
static bool is_said_by_detach(struct flow *f, str name, const struct flow_args *args)
{
	static const char *const reads[] = {"cpu", "item", "numpy", "tolist", NULL};
	const struct token *t = f->t;
	bool read = false;

	if (args->all || !str_eq(name, S("detach")))
		return false;
	while (t->kind == TOKEN_DOT && t[1].kind == TOKEN_NAME && t[2].kind == TOKEN_LPAR) {
		read |= str_is_one_of(python_name(f->file, t[1].value), reads);
		t = flow_close(f, t + 2) + 1;
	}
	return read && !(t->kind == TOKEN_IF && t[1].value == NAME_ISINSTANCE);
}

const char *const flow_comparisons[] = {"eq", "ne", "gt", "lt", "ge", "le", NULL};

/* x.ne(y): data frames, and what the file itself defines, have methods of these names too. */
static bool is_said_by_comparison(
        struct flow *f, struct what receiver, uint32_t name, const struct flow_args *args)
{
	return f->p->torch && !f->p->frames && args->all == 1 && args->count == 1 &&
	       !args->names[0] && !args->spread && args->at[0].kind != WHAT_STRING &&
	       str_is_one_of(python_name(f->file, name), flow_comparisons) &&
	       !(receiver.flags & WHAT_OBJECT) && !flow_is_own(f, name, OWN_METHOD);
}

/* x.isnan(): NumPy has functions of these names, data frames isna; only tensors have the methods.
 */
static bool is_said_by_question(
        struct flow *f, struct what receiver, uint32_t name, const struct flow_args *args)
{
	str text = python_name(f->file, name);

	return f->p->torch && !args->all && str_is_one_of(text, flow_questions) &&
	       !(receiver.flags & WHAT_OBJECT) && !flow_is_own(f, name, OWN_METHOD);
}

/* What a method and its arguments say of a receiver that is not known. */
static bool is_said(
        struct flow *f, struct what receiver, uint32_t name, const struct flow_args *args)
{
	str text = python_name(f->file, name);

	return is_said_by_dim(f, text, args) || is_said_by_detach(f, text, args) ||
	       is_said_by_comparison(f, receiver, name, args) ||
	       is_said_by_question(f, receiver, name, args);
}

/* self.f(…): what the attribute gives, else what is told of the method. */
static struct what self_method(struct flow *f, struct what receiver, uint32_t name,
        const struct flow_args *args, uint32_t end)
{
	struct what w = {.at = receiver.at, .end = end}, attribute = flow_self(f, name);

	attribute.at = receiver.at;
	if (attribute.kind || gives_input(f, args))
		return flow_call(f, attribute, args, end);
	w.flags = flow_method_memory(f, 0, python_name(f->file, name), args) & WHAT_HOST;
	if (f->told_functions.len && f->class_ != PYTHON_NONE) {
		enum returns value = flow_returned(f, name, f->class_);

		w.kind = value == RETURNS_NUMBER ? WHAT_OTHER : WHAT_UNKNOWN;
		w.flags |= value == RETURNS_HOST ? WHAT_HOST : 0;
	}
	return w;
}

/* "cuda:{}".format(…) */
static void note_format(struct flow *f, struct what receiver, uint32_t end)
{
	uint32_t behind;
	str form = literal_at(f->file->text, receiver.ref, &behind);

	if (option_holds(f, MATCHER_DEVICE_STRING, "prefix",
	            str_slice(form, 0, str_find_byte(form, '{'))))
		emit_place(f, MATCHER_DEVICE_STRING, receiver.at, end);
}

/* What is found at a method's call, and what it does to its receiver. */
static void note_method(struct flow *f, struct what receiver, uint32_t name,
        const struct flow_args *args, uint32_t end)
{
	static const char *const reads[] = {"item", "tolist", "cpu", "numpy", NULL};
	str text = python_name(f->file, name);
	bool may_be = receiver.kind == WHAT_TENSOR || receiver.kind == WHAT_UNKNOWN;

	emit_method(f, receiver, name, args);
	/* x.to(device="cpu", dtype=torch.float64): what is said of a type is said of a copy */
	if (str_eq(text, S("to")) && flow_method_memory(f, 0, text, args) & WHAT_HOST)
		*VEC_PUSH(f->arena, &f->on_host_calls) =
		        (struct host_call){receiver.at, end, false, false, true};
	if (receiver.flags & (WHAT_LIST | WHAT_HOSTS) && args->count)
		flow_append(f, receiver,
		        str_eq(text, S("append")) ? args->at[0]
		                                  : (struct what){.at = receiver.at, .end = end});
	if (f->rank_zero && may_be && !args->all && !flow_is_host(f, receiver) &&
	        !(receiver.flags & WHAT_FRESH) && str_is_one_of(text, reads))
		emit_place(f, MATCHER_READ_IN_RANK_ZERO, receiver.at, end);
}

struct what flow_method(struct flow *f, struct what receiver, uint32_t name,
        const struct flow_args *args, uint32_t end)
{
	static const char *const moves[] = {"cpu", "to", "cuda", "type_as", NULL};
	struct what w = {.at = receiver.at, .end = end};
	str text = python_name(f->file, name);

	if (receiver.kind == WHAT_UNKNOWN && is_said(f, receiver, name, args))
		receiver.kind = WHAT_TENSOR;
	if ((receiver.kind == WHAT_TENSOR || receiver.kind == WHAT_UNKNOWN) &&
	        flow_is_read_as_array(f) && !str_is_one_of(text, moves))
		receiver.flags |= WHAT_HOST;
	note_method(f, receiver, name, args, end);
	switch ((enum what_kind)receiver.kind) {
	case WHAT_TENSOR: return tensor_method(f, receiver, name, args, end);
	case WHAT_SELF: return self_method(f, receiver, name, args, end);
	case WHAT_MODULE:
		w.flags = flow_method_memory(f, receiver.flags & WHAT_HOST, text, args);
		if (keeps_module(text)) {
			w.kind = WHAT_MODULE;
			w.ref = receiver.ref;
		} else if (str_eq(text, S("forward")) && receiver.ref) {
			w.kind = (uint8_t)receiver_of_module_call(
			        python_path(f->file, receiver.ref));
		}
		return w;
	case WHAT_SHAPE: w.kind = WHAT_SIZE; return w;
	case WHAT_STRING:
		if (str_eq(text, S("format")) && f->device)
			note_format(f, receiver, end);
		if (str_eq(text, S("format")))
			for (uint32_t i = 0; i < args->count; i++)
				emit_read(f, args->at[i], args->at[i].at, args->at[i].end);
		w.kind = WHAT_OTHER;
		return w;
	case WHAT_OTHER:
	case WHAT_SIZE:
	case WHAT_VALUE:
	case WHAT_INT:
		w.kind = WHAT_OTHER;
		w.flags = receiver.flags & (WHAT_VALUES | WHAT_OBJECT);
		return w;
	case WHAT_UNKNOWN:
		w.flags = flow_method_memory(
		        f, receiver.flags & (WHAT_HOST | WHAT_FRESH | WHAT_AWAY), text, args);
		w.flags |= gives_input(f, args) ? WHAT_HOST | WHAT_FRESH : 0;
		if (receiver.flags & WHAT_COMPARED && keeps_mask(text))
			w.flags |= WHAT_COMPARED;
		if (str_eq(text, S("items")) || str_eq(text, S("values")))
			w.flags |= receiver.flags & WHAT_HOSTS;
		return w;
	default: return w;
	}
}

struct what flow_attribute(struct flow *f, struct what receiver, uint32_t name, uint32_t end)
{
	struct what w = {.at = receiver.at, .end = end};
	str text = python_name(f->file, name);

	emit_attribute(f, receiver, name, end);
	switch ((enum what_kind)receiver.kind) {
	case WHAT_TENSOR:
		w.kind = (uint8_t)receiver_of_attribute(text);
		if (w.kind == WHAT_TENSOR)
			w.flags = receiver.flags & (WHAT_MASK | WHAT_MEMORY);
		if (str_eq(text, S("is_cpu")))
			w.flags |= WHAT_TRUE_HOST;
		if (str_eq(text, S("device")) && flow_is_host(f, receiver))
			w.flags |= receiver.flags & WHAT_DATA ? WHAT_DATA : WHAT_HOST;
		return w;
	case WHAT_SELF:
		w = flow_self(f, name);
		w.at = receiver.at;
		w.end = end;
		return w;
	case WHAT_MODULE:
		if (receiver.ref && (str_eq(text, S("weight")) || str_eq(text, S("bias"))))
			w.kind = WHAT_TENSOR;
		w.flags = receiver.flags & WHAT_HOST;
		return w;
	case WHAT_UNKNOWN:
		w.flags = receiver.flags & (WHAT_HOST | WHAT_FRESH | WHAT_AWAY);
		/* of a parameter, or of whatever a gradient was asked for */
		if (str_eq(text, S("grad")) && !(receiver.flags & WHAT_OBJECT) &&
		        python_name_find(f->file, S("torch")))
			w.kind = WHAT_TENSOR;
		return w;
	case WHAT_TENSORS: /* of torch.topk and its like: named tuples */
		if (str_eq(text, S("values")) || str_eq(text, S("indices")))
			w.kind = WHAT_TENSOR;
		return w;
	case WHAT_OTHER:
	case WHAT_SIZE:
	case WHAT_SHAPE:
	case WHAT_STRING:
		w.kind = WHAT_OTHER;
		w.flags = receiver.flags & (WHAT_VALUES | WHAT_OBJECT);
		return w;
	default: return w;
	}
}
