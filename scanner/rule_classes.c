/* Classes and functions that a configuration names to be made: `_target_:
 * torch.cuda.amp.GradScaler` of Hydra, `class_path: flash_attn.modules.mha.MHA` of jsonargparse and
 * Lightning.
 *
 * What rules say of a call without regard to its arguments, and of an import, holds here as well.
 */
#include "scanner/rule_text.h"

#include "pytorch/api.h"

#include <string.h>

enum { KEY_COUNT = 2, NAME_MOST = 300 };

static const char *const keys[KEY_COUNT] = {"_target_", "class_path"};

struct named {
	const struct ruleset *rules;
	uint32_t rule; /* + 1 */
	bool import;
};

static void on_name(void *context, const struct ref_row *ref, size_t length)
{
	struct named *n = context;
	const struct item_row *item = &n->rules->items[ref->item];
	bool wanted = n->import ? item->kind == ITEM_IMPORT
	                        : item->kind == ITEM_CALL || item->kind == ITEM_ATTRIBUTE;

	(void)length;
	if (!n->rule && wanted && !item->n_conditions && !n->rules->off[item->rule])
		n->rule = item->rule + 1;
}

static bool is_name_byte(char c)
{
	return byte_is_word(c) || c == '.';
}

/* The dotted name behind a key at the place, quoted or not; STR_NONE when there is none. */
static str value_behind(str text, size_t at)
{
	size_t end;

	while (at < text.len && strchr("\"' \t", text.ptr[at]))
		at++;
	if (at >= text.len || text.ptr[at] != ':')
		return STR_NONE;
	for (at++; at < text.len && strchr("\"' \t", text.ptr[at]);)
		at++;
	for (end = at; end < text.len && end < at + NAME_MOST && is_name_byte(text.ptr[end]);)
		end++;
	if (end < text.len && !strchr("\"' \t\r\n,}", text.ptr[end]))
		return STR_NONE;
	return str_find_byte(str_slice(text, at, end), '.') < end - at ? str_slice(text, at, end)
	                                                               : STR_NONE;
}

static uint32_t rule_of(const struct matching *m, str name)
{
	struct named n = {.rules = m->rules};
	struct api api;

	ruleset_visit(m->rules, RULE_NAME_TARGET, api_find(name, &api) ? api.canonical : name,
	        on_name, &n);
	n.import = true;
	if (!n.rule && !match_owns(m, name))
		ruleset_visit_parts(m->rules, RULE_NAME_IMPORT, name, on_name, &n);
	return n.rule;
}

void rule_named_classes(const struct matching *m, str text, rule_class_found *found, void *context)
{
	for (int k = 0; k < KEY_COUNT; k++) {
		str key = str_from(keys[k]);

		for (size_t at = 0; (at += str_find(str_from_at(text, at), key)) < text.len;) {
			str name = value_behind(text, at += key.len);
			uint32_t rule = name.len ? rule_of(m, name) : 0;

			if (rule)
				found(context, rule - 1, name);
		}
	}
}

/* What asks for something by its name and is given the name as an argument: told by itself, or only
 * a question. */
static bool is_asked_there(str text, size_t quote)
{
	static const char *const calls[] = {"import_module(", "__import__(", "find_spec(",
	        "_available(", "patch(", "getLogger(", "importorskip(", NULL};

	return str_ends_one_of(str_slice(text, quote > 24 ? quote - 24 : 0, quote), calls);
}

/* "module.path:Name" that a quote at the place begins and another ends. A dotted name alone may be
 * an entry of any list. */
static str quoted_path(str text, size_t quote)
{
	size_t end = quote + 1, colons = 0;

	for (; end < text.len && end < quote + NAME_MOST; end++) {
		if (text.ptr[end] != ':' && !is_name_byte(text.ptr[end]))
			break;
		colons += text.ptr[end] == ':';
	}
	return end < text.len && text.ptr[end] == text.ptr[quote] && end > quote + 1 && colons == 1
	               ? str_slice(text, quote + 1, end)
	               : STR_NONE;
}

/* "apex.optimizers:fused_adam", "hqq:Linear", not "awq:marlin". */
static bool names_object(str path, size_t colon)
{
	char first = colon + 1 < path.len ? path.ptr[colon + 1] : ' ';

	return colon && ((first >= 'A' && first <= 'Z') ||
	                        str_find_byte(str_slice(path, 0, colon), '.') < colon);
}

void rule_named_paths(const struct matching *m, str text, rule_class_found *found, void *context)
{
	for (size_t at = 0; at < text.len; at++) {
		str path, module;
		uint32_t rule;

		if (text.ptr[at] != '"' && text.ptr[at] != '\'')
			continue;
		path = quoted_path(text, at);
		if (!path.len || is_asked_there(text, at))
			continue;
		module = str_slice(path, 0, str_find_byte(path, ':'));
		rule = names_object(path, module.len) ? rule_of(m, module) : 0;
		if (rule)
			found(context, rule - 1, path);
		at += path.len + 1;
	}
}
