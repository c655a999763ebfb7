/* The profiler writes all arguments in the order of the schema, so their number and kinds leave one
 * overload nearly always. What it has no word for (None, strings, devices, names) is "". */
#include "scanner/graph/profile_overload.h"

static bool is_number(str type)
{
	static const char *const words[] = {
	        "int", "SymInt", "float", "bool", "Scalar", "ScalarType", "Layout", "MemoryFormat"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(type, str_from(words[i])))
			return true;
	return false;
}

/* "int[2]" without its brackets, "int?" without its mark. */
static str bare(str type)
{
	type = str_slice(type, 0, str_find_byte(type, '['));
	return str_slice(type, 0, str_find_byte(type, '?'));
}

static bool fits(const struct schema_arg *arg, str type)
{
	bool scalar = str_eq(type, S("Scalar")), list = str_eq(type, S("ScalarList"));
	bool tensors = str_eq(type, S("TensorList")) || str_starts(type, S("GenericList"));

	if (!type.len)
		return arg->optional || arg->list || !(arg->tensor || is_number(bare(arg->type)));
	if (arg->tensor)
		return arg->list ? tensors : !scalar && !list && !tensors;
	if (!is_number(bare(arg->type)))
		return false;
	return arg->list ? list || tensors : scalar;
}

static bool takes(const struct schema *schema, const struct profile_types *types)
{
	if (schema->count != types->count)
		return false;
	for (uint32_t i = 0; i < types->count; i++)
		if (!fits(&schema->args[i], types->at[i]))
			return false;
	return true;
}

bool profile_overload(
        str base, const struct profile_types *types, struct operator* out, struct schema *schema)
{
	struct operator one;
	uint32_t found = 0;

	for (uint32_t i = 0; operator_overload(base, RELEASE_ANY, i, &one); i++) {
		struct schema s;

		schema_parse(one.schema, &s);
		if (!takes(&s, types) || found++)
			continue;
		*out = one;
		*schema = s;
	}
	return found == 1;
}
