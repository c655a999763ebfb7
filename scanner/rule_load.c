/* Rules in YAML to rows. docs/rules.md says what the keys mean.
 *
 * Every fault of a file is reported, not only the first: a function that meets one goes on with
 * the next key and returns false in the end. */
#include "scanner/rule_builder.h"

#include "base/file.h"
#include "base/text.h"
#include "scanner/version.h"

#include <stdarg.h>
#include <stdio.h>

enum { TITLE_MOST = 60, FOLDER_DEPTH_MOST = 8, FILE_BYTES_MOST = 4 << 20 };

static const char *const evidence_words[] = {
#define X(name, word) word,
        RULE_EVIDENCE_LIST(X)
#undef X
};
static const char *const effort_words[] = {
#define X(name, word) word,
        EFFORT_CLASS_LIST(X)
#undef X
};
static const char *const language_words[] = {
#define X(name, word, file) word,
        RULE_LANGUAGE_LIST(X)
#undef X
};
#define COUNT(words) ((uint32_t)(sizeof(words) / sizeof *(words)))

bool builder_error(struct rule_builder *b, struct place place, const char *format, ...)
{
	va_list args;
	char text[1024];

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return diag_error(b->env->diags, place, "%s", text);
}

uint32_t builder_text(struct rule_builder *b, str text)
{
	return blob_put_text(&b->blob, text);
}

bool builder_word(struct rule_builder *b, const struct yaml *node, const char *what,
        const char *const *words, uint32_t count, uint32_t *index)
{
	str views[32], nearest;

	if (!yaml_want(b->env, node, YAML_SCALAR, what))
		return false;
	for (uint32_t i = 0; i < count && i < 32; i++) {
		views[i] = str_from(words[i]);
		if (views[i].len && str_eq(node->text, views[i])) {
			*index = i;
			return true;
		}
	}
	nearest = text_nearest(node->text, views, count < 32 ? count : 32);
	return builder_error(b, node->place, "unknown %s '%.*s'%s%.*s%s", what, STR_ARG(node->text),
	        nearest.len ? "; did you mean '" : "", STR_ARG(nearest), nearest.len ? "'?" : "");
}

bool builder_bool(struct rule_builder *b, const struct yaml *map, const char *key, uint32_t *value)
{
	static const char *const words[] = {"false", "true"};
	const struct yaml *node = yaml_get(map, key);

	return !node || builder_word(b, node, key, words, 2, value);
}

bool builder_scalar(struct rule_builder *b, const struct yaml *map, const char *key, uint32_t *text)
{
	const struct yaml *node = yaml_get(map, key);

	if (!node)
		return true;
	if (!yaml_want(b->env, node, YAML_SCALAR, key))
		return false;
	*text = builder_text(b, str_trim(node->text));
	return true;
}

bool builder_target(struct rule_builder *b, struct place place, str name, uint32_t *target)
{
	str nearest;

	for (uint32_t i = 0; i < b->targets.len; i++)
		if (str_eq(b->target_names[i], name)) {
			*target = i;
			return true;
		}
	nearest = text_nearest(name, b->target_names, b->targets.len);
	if (nearest.len)
		return builder_error(b, place, "unknown target '%.*s'; did you mean '%.*s'?",
		        STR_ARG(name), STR_ARG(nearest));
	if (b->targets.len == RULE_TARGETS || !name.len)
		return builder_error(b, place, "target '%.*s' is one too many; expected at most %d",
		        STR_ARG(name), RULE_TARGETS);
	*target = b->targets.len;
	b->target_names[*target] = arena_dup(b->env->keep, name);
	*VEC_PUSH(b->env->keep, &b->targets) = builder_text(b, name);
	return true;
}

