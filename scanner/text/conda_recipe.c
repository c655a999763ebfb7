/* Recipes of conda: meta.yaml and recipe.yaml. A meta.yaml is a template before it is YAML, so it
 * is read by lines: what stands in lists below `requirements:` is asked for. {% set NAME = "value"
 * %} and the lines below `context:` give values to {{ NAME }} and ${{ NAME }}. */
#include "scanner/text/text.h"

#include <string.h>

enum { VALUES_MOST = 64, ITEM_MOST = 400 };

struct recipe {
	struct text_file *file;
	struct {
		str name, value;
	} values[VALUES_MOST];
	uint32_t count;
	bool asks, context;            /* below `requirements:`, below `context:` */
	size_t indent, context_indent; /* of that line */
};

static void add_value(struct recipe *r, str name, str value)
{
	if (r->count < VALUES_MOST && name.len) {
		r->values[r->count].name = str_trim(name);
		r->values[r->count++].value = text_unquoted(str_trim(value));
	}
}

/* {% set NAME = "value" %} */
static void read_set(struct recipe *r, str line)
{
	str name, value;

	line = str_trim(str_slice(line, 2, str_find(line, S("%}"))));
	while (line.len && line.ptr[0] == '-')
		line = str_from_at(line, 1);
	while (line.len && line.ptr[line.len - 1] == '-')
		line.len--;
	line = str_trim(line);
	if (str_starts(line, S("set ")) && str_split(str_from_at(line, 4), '=', &name, &value))
		add_value(r, name, value);
}

static str value_of(const struct recipe *r, str name)
{
	for (uint32_t i = r->count; i-- > 0;)
		if (str_eq(r->values[i].name, name))
			return r->values[i].value;
	return STR_NONE;
}

/* An item with its values; what is not known is left out. */
static str with_values(const struct recipe *r, str item)
{
	char *out;
	size_t n = 0;

	if (!str_has(item, S("{{")))
		return item;
	out = arena_alloc(r->file->env->temp, 4 * ITEM_MOST, 1);
	while (item.len && n < 3 * ITEM_MOST) {
		size_t open = str_find(item, S("{{"));
		size_t close = open + str_find(str_from_at(item, open), S("}}"));
		str name, value;

		for (size_t i = 0; i < open && n < 3 * ITEM_MOST; i++)
			out[n++] = item.ptr[i];
		if (n && open < item.len && out[n - 1] == '$')
			n--;
		if (close >= item.len)
			break;
		name = str_trim(str_slice(item, open + 2, close));
		value = str_slice(value_of(r, name), 0, ITEM_MOST);
		if (value.len)
			memcpy(out + n, value.ptr, value.len);
		n += value.len;
		item = str_from_at(item, close + 2);
	}
	return str_trim((str){out, n});
}

/* "- pytorch >=1.9", "then: pytorch <2" */
static void read_item(struct recipe *r, str item)
{
	static const char *const branches[] = {"then:", "else:"};
	uint32_t at, end;

	while (str_starts(item, S("- ")))
		item = str_trim(str_from_at(item, 2));
	for (size_t i = 0; i < sizeof branches / sizeof *branches; i++)
		if (str_starts(item, str_from(branches[i])))
			item = str_trim(str_from_at(item, 5));
	item = text_unquoted(str_trim(item));
	if (!item.len || item.len > ITEM_MOST || str_has(item, S(": ")) ||
	        item.ptr[item.len - 1] == ':')
		return;
	at = text_at(r->file, item);
	end = at + (uint32_t)item.len;
	text_add_conda(r->file, with_values(r, item), at, end);
}

static void read_line(struct recipe *r, str line)
{
	str item = str_trim(line), name, value;
	size_t indent = item.len ? (size_t)(item.ptr - line.ptr) : 0;

	if (!item.len)
		return;
	if (str_starts(item, S("{%"))) {
		read_set(r, item);
		return;
	}
	if (r->context && indent <= r->context_indent)
		r->context = false;
	if (r->asks && (indent < r->indent || (indent == r->indent && item.ptr[0] != '-')))
		r->asks = false;
	if (str_eq(item, S("context:"))) {
		r->context = true;
		r->context_indent = indent;
	} else if (r->context && str_split(item, ':', &name, &value)) {
		add_value(r, name, value);
	} else if (str_eq(item, S("requirements:"))) {
		r->asks = true;
		r->indent = indent;
	} else if (r->asks) {
		read_item(r, item);
	}
}

void conda_recipe_read(struct text_file *file)
{
	struct recipe *r = ARENA_NEW(file->env->temp, struct recipe);
	str rest = {file->masked, file->text.len}, line;

	r->file = file;
	while (!file->full && rest.len && str_cut(&rest, '\n', &line))
		read_line(r, line);
}
