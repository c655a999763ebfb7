/* Where a node comes from: metadata are strings inside the JSON, half of its bytes.
 *
 * They are passed over as raw text and looked into from their end, as far as needed: the innermost
 * frame that counts is usually the last. The same text as in the node before costs one
 * comparison. Frames inside PyTorch and in code that PyTorch generated do not count. */
#include "scanner/graph/exported_state.h"

#include <string.h>

/* Is the raw position a real line end, "\n", and not the end of "\\n"? `at` is behind the n. */
static bool is_line_start(str raw, size_t at)
{
	size_t slashes = 0;

	while (at && raw.ptr[at - 1] == ' ')
		at--;
	if (!at)
		return true;
	if (at < 2 || raw.ptr[at - 1] != 'n')
		return false;
	for (at--; at && raw.ptr[at - 1] == '\\'; at--)
		slashes++;
	return slashes % 2 == 1;
}

/* The last frame line that begins before `end`; raw.len when there is none. */
static size_t last_frame(str raw, size_t end)
{
	static const char begin[] = "File \\\"";

	while (end) {
		str head = str_slice(raw, 0, end);
		size_t at = str_rfind_byte(head, 'F');

		if (at == head.len)
			break;
		if (str_starts(str_from_at(raw, at), (str){begin, sizeof begin - 1}) &&
		        is_line_start(raw, at))
			return at;
		end = at;
	}
	return raw.len;
}

/* Behind the next "\n" or "\"" in raw text, of the sort `escape`; raw.len when there is none. */
static size_t find_escape(str raw, size_t from, char escape)
{
	while (from + 1 < raw.len) {
		size_t at = from + str_find_byte(str_from_at(raw, from), '\\');

		if (at + 1 >= raw.len)
			break;
		if (raw.ptr[at + 1] == escape)
			return at;
		from = at + 2;
	}
	return raw.len;
}

/* The name of a raw text; what it is decoded to is not needed again. */
static uint32_t keep(struct exported *x, str raw)
{
	struct arena_mark mark;
	uint32_t name;

	if (str_find_byte(raw, '\\') == raw.len)
		return raw.len ? exported_intern(x, raw) : 0;
	mark = arena_mark(x->env->temp);
	name = exported_intern(x, json_unescape(x->env->temp, raw));
	arena_rewind(x->env->temp, mark);
	return name;
}

/* The name of a path as it stands in raw text; 0: frames of that file do not count. */
static uint32_t file_of(struct exported *x, str raw)
{
	struct origin_cache *o = &x->origin;
	uint32_t *file;
	bool fresh;
	str path;

	for (size_t i = 0; i < sizeof o->paths / sizeof *o->paths && o->paths[i].raw.ptr; i++)
		if (str_eq(o->paths[i].raw, raw))
			return o->paths[i].file;
	file = map_at(&x->paths, raw, &fresh);
	if (fresh) {
		path = json_unescape(x->env->temp, raw);
		*file = graph_frame_counts(path) ? exported_intern(x, path) : 0;
	}
	o->paths[1] = o->paths[0];
	o->paths[0].raw = raw;
	o->paths[0].file = *file;
	return *file;
}

/* File \"PATH\", line N, in FUNCTION\n    SOURCE */
static bool read_frame(struct exported *x, str raw, size_t at)
{
	struct origin_cache *o = &x->origin;
	size_t path_at = at + 7, quote = find_escape(raw, path_at, '"'), line, end, source;
	str rest, function;
	int64_t number = 0;
	uint32_t file;

	if (quote == raw.len)
		return false;
	file = file_of(x, str_slice(raw, path_at, quote));
	if (!file)
		return false;
	rest = str_from_at(raw, quote + 2);
	if (!str_starts(rest, S(", line ")))
		return false;
	line = quote + 2 + 7;
	end = line;
	while (end < raw.len && raw.ptr[end] >= '0' && raw.ptr[end] <= '9')
		end++;
	if (!str_int(str_slice(raw, line, end), &number) || number < 1 || number > INT32_MAX)
		return false;
	source = find_escape(raw, end, 'n');
	function = str_slice(raw, end, source);
	if (str_starts(function, S(", in ")))
		function = str_from_at(function, 5);
	o->file = file;
	o->line = (uint32_t)number;
	o->code = keep(x, function);
	o->source_text = 0;
	if (source < raw.len)
		o->source_text = keep(
		        x, str_trim(str_slice(raw, source + 2, find_escape(raw, source + 2, 'n'))));
	return true;
}

static void read_stack(struct exported *x, struct node *node)
{
	struct origin_cache *o = &x->origin;
	str raw;

	if (!json_string_like(&x->j, o->stack, &raw))
		return;
	if (raw.ptr != o->stack.ptr) {
		size_t end = raw.len, at;

		o->stack = raw;
		o->file = o->line = o->code = o->source_text = 0;
		while ((at = last_frame(raw, end)) < raw.len && !read_frame(x, raw, at))
			end = at;
	}
	node->file = o->file;
	node->line = o->line;
	node->function = o->code;
	node->source_text = o->source_text;
}