bool builder_scalars(struct rule_builder *b, const struct yaml *node, const char *what,
        builder_each *each, void *context)
{
	bool ok = true;

	if (node->kind == YAML_SCALAR)
		return each(b, node, context);
	if (!yaml_want(b->env, node, YAML_LIST, what))
		return false;
	if (!node->child)
		return builder_error(b, node->place, "%s is empty; expected at least one", what);
	for (const struct yaml *n = node->child; n; n = n->next)
		ok &= yaml_want(b->env, n, YAML_SCALAR, what) && each(b, n, context);
	return ok;
}

static bool read_source(struct rule_builder *b, const struct yaml *node)
{
	static const char *const keys[] = {"link", "date", NULL};
	const struct yaml *date = yaml_get(node, "date");
	struct source_row row = {0};
	int32_t days;
	bool ok;

	if (!yaml_want(b->env, node, YAML_MAP, "source"))
		return false;
	ok = yaml_check_keys(b->env, node, keys);
	ok &= builder_scalar(b, node, "link", &row.link);
	ok &= builder_scalar(b, node, "date", &row.date);
	if (!row.link)
		return builder_error(
		        b, node->place, "a source without link; expected a link or words");
	if (date && date->kind == YAML_SCALAR && !date_parse(date->text, &days))
		return builder_error(b, date->place, "'%.*s' is no date; expected 2026-10-19",
		        STR_ARG(date->text));
	*VEC_PUSH(b->env->keep, &b->sources) = row;
	return ok;
}

bool builder_sources(
        struct rule_builder *b, const struct yaml *map, uint32_t *first, uint32_t *count)
{
	const struct yaml *node = yaml_get(map, "source");
	bool ok = true;

	*first = b->sources.len;
	if (node && node->kind == YAML_LIST)
		for (const struct yaml *n = node->child; n; n = n->next)
			ok &= read_source(b, n);
	else if (node)
		ok = read_source(b, node);
	*count = b->sources.len - *first;
	return ok;
}

bool builder_evidence(struct rule_builder *b, const struct yaml *map, uint32_t *evidence)
{
	const struct yaml *node = yaml_get(map, "evidence");

	return !node ||
	       builder_word(b, node, "evidence", evidence_words, COUNT(evidence_words), evidence);
}

static bool read_severities(struct rule_builder *b, const struct yaml *node, uint32_t *severities)
{
	bool ok = true;

	if (!yaml_want(b->env, node, YAML_MAP, "severity"))
		return false;
	for (const struct yaml *n = node->child; n; n = n->next) {
		static const char *const words[] = {"", "info", "minor", "major", "blocker"};
		uint32_t target, severity;

		if (!builder_target(b, n->key_place, n->key, &target) ||
		        !builder_word(b, n, "severity", words, COUNT(words), &severity)) {
			ok = false;
			continue;
		}
		*severities |= severity << (4 * target);
	}
	if (ok && !*severities)
		return builder_error(b, node->place, "no target; expected at least one");
	return ok;
}

static bool read_replacement(struct rule_builder *b, const struct yaml *n, struct rule_row *rule)
{
	struct replacement_row row = {0};
	struct version version;

	if (str_eq(n->key, S("keeps_cuda")))
		return true; /* read by name */
	if (!yaml_want(b->env, n, YAML_SCALAR, "replacement"))
		return false;
	if (str_eq(n->key, S("torch"))) {
		if (!version_parse(n->text, &version))
			return builder_error(b, n->place, "'%.*s' is no version; expected \"2.6\"",
			        STR_ARG(n->text));
		rule->least_torch = builder_text(b, n->text);
		return true;
	}
	if (!str_eq(n->key, S("text"))) {
		if (!builder_target(b, n->key_place, n->key, &row.target))
			return false;
		row.target++;
	}
	row.text = builder_text(b, str_trim(n->text));
	*VEC_PUSH(b->env->keep, &b->replacements) = row;
	return true;
}

