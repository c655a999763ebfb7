/* Commas separate only outside brackets, since sizes are expressions ("Max(1, u0)"). */
#include "scanner/graph/annotation.h"

enum { SUBCLASSES_MOST = 8 };

struct dim dim_from_text(struct graph_file *file, str text)
{
	int64_t number;

	text = str_trim(text);
	if (str_int(text, &number))
		return (struct dim){.value = number};
	return (struct dim){.value = -1, .expr = intern_id(&file->names, text)};
}

/* Position of the bracket that closes the one at `open`; s.len when it is missing. */
static size_t closing(str s, size_t open)
{
	uint32_t depth = 0;

	for (size_t i = open; i < s.len; i++) {
		char c = s.ptr[i];

		if (c == '[' || c == '(' || c == '{')
			depth++;
		else if ((c == ']' || c == ')' || c == '}') && --depth == 0)
			return i;
	}
	return s.len;
}

uint32_t dims_from_text(struct graph_file *file, str text)
{
	uint32_t depth = 0, count = 0;
	size_t start = 0;

	text = str_trim(text);
	for (size_t i = 0; i <= text.len && text.len; i++) {
		char c = i < text.len ? text.ptr[i] : ',';

		depth += c == '(' || c == '[';
		depth -= (c == ')' || c == ']') && depth;
		if (c == ',' && (!depth || i == text.len)) {
			str part = str_trim(str_slice(text, start, i));

			start = i + 1;
			if (!part.len)
				continue;
			*VEC_PUSH(file->arena, &file->dims) = dim_from_text(file, part);
			count++;
		}
	}
	return count;
}

uint32_t tensor_add(struct graph_file *file, enum dtype dtype)
{
	struct tensor *tensor = VEC_PUSH(file->arena, &file->tensors);

	tensor->dtype = dtype;
	return file->tensors.len - 1;
}

static size_t word_length(str s)
{
	size_t n = 0;

	while (n < s.len && ((s.ptr[n] >= 'a' && s.ptr[n] <= 'z') ||
	                            (s.ptr[n] >= '0' && s.ptr[n] <= '9') || s.ptr[n] == '_'))
		n++;
	return n;
}

/* "f32[2, 3][3, 1]cuda:0"; false when it does not look like that. */
static bool apply_tensor(struct graph_file *file, str s, struct value *value)
{
	size_t word = word_length(s), close;
	struct tensor tensor = {.has_shape = true};
	str device;

	if (!word || word >= s.len || s.ptr[word] != '[' || s.ptr[0] < 'a')
		return false;
	close = closing(s, word);
	tensor.dtype = dtype_from_word(str_slice(s, 0, word));
	if (tensor.dtype == DTYPE_UNKNOWN)
		tensor.dtype = dtype_from_torch(str_slice(s, 0, word));
	if (tensor.dtype == DTYPE_UNKNOWN)
		tensor.dtype_text = intern_id(&file->names, str_slice(s, 0, word));
	tensor.first_size = file->dims.len;
	tensor.rank = dims_from_text(file, str_slice(s, word + 1, close));
	s = str_from_at(s, close + 1);
	if (s.len && s.ptr[0] == '[') {
		close = closing(s, 0);
		tensor.first_stride = file->dims.len;
		tensor.n_strides = dims_from_text(file, str_slice(s, 1, close));
		s = str_from_at(s, close + 1);
	}
	device = str_trim(str_slice(s, 0, str_find_byte(s, ',')));
	if (device.len && device.len < 64)
		tensor.device = intern_id(&file->names, device);
	tensor_bound_rank(&tensor);
	value->kind = VALUE_TENSOR;
	value->tensor = file->tensors.len;
	*VEC_PUSH(file->arena, &file->tensors) = tensor;
	return true;
}

static bool is_boolean(str s)
{
	static const char *const signs[] = {
	        "==", "!=", "<", ">", "Eq(", "Ne(", "Not(", "And(", "Or(", "True", "False", NULL};

	for (size_t i = 0; signs[i]; i++)
		if (str_has(s, str_from(signs[i])))
			return true;
	return false;
}

static bool is_float(str s)
{
	double number;
	int64_t integer;

	if (str_starts(s, S("zf")) || str_starts(s, S("zuf")) || str_has(s, S("ToFloat(")) ||
	        str_has(s, S("FloatTrueDiv(")) || str_has(s, S("IntTrueDiv(")) ||
	        str_has(s, S("FloatPow(")) || str_starts(s, S("OpaqueUnaryFn_")))
		return true;
	return str_float(s, &number) && !str_int(s, &integer);
}

static void apply_symbol(struct graph_file *file, str s, struct value *value)
{
	value->kind = is_boolean(s) ? VALUE_SYM_BOOL
	              : is_float(s) ? VALUE_SYM_FLOAT
	                            : VALUE_SYM_INT;
	value->sym = dim_from_text(file, s);
	if (value->sym.expr && str_eq(s, S("True")))
		value->sym = (struct dim){.value = 1};
	else if (value->sym.expr && str_eq(s, S("False")))
		value->sym = (struct dim){.value = 0};
}

static void apply_python(str s, struct value *value)
{
	if (str_has(s, S("SymInt")) || str_eq(s, S("int")))
		value->kind = VALUE_SYM_INT;
	else if (str_has(s, S("SymBool")) || str_eq(s, S("bool")))
		value->kind = VALUE_SYM_BOOL;
	else if (str_has(s, S("SymFloat")) || str_eq(s, S("float")))
		value->kind = VALUE_SYM_FLOAT;
	else if (str_ends(s, S("Tensor")) || str_has(s, S("Tensor]")) ||
	         str_ends(s, S("Parameter")))
		value->kind = VALUE_TENSOR;
	else if (str_eq(s, S("None")))
		value->kind = VALUE_NONE;
}

void annotation_apply(struct graph_file *file, str annotation, struct value *value)
{
	str s = str_trim(annotation);

	for (int i = 0; i < SUBCLASSES_MOST; i++) {
		size_t open;

		if (str_starts(s, S("Sym(")) && s.ptr[s.len - 1] == ')') {
			apply_symbol(file, str_slice(s, 4, s.len - 1), value);
			return;
		}
		if (apply_tensor(file, s, value))
			return;
		open = str_find_byte(s, '(');
		if (open + 1 >= s.len)
			break;
		s = str_slice(s, open + 1, closing(s, open));
	}
	apply_python(s, value);
}
