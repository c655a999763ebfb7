/* Idea: prefixes are taken off, the rest is looked up in the tables of pytorch/ only where the
 * spelling lost something: mangled names lost their dots, reprs lost their modules. */
#include "scanner/graph/target.h"

#include "pytorch/operator.h"

#include <string.h>

enum { UNDERSCORES_MOST = 24 };

/* Functions of the operator module that nodes call (fx-formats 11: the name alone decides). */
static const char *const operator_functions[] = {"abs", "add", "and_", "attrgetter", "concat",
        "contains", "countOf", "delitem", "eq", "floordiv", "ge", "getitem", "gt", "iadd", "iand",
        "iconcat", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "index", "indexOf", "inv",
        "invert", "ior", "ipow", "irshift", "is_", "is_not", "isub", "itemgetter", "itruediv",
        "ixor", "le", "length_hint", "lshift", "lt", "matmul", "methodcaller", "mod", "mul", "ne",
        "neg", "not_", "or_", "pos", "pow", "rshift", "setitem", "sub", "truediv", "truth", "xor",
        NULL};
static const char *const math_functions[] = {"acos", "asin", "atan", "atan2", "ceil", "cos", "cosh",
        "exp", "fabs", "floor", "fmod", "isqrt", "log", "log10", "log2", "sin", "sinh", "sqrt",
        "tan", "tanh", "trunc", NULL};
static const char *const builtin_functions[] = {"getattr", "setattr", "hasattr", "len", "max",
        "min", "sum", "round", "divmod", "isinstance", "print", "sorted", "any", "all", NULL};
static const char *const vmap_functions[] = {"_add_batch_dim", "_remove_batch_dim",
        "_vmap_increment_nesting", "_vmap_decrement_nesting", "lazy_load_decompositions", NULL};

bool target_is_operator_function(str name)
{
	return str_is_one_of(name, operator_functions);
}

/* "aten_add_Tensor" with every way to set two dots, against the operators there are. */
static str demangle_known(struct arena *arena, str name)
{
	size_t at[UNDERSCORES_MOST], n = 0;

	for (size_t i = 1; i < name.len && n < UNDERSCORES_MOST; i++)
		if (name.ptr[i] == '_')
			at[n++] = i;
	for (size_t a = 0; a < n; a++)
		for (size_t b = n; b-- > a + 1;) {
			struct operator found;
			str full = arena_format(arena, "%.*s.%.*s.%.*s",
			        STR_ARG(str_slice(name, 0, at[a])),
			        STR_ARG(str_slice(name, at[a] + 1, at[b])),
			        STR_ARG(str_from_at(name, at[b] + 1)));

			if (operator_find(full, RELEASE_ANY, &found))
				return full;
		}
	return STR_NONE;
}

/* An operator that the tables do not have: the first word is the namespace, the last the overload
 * where it is "default" or begins with a capital. */
static str demangle_unknown(struct arena *arena, str name)
{
	size_t first = str_find_byte(name, '_'), last = str_rfind_byte(name, '_');
	char c;

	if (first == name.len || last <= first + 1 || last + 1 >= name.len)
		return STR_NONE;
	c = name.ptr[last + 1];
	if (!(c >= 'A' && c <= 'Z') && !str_eq(str_from_at(name, last + 1), S("default")))
		return STR_NONE;
	return arena_format(arena, "%.*s.%.*s.%.*s", STR_ARG(str_slice(name, 0, first)),
	        STR_ARG(str_slice(name, first + 1, last)), STR_ARG(str_from_at(name, last + 1)));
}

static str demangle(struct arena *arena, str name)
{
	static const char *const prefixes[] = {"executorch_exir_dialects_edge__ops_",
	        "executorch_exir_dialects_backend__ops_", "torch_ops_", NULL};
	static const struct {
		const char *prefix, *module;
		const char *const *words;
	} modules[] = {
	        {"_operator_", "_operator", operator_functions},
	        {"operator_", "_operator", operator_functions},
	        {"math_", "math", math_functions},
	        {"builtins_", "builtins", builtin_functions},
	};
	str known;

	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
		str prefix = str_from(modules[i].prefix), rest = str_from_at(name, prefix.len);

		if (str_starts(name, prefix) && str_is_one_of(rest, modules[i].words))
			return arena_format(arena, "%s.%.*s", modules[i].module, STR_ARG(rest));
	}
	for (size_t i = 0; prefixes[i]; i++)
		if (str_starts(name, str_from(prefixes[i]))) {
			str rest = str_from_at(name, strlen(prefixes[i]));

			known = demangle_known(arena, rest);
			if (!known.len)
				known = demangle_unknown(arena, rest);
			return known.len ? known : name;
		}
	if (str_starts(name, S("aten_")) || str_starts(name, S("prims_"))) {
		known = demangle_known(arena, name);
		return known.len ? known : name;
	}
	return name;
}

str target_from_python(struct arena *arena, str dotted)
{
	static const char *const prefixes[] = {"torch.ops.", "executorch.exir.dialects.edge._ops.",
	        "executorch.exir.dialects.backend._ops.", NULL};

	for (size_t i = 0; prefixes[i]; i++)
		if (str_starts(dotted, str_from(prefixes[i])))
			return str_from_at(dotted, strlen(prefixes[i]));
	if (str_starts(dotted, S("operator.")))
		return arena_format(arena, "_%.*s", STR_ARG(dotted));
	if (dotted.len && dotted.ptr[0] == '<')
		return target_from_repr(arena, dotted);
	return str_find_byte(dotted, '.') == dotted.len ? demangle(arena, dotted) : dotted;
}