static bool read_replace(struct rule_builder *b, const struct yaml *map, struct rule_row *rule)
{
	const struct yaml *node = yaml_get(map, "replace");
	bool ok = true;

	rule->first_replacement = b->replacements.len;
	if (!node)
		return true;
	if (!yaml_want(b->env, node, YAML_MAP, "replace"))
		return false;
	for (const struct yaml *n = node->child; n; n = n->next)
		ok &= read_replacement(b, n, rule);
	ok &= builder_bool(b, node, "keeps_cuda", &rule->keeps_cuda);
	rule->n_replacements = b->replacements.len - rule->first_replacement;
	return ok;
}

static bool read_effort(struct rule_builder *b, const struct yaml *map, struct rule_row *rule)
{
	static const char *const keys[] = {"class", "repeats", "basis", NULL};
	static const char *const bases[] = {"assumed", "sourced"};
	const struct yaml *node = yaml_get(map, "effort");
	const struct yaml *class, *basis;
	bool ok;

	if (!node)
		return true;
	if (!yaml_want(b->env, node, YAML_MAP, "effort"))
		return false;
	ok = yaml_check_keys(b->env, node, keys);
	class = yaml_get(node, "class");
	basis = yaml_get(node, "basis");
	if (!class)
		ok = builder_error(b, node->place,
		        "an effort without class; expected one of line, "
		        "small, medium, large, research");
	else
		ok &= builder_word(
		        b, class, "effort class", effort_words, COUNT(effort_words), &rule->effort);
	ok &= builder_bool(b, node, "repeats", &rule->effort_repeats);
	if (basis)
		ok &= builder_word(b, basis, "basis", bases, 2, &rule->effort_sourced);
	return ok;
}

bool builder_read_common(struct rule_builder *b, const struct yaml *node, struct rule_row *rule)
{
	static const char *const ways[] = {"none", "known"};
	const struct yaml *way = yaml_get(node, "way");
	bool ok = read_replace(b, node, rule);

	rule->way = rule->n_replacements ? RULE_WAY_KNOWN : RULE_WAY_NONE;
	if (way)
		ok &= builder_word(b, way, "way", ways, 2, &rule->way);
	if (ok && way && rule->way == RULE_WAY_KNOWN && !rule->n_replacements)
		ok = builder_error(b, way->place, "a known way without replace; expected its text");
	ok &= builder_scalar(b, node, "why", &rule->why);
	ok &= builder_scalar(b, node, "category", &rule->category);
	ok &= builder_bool(b, node, "own_evidence", &rule->own_evidence);
	ok &= builder_bool(b, node, "each_step", &rule->each_step);
	ok &= builder_bool(b, node, "computes", &rule->computes);
	ok &= builder_scalar(b, node, "done_by", &rule->done_by);
	ok &= builder_evidence(b, node, &rule->evidence);
	ok &= builder_sources(b, node, &rule->first_source, &rule->n_sources);
	ok &= read_effort(b, node, rule);
	return ok;
}

bool builder_check_ground(
        struct rule_builder *b, const struct yaml *node, const struct rule_row *rule)
{
	bool weak = rule->evidence < RULE_EVIDENCE_DERIVED && !rule->own_evidence;

	for (uint32_t t = 0; weak && t < RULE_TARGETS; t++)
		if ((rule->severities >> (4 * t) & 15) == SEVERITY_BLOCKER)
			return builder_error(b, node->place,
			        "severity blocker on %s evidence; expected at most major, or "
			        "own_evidence: true for what cannot exist without CUDA",
			        evidence_words[rule->evidence]);
	return true;
}

bool builder_add_rule(struct rule_builder *b, struct place place, const struct rule_row *row)
{
	str id = blob_builder_text(&b->blob, row->id);
	bool fresh;
	uint32_t *index = map_at(&b->ids, arena_dup(b->env->keep, id), &fresh);

	if (!fresh)
		return builder_error(
		        b, place, "rule '%.*s' is there already; expected a new id", STR_ARG(id));
	*VEC_PUSH(b->env->keep, &b->rules) = *row;
	*index = b->rules.len;
	return true;
}

static bool is_kebab(str id)
{
	for (size_t i = 0; i < id.len; i++) {
		char c = id.ptr[i];
		bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');

		if (!word && (c != '-' || i == 0 || i + 1 == id.len || id.ptr[i - 1] == '-'))
			return false;
	}
	return id.len > 0;
}