/* "key,path,type", all of which may hold commas: the key is L__self__ and the path, or a number. */
static void split_module(str entry, str *path, str *type)
{
	static const str self = {"L__self__", 9};
	size_t comma = str_rfind_byte(entry, ','), n;
	str rest;

	*path = STR_NONE;
	*type = comma < entry.len ? str_from_at(entry, comma + 1) : STR_NONE;
	rest = str_slice(entry, 0, comma);
	n = rest.len >= self.len + 1 ? (rest.len - self.len - 1) / 2 : 0;
	if (str_starts(rest, self) && rest.len == self.len + 1 + 2 * n &&
	        rest.ptr[self.len + n] == ',' &&
	        str_eq(str_slice(rest, self.len, self.len + n),
	                str_from_at(rest, self.len + n + 1))) {
		*path = str_from_at(rest, self.len + n + 1);
		return;
	}
	comma = str_find_byte(rest, ',');
	if (comma < rest.len)
		*path = str_from_at(rest, comma + 1);
	/* As torch 2.2 wrote it: "L['self'].fc" */
	if (str_starts(*path, S("L['self']")))
		*path = str_from_at(*path, path->len > 9 && path->ptr[9] == '.' ? 10 : 9);
}

static void read_modules(struct exported *x, struct node *node)
{
	struct origin_cache *o = &x->origin;
	str raw, entry, path, type;

	if (!json_string_like(&x->j, o->modules, &raw))
		return;
	if (raw.ptr != o->modules.ptr) {
		size_t semicolon = str_rfind_byte(raw, ';');

		o->modules = raw;
		o->module_path = o->module_type = 0;
		entry = semicolon < raw.len ? str_from_at(raw, semicolon + 1) : raw;
		entry = json_unescape(x->env->temp, entry);
		split_module(entry, &path, &type);
		/* Nodes that a pass put in carry a placeholder. */
		if (!str_starts(entry, S("_empty_nn_module_stack"))) {
			if (path.len)
				o->module_path = exported_intern(x, path);
			if (type.len)
				o->module_type = exported_intern(x, type);
		}
	}
	node->module_path = o->module_path;
	node->module_type = o->module_type;
}

/* A name without the address of this run: "<function relu at 0x7fb3>". */
static uint32_t keep_function(struct exported *x, str name)
{
	bool printed = name.len && name.ptr[0] == '<';
	size_t at = printed ? str_find(name, S(" at 0x")) : name.len, end = at + 6;

	if (at == name.len)
		return name.len ? exported_intern(x, name) : 0;
	while (end < name.len && name.ptr[end] != '>' && name.ptr[end] != ' ')
		end++;
	return exported_intern(
	        x, arena_format(x->env->temp, "%.*s%.*s", STR_ARG(str_slice(name, 0, at)),
	                   STR_ARG(str_from_at(name, end))));
}

/* The target at the end of a chain of sources, JSON inside the string: [{"target": …,
 * "from_node": [{…}]}] */
static void read_sources(struct exported *x, struct node *node)
{
	struct arena_mark mark = arena_mark(x->env->temp);
	uint32_t depth = 0;
	bool more = true;
	struct json j;
	str raw, key, target = STR_NONE;

	if (!json_string_raw(&x->j, &raw))
		return;
	json_open(&j, json_unescape(x->env->temp, raw), x->env->limits->json_depth, x->env->temp);
	while (more && json_peek(&j) == JSON_ARRAY && json_array(&j) && json_item(&j) &&
	        json_peek(&j) == JSON_OBJECT) {
		more = false;
		for (json_object(&j); json_key(&j, &key);) {
			if (str_eq(key, S("target")) && json_peek(&j) == JSON_STRING) {
				json_string(&j, &target);
			} else if (str_eq(key, S("from_node")) && ++depth) {
				more = true;
				break;
			} else {
				json_skip(&j);
			}
		}
	}
	node->original = keep_function(x, target);
	arena_rewind(x->env->temp, mark);
}

/* "linear_3;builtin_function_or_method.linear", "name,target;name,target": what stands last. */
static uint32_t last_part(struct exported *x, char between)
{
	size_t at;
	str raw;

	if (!json_string_raw(&x->j, &raw))
		return 0;
	at = str_rfind_byte(raw, ';');
	if (at < raw.len)
		raw = str_from_at(raw, at + 1);
	if (between != ';') {
		at = str_find_byte(raw, between);
		raw = at < raw.len ? str_from_at(raw, at + 1) : raw;
	}
	return keep_function(x, json_unescape(x->env->temp, raw));
}

bool exported_metadata(struct exported *x, struct node *node)
{
	uint32_t source_function = 0, function = 0;
	enum word word;

	for (json_object(&x->j); exported_key(x, &word);) {
		if (json_peek(&x->j) != JSON_STRING) {
			json_skip(&x->j);
			continue;
		}
		switch (word) {
		case WORD_stack_trace: read_stack(x, node); break;
		case WORD_nn_module_stack: read_modules(x, node); break;
		case WORD_from_node: read_sources(x, node); break;
		case WORD_source_fn_stack: source_function = last_part(x, ','); break;
		case WORD_torch_fn: function = last_part(x, ';'); break;
		default: json_skip(&x->j); break;
		}
	}
	if (!node->original)
		node->original = source_function ? source_function : function;
	if (node->original == node->target)
		node->original = 0;
	return json_ok(&x->j);
}
