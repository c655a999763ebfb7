/* Third-party packages and what releases need: two tables that become rows of rules and needs.
 *
 * A package becomes two rules with one cause: its import and its requirement. Their snippets are
 * made here, so that `rules test` holds for packages as for every rule. */
#include "scanner/rule_builder.h"

#include "scanner/requirement.h"
#include "scanner/version.h"

static bool read_package_severity(
        struct rule_builder *b, const struct yaml *n, struct rule_row *row)
{
	static const char *const words[] = {
	        "", "info", "minor", "major", "blocker", "works", "pure-python", "unknown"};
	uint32_t target, word;

	if (!builder_target(b, n->key_place, n->key, &target) ||
	        !builder_word(b, n, "severity", words, 8, &word))
		return false;
	if (word < SEVERITY_COUNT)
		row->severities |= word << (4 * target);
	else
		row->standings |= (word - SEVERITY_COUNT + STANDING_WORKS) << (4 * target);
	return true;
}

static bool is_own_key(str key)
{
	static const char *const keys[] = {"name", "imports", "title", "category", "why", "way",
	        "replace", "source", "evidence", "effort", "own_evidence", "version", "also"};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (str_eq(key, str_from(keys[i])))
			return true;
	return false;
}

struct package {
	str name, version;
	struct rule_row row;
	const struct yaml *imports, *node;
};

static bool read_name(struct rule_builder *b, const struct yaml *scalar, void *context)
{
	builder_name(b, context, scalar->text);
	return true;
}

static bool add_import_rule(struct rule_builder *b, const struct package *p)
{
	struct rule_row row = p->row;
	struct item_row item;
	str first;
	bool ok;

	if (!p->imports)
		return true;
	item = *builder_item(b, ITEM_IMPORT);
	row.first_item = b->items.len - 1;
	row.n_items = 1;
	ok = builder_scalars(b, p->imports, "imports", read_name, &item);
	*VEC_LAST(&b->items) = item;
	if (!ok || !item.n_names)
		return false;
	first = arena_dup(b->env->temp, blob_builder_text(&b->blob, b->names.at[item.first_name]));
	row.id = builder_text(
	        b, arena_format(b->env->temp, "package-%.*s-import", STR_ARG(p->name)));
	row.bad = builder_text(b, arena_format(b->env->temp, "import %.*s\n", STR_ARG(first)));
	row.good = builder_text(b, S("import math\n"));
	return builder_add_rule(b, p->node->place, &row);
}

/* A version inside the range, for the snippet. */
static str sample_version(struct rule_builder *b, str range)
{
	struct version_span span;
	const struct version *v = NULL;

	if (range.len && version_span(range, &span))
		v = span.has_low ? &span.low : NULL;
	if (!v)
		return range.len ? S("0") : S("1");
	return arena_format(b->env->temp, "%u.%u.%u", v->release[0], v->release[1],
	        v->release[2] + span.low_out);
}

static bool add_requirement_rule(struct rule_builder *b, const struct package *p)
{
	struct rule_row row = p->row;
	struct item_row item = *builder_item(b, ITEM_REQUIREMENT);
	str version = sample_version(b, p->version);
	const struct yaml *also = yaml_get(p->node, "also");

	builder_name(b, &item, p->name);
	if (also && !builder_scalars(b, also, "also", read_name, &item))
		return false;
	item.text = builder_text(b, p->version);
	*VEC_LAST(&b->items) = item;
	row.first_item = b->items.len - 1;
	row.n_items = 1;
	row.id = builder_text(
	        b, arena_format(b->env->temp, "package-%.*s-requirement", STR_ARG(p->name)));
	row.bad = builder_text(
	        b, arena_format(b->env->temp, "%.*s==%.*s\n", STR_ARG(p->name), STR_ARG(version)));
	row.good = builder_text(b, S("portfit-example==1\n"));
	row.language = RULE_REQUIREMENTS;
	return builder_add_rule(b, p->node->place, &row);
}