static bool read_names(struct rule_builder *b, const struct yaml *node, struct rule_row *rule)
{
	static const char *const wanted[] = {"id", "title", "category", "why", "severity", "match"};
	const struct yaml *id = yaml_get(node, "id"), *title = yaml_get(node, "title");
	bool ok = true;

	for (size_t i = 0; i < COUNT(wanted); i++)
		if (!yaml_get(node, wanted[i]))
			ok = builder_error(b, node->place, "a rule without %s", wanted[i]);
	if (!ok)
		return false;
	ok = builder_scalar(b, node, "id", &rule->id);
	ok &= builder_scalar(b, node, "title", &rule->title);
	if (ok && !is_kebab(id->text))
		ok = builder_error(b, id->place,
		        "'%.*s' is no rule id; expected small letters, digits and single hyphens",
		        STR_ARG(id->text));
	if (ok && utf8_count(str_trim(title->text)) > TITLE_MOST)
		ok = builder_error(b, title->place,
		        "a title of %zu characters; expected at most %d",
		        utf8_count(str_trim(title->text)), TITLE_MOST);
	return ok;
}

static bool read_superseded(struct rule_builder *b, const struct yaml *scalar, void *context)
{
	(void)context;
	*VEC_PUSH(b->env->keep, &b->superseded) =
	        (struct named_rule){builder_text(b, scalar->text), scalar->place};
	b->superseded.at[b->superseded.len - 1].place.path =
	        arena_dup(b->env->keep, scalar->place.path);
	return true;
}

static bool read_bad_at(struct rule_builder *b, const struct yaml *node, struct rule_row *rule)
{
	const struct yaml *list = yaml_get(node, "bad_at");

	rule->first_bad_at = b->bad_at.len;
	if (!list)
		return true;
	if (!yaml_want(b->env, list, YAML_LIST, "bad_at"))
		return false;
	for (const struct yaml *n = list->child; n; n = n->next) {
		const struct yaml *line = n->kind == YAML_LIST ? n->child : NULL;
		const struct yaml *column = line ? line->next : NULL;
		int64_t l, c;

		if (!column || column->next || !str_int(line->text, &l) ||
		        !str_int(column->text, &c) || l < 1 || c < 1 || l > 100000 || c > 100000)
			return builder_error(b, n->place,
			        "bad_at holds something else; expected [line, column], from 1");
		*VEC_PUSH(b->env->keep, &b->bad_at) = (struct bad_at_row){(uint32_t)l, (uint32_t)c};
	}
	rule->n_bad_at = b->bad_at.len - rule->first_bad_at;
	return true;
}

static bool read_snippets(struct rule_builder *b, const struct yaml *node, struct rule_row *rule)
{
	static const char *const keys[] = {"bad", "good"};
	uint32_t *const texts[] = {&rule->bad, &rule->good};
	const struct yaml *language = yaml_get(node, "language");
	bool ok = true;

	for (int i = 0; i < 2; i++) {
		const struct yaml *snippet = yaml_get(node, keys[i]);

		if (snippet && yaml_want(b->env, snippet, YAML_SCALAR, keys[i]))
			*texts[i] = builder_text(b, snippet->text);
		else
			ok &= !snippet;
	}
	if (language)
		ok &= builder_word(b, language, "language", language_words, COUNT(language_words),
		        &rule->language);
	ok &= builder_scalar(b, node, "name", &rule->file_name);
	ok &= builder_scalar(b, node, "good_name", &rule->good_name);
	return read_bad_at(b, node, rule) && ok;
}