static bool is_api(struct arena *arena, const char *module, str name)
{
	uint32_t count;

	return TABLES_FIND(TABLE_API_NAMES, api_name_row,
	               arena_format(arena, "%s.%.*s", module, STR_ARG(name)), &count) != NULL;
}

/* "<built-in function NAME>" */
static str from_builtin(struct arena *arena, str name)
{
	struct operator found;

	if (str_is_one_of(name, operator_functions))
		return arena_format(arena, "_operator.%.*s", STR_ARG(name));
	if (str_is_one_of(name, builtin_functions))
		return arena_format(arena, "builtins.%.*s", STR_ARG(name));
	if (str_is_one_of(name, math_functions))
		return arena_format(arena, "math.%.*s", STR_ARG(name));
	if (str_starts(name, S("fft_")))
		return arena_format(arena, "torch._C._fft.%.*s", STR_ARG(name));
	if (str_starts(name, S("linalg_")))
		return arena_format(arena, "torch._C._linalg.%.*s", STR_ARG(name));
	if (str_starts(name, S("special_")))
		return arena_format(arena, "torch._C._special.%.*s", STR_ARG(name));
	if (operator_overload(
	            arena_format(arena, "aten.%.*s", STR_ARG(name)), RELEASE_ANY, 0, &found))
		return arena_format(arena, "torch._C._nn.%.*s", STR_ARG(name));
	return arena_format(arena, "torch._C.%.*s", STR_ARG(name));
}

/* "<function NAME at 0x…>": the module is lost. */
static str from_function(struct arena *arena, str name)
{
	static const char *const modules[] = {
	        "torch.nn.functional", "torch", "torch.functional", "torch.linalg", NULL};

	if (str_is_one_of(name, vmap_functions))
		return arena_format(arena, "torch._functorch.predispatch.%.*s", STR_ARG(name));
	if (str_starts(name, S("boolean_dispatch.")))
		return S("torch.nn.functional.boolean_dispatch");
	for (size_t i = 0; modules[i]; i++)
		if (is_api(arena, modules[i], name))
			return arena_format(arena, "%s.%.*s", modules[i], STR_ARG(name));
	return name;
}

/* What stands between two marks at the front; STR_NONE when it does not start so. */
static str between(str s, const char *before, const char *behind)
{
	str open = str_from(before), rest;
	size_t end;

	if (!str_starts(s, open))
		return STR_NONE;
	rest = str_from_at(s, open.len);
	end = str_find(rest, str_from(behind));
	return end < rest.len ? str_slice(rest, 0, end) : STR_NONE;
}

/* "<OpOverload(op='aten.add', overload='Tensor')>" */
static str from_overload(struct arena *arena, str repr)
{
	str op = between(repr, "<OpOverload(op='", "'");
	size_t at = str_find(repr, S("overload='"));
	str overload = str_from_at(repr, at + 10);

	return arena_format(arena, "%.*s.%.*s", STR_ARG(op),
	        STR_ARG(str_slice(overload, 0, str_find_byte(overload, '\''))));
}

/* "<torch._higher_order_ops.cond.CondOp object at 0x…>": the module is named like the operator. */
static str from_object(struct arena *arena, str repr)
{
	str path = between(repr, "<torch._higher_order_ops.", " ");
	size_t dot = str_find_byte(path, '.');

	return path.len ? arena_format(arena, "higher_order.%.*s", STR_ARG(str_slice(path, 0, dot)))
	                : repr;
}

str target_from_repr(struct arena *arena, str repr)
{
	static const struct {
		const char *before, *behind;
		str (*make)(struct arena *arena, str name);
	} rows[] = {
	        {"<built-in function ", ">", from_builtin},
	        {"<function ", " at ", from_function},
	        {"<class '", "'", target_from_python},
	        {"<EdgeOpOverload: ", ">", target_from_python},
	        {"<OpOverloadPacket(op='", "'", target_from_python},
	};
	str name;

	if (!repr.len || repr.ptr[0] != '<') {
		if (str_starts(repr, S("HigherOrderOperator: ")))
			repr = str_from_at(repr, 21);
		if (str_find_byte(repr, '.') < repr.len || str_find_byte(repr, ' ') < repr.len)
			return target_from_python(arena, repr);
		return arena_format(arena, "higher_order.%.*s", STR_ARG(repr));
	}
	name = between(repr, "<built-in method ", " of ");
	if (name.len)
		return str_has(repr, S(" of PyCapsule "))
		               ? from_builtin(arena, name)
		               : arena_format(arena, "torch.%.*s", STR_ARG(name));
	name = between(repr, "<method '", "'");
	if (name.len)
		return arena_format(arena, "torch.Tensor.%.*s", STR_ARG(name));
	if (str_starts(repr, S("<OpOverload(op='")))
		return from_overload(arena, repr);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		name = between(repr, rows[i].before, rows[i].behind);
		if (name.len)
			return rows[i].make(arena, name);
	}
	return from_object(arena, repr);
}

str target_from_schema(struct arena *arena, str schema)
{
	size_t colons = str_find(schema, S("::")), end;

	end = str_find_byte(schema, '(');
	schema = str_slice(schema, 0, end);
	if (colons >= schema.len)
		return schema;
	return arena_format(arena, "%.*s.%.*s", STR_ARG(str_slice(schema, 0, colons)),
	        STR_ARG(str_from_at(schema, colons + 2)));
}