static bool read_package_fields(struct rule_builder *b, struct package *p)
{
	const struct yaml *name = yaml_get(p->node, "name"), *version;
	bool ok;

	if (!name)
		return builder_error(b, p->node->place, "a package without name");
	if (!yaml_want(b->env, name, YAML_SCALAR, "name"))
		return false;
	if (!yaml_get(p->node, "why"))
		return builder_error(b, p->node->place, "a package without why");
	p->name = requirement_normal(b->env->temp, name->text);
	ok = builder_read_common(b, p->node, &p->row);
	ok &= builder_scalar(b, p->node, "title", &p->row.title);
	if (!p->row.title)
		p->row.title = builder_text(
		        b, arena_format(b->env->temp, "Package %.*s", STR_ARG(p->name)));
	if (!p->row.category)
		p->row.category = builder_text(b, S("packages"));
	p->row.cause =
	        builder_text(b, arena_format(b->env->temp, "package-%.*s", STR_ARG(p->name)));
	p->row.path = builder_text(b, p->node->place.path);
	p->row.line = p->node->place.line;
	version = yaml_get(p->node, "version");
	if (version && yaml_want(b->env, version, YAML_SCALAR, "version")) {
		p->version = version->text;
		if (!version_range_check(version->text))
			ok = builder_error(b, version->place,
			        "'%.*s' is no version range; expected \">=2,<3\"",
			        STR_ARG(version->text));
	}
	return ok;
}

bool builder_read_package(struct rule_builder *b, const struct yaml *node)
{
	struct package p = {.node = node};
	bool ok = true;

	if (!yaml_want(b->env, node, YAML_MAP, "a package"))
		return false;
	for (const struct yaml *n = node->child; n; n = n->next)
		if (!is_own_key(n->key))
			ok &= read_package_severity(b, n, &p.row);
	if (!read_package_fields(b, &p) || !ok)
		return false;
	if (!p.row.severities) { /* nothing to find, but `explain` knows it */
		p.row.id = p.row.cause;
		return builder_add_rule(b, node->place, &p.row);
	}
	if (!builder_check_ground(b, node, &p.row))
		return false;
	p.imports = yaml_get(node, "imports");
	ok = add_import_rule(b, &p);
	return add_requirement_rule(b, &p) && ok;
}

static bool read_need_range(struct rule_builder *b, const struct yaml *node, struct need_row *row)
{
	const struct yaml *range = yaml_get(node, "range");

	if (!range || range->kind != YAML_SCALAR || !version_range_check(range->text))
		return builder_error(b, range ? range->place : node->place,
		        "a need without a range of versions; expected range: \">=2.13,<2.15\"");
	row->range = builder_text(b, range->text);
	return true;
}

bool builder_read_need(struct rule_builder *b, const struct yaml *node)
{
	static const char *const keys[] = {"target", "backend", "release", "package", "range",
	        "fits", "severity", "note", "evidence", "source", NULL};
	static const char *const severities[] = {"", "info", "minor", "major", "blocker"};
	static const char *const wanted[] = {
	        "target", "backend", "release", "package", "fits", "severity", "source"};
	struct need_row row = {0};
	uint32_t first, count;
	bool ok;

	if (!yaml_want(b->env, node, YAML_MAP, "a need"))
		return false;
	ok = yaml_check_keys(b->env, node, keys);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (!yaml_get(node, wanted[i]))
			return builder_error(b, node->place, "a need without %s", wanted[i]);
	ok &= builder_target(
	        b, yaml_get(node, "target")->place, yaml_get(node, "target")->text, &row.target);
	ok &= builder_scalar(b, node, "backend", &row.backend);
	ok &= builder_scalar(b, node, "release", &row.release);
	ok &= builder_scalar(b, node, "fits", &row.fits);
	ok &= builder_scalar(b, node, "note", &row.note);
	row.package =
	        builder_text(b, requirement_normal(b->env->temp, yaml_get(node, "package")->text));
	ok &= builder_word(b, yaml_get(node, "severity"), "severity", severities, 5, &row.severity);
	ok &= builder_evidence(b, node, &row.evidence);
	ok &= read_need_range(b, node, &row);
	ok &= builder_sources(b, node, &first, &count);
	if (ok && count) {
		row.link = b->sources.at[first].link;
		row.date = b->sources.at[first].date;
	}
	if (ok)
		*VEC_PUSH(b->env->keep, &b->needs) = row;
	return ok;
}