static bool read_rule(struct rule_builder *b, const struct yaml *node)
{
	static const char *const keys[] = {"id", "title", "category", "why", "severity",
	        "own_evidence", "each_step", "computes", "done_by", "way", "replace", "source",
	        "evidence", "effort", "match", "bad", "good", "bad_at", "language", "name",
	        "good_name", "supersedes", NULL};
	struct rule_row rule = {.line = node->place.line};
	const struct yaml *supersedes;
	bool ok;

	if (!yaml_want(b->env, node, YAML_MAP, "a rule"))
		return false;
	ok = yaml_check_keys(b->env, node, keys);
	if (!read_names(b, node, &rule))
		return false;
	rule.path = builder_text(b, node->place.path);
	rule.cause = rule.id;
	ok &= read_severities(b, yaml_get(node, "severity"), &rule.severities);
	ok &= builder_read_common(b, node, &rule);
	ok &= read_snippets(b, node, &rule);
	supersedes = yaml_get(node, "supersedes");
	rule.first_superseded = b->superseded.len;
	if (supersedes)
		ok &= builder_scalars(b, supersedes, "supersedes", read_superseded, NULL);
	rule.n_superseded = b->superseded.len - rule.first_superseded;
	ok &= builder_read_match(b, yaml_get(node, "match"), &rule);
	ok = ok && builder_check_ground(b, node, &rule);
	return ok && builder_add_rule(b, yaml_get(node, "id")->place, &rule);
}

typedef bool entry_reader(struct rule_builder *b, const struct yaml *node);

static bool read_entries(
        struct rule_builder *b, const struct yaml *root, const char *key, entry_reader *reader)
{
	const struct yaml *list = yaml_get(root, key);
	bool ok = true;

	if (!list || (list->kind == YAML_SCALAR && !list->text.len))
		return true;
	if (!yaml_want(b->env, list, YAML_LIST, key))
		return false;
	for (const struct yaml *n = list->child; n; n = n->next)
		ok &= reader(b, n);
	return ok;
}

bool rule_builder_read(struct rule_builder *b, str path, str text)
{
	static const char *const keys[] = {"rules", "packages", "needs", NULL};
	struct yaml *root;
	bool ok;

	if (!yaml_read(b->env, b->env->temp, path, text, &root))
		return false;
	if (!root)
		return true;
	if (!yaml_want(b->env, root, YAML_MAP, "a rule file"))
		return false;
	ok = yaml_check_keys(b->env, root, keys);
	ok &= read_entries(b, root, "rules", read_rule);
	ok &= read_entries(b, root, "packages", builder_read_package);
	ok &= read_entries(b, root, "needs", builder_read_need);
	return ok;
}

static bool read_file(struct rule_builder *b, str path)
{
	struct arena_mark mark = arena_mark(b->env->temp);
	str text;
	bool ok =
	        file_read(b->env, path, FILE_BYTES_MOST, &text) && rule_builder_read(b, path, text);

	arena_rewind(b->env->temp, mark);
	return ok;
}

static bool read_folder(struct rule_builder *b, str path, uint32_t depth)
{
	str *names;
	uint32_t count;
	const char *reason = folder_list(b->env->keep, path, &names, &count);
	bool ok = true;

	if (reason)
		return builder_error(b, (struct place){.path = path}, "%s", reason);
	for (uint32_t i = 0; i < count; i++) {
		str inner = path_join(b->env->keep, path, names[i]);
		enum file_kind kind = file_kind_of(b->env, inner);

		if (names[i].ptr[0] == '.')
			continue;
		if (kind == FILE_FOLDER && depth < FOLDER_DEPTH_MOST)
			ok &= read_folder(b, inner, depth + 1);
		else if (kind == FILE_REGULAR &&
		         (str_ends(names[i], S(".yaml")) || str_ends(names[i], S(".yml"))))
			ok &= read_file(b, inner);
	}
	return ok;
}

bool rule_builder_read_path(struct rule_builder *b, str path)
{
	switch (file_kind_of(b->env, path)) {
	case FILE_FOLDER: return read_folder(b, path, 0);
	case FILE_NONE:
		return builder_error(b, (struct place){.path = path},
		        "no such file or folder; expected rules in YAML");
	default: return read_file(b, path);
	}
}
