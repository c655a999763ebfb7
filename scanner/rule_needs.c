/* Version alignment: what the project pins against what releases of the back ends need.
 *
 * A pin is at fault when no version that it admits is in the range; one that leaves room is not,
 * since an installer can then choose. */
#include "scanner/rule_text.h"

#include "scanner/matcher.h"
#include "scanner/version.h"
#include "scanner/phrases.h"

#include <string.h>

enum { COMMAND_MOST = 500, WORKFLOW_MOST = 8000 };

/* The rule with matcher version-need that names the package, else the one that names none. */
static uint32_t rule_for(const struct ruleset *rules, str package)
{
	uint32_t count, general = UINT32_MAX;
	const struct ref_row *refs =
	        ruleset_refs(rules, RULE_NAME_MATCHER, matcher_name(MATCHER_VERSION_NEED), &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &rules->items[refs[i].item];
		const struct condition_row *c = item_condition(rules, item, "package");

		if (!c)
			general = item->rule;
		else if (condition_holds_text(rules, c, package, false))
			return item->rule;
	}
	return general;
}

static str add_need(
        struct arena *arena, const struct ruleset *rules, const struct need_row *need, str so_far)
{
	str note = ruleset_text(rules, need->note);

	return arena_format(arena, "%.*s%s%.*s %.*s needs %.*s%s%.*s%s", STR_ARG(so_far),
	        so_far.len ? "; " : "", STR_ARG(ruleset_text(rules, need->backend)),
	        STR_ARG(ruleset_text(rules, need->release)),
	        STR_ARG(ruleset_text(rules, need->fits)), note.len ? " (" : "", STR_ARG(note),
	        note.len ? ")" : "");
}

/* Jobs of a workflow for several Pythons: one that fits is among them. */
static bool is_met_beside(const struct matching *m, str package, const struct version_span *range)
{
	struct version_span given;

	if (!m->text || !str_eq(package, S("python")) ||
	        (!str_ends(m->path, S(".yml")) && !str_ends(m->path, S(".yaml"))))
		return false;
	for (uint32_t i = 0; i < m->text->pythons.len; i++)
		if (version_span(m->text->pythons.at[i], &given) &&
		        (given.has_low || given.has_high) && version_spans_meet(&given, range))
			return true;
	return false;
}

/* Whether another value of the matrix lies in the range. */
static bool another_fits(struct arena *temp, const struct text_requirement *requirement,
        str package, const struct version_span *range)
{
	struct version_span given;

	for (uint32_t i = 0; requirement && i < requirement->n_choices; i++) {
		const struct requirement *one = &requirement->choices[i];

		if (str_eq(requirement_normal(temp, one->name), package) &&
		        version_span(one->spec, &given) && version_spans_meet(&given, range))
			return true;
	}
	return false;
}

/* The span of one clause of a marker: python_version <= "3.10", sys_platform == "win32" (which
 * no version is). False: it is about something else. */
static bool is_never_met(str clause, const struct version_span *python)
{
	static const char *const systems[] = {"win32", "darwin", "Windows", "Darwin", "nt", NULL};
	str name = str_trim(clause), value;
	size_t at = 0;
	struct version_span asked;
	char text[64];

	while (at < name.len && !strchr("<>=!~ \t", name.ptr[at]))
		at++;
	value = str_trim(str_from_at(name, at));
	name = str_slice(name, 0, at);
	if (str_eq(name, S("sys_platform")) || str_eq(name, S("platform_system")) ||
	        str_eq(name, S("os_name")))
		return str_starts(value, S("==")) &&
		       str_is_one_of(text_unquoted(str_trim(str_from_at(value, 2))), systems);
	if (!str_eq(name, S("python_version")) && !str_eq(name, S("python_full_version")))
		return false;
	for (size_t i = at = 0; i < value.len && at + 1 < sizeof text; i++)
		if (!strchr("\"' ", value.ptr[i]))
			text[at++] = value.ptr[i];
	return version_span((str){text, at}, &asked) && (asked.has_low || asked.has_high) &&
	       !version_spans_meet(&asked, python);
}

uint32_t rule_marker_targets(const struct ruleset *rules, str marker)
{
	uint32_t targets = UINT32_MAX;

	if (!marker.len || str_has(marker, S(" or ")) || str_has(marker, S("(")))
		return targets;
	for (uint32_t i = 0; i < rules->n_needs; i++) {
		const struct need_row *need = &rules->needs[i];
		struct version_span python;
		str rest = marker;

		if (!str_eq(ruleset_text(rules, need->package), S("python")) ||
		        !version_span(ruleset_text(rules, need->range), &python))
			continue;
		while (rest.len) {
			size_t end = str_find(rest, S(" and "));

			if (is_never_met(str_slice(rest, 0, end), &python))
				targets &= ~(1u << need->target);
			rest = str_from_at(rest, end + 5);
		}
	}
	return targets;
}

/* A file of continuous integration by its path. */
static bool is_of_ci(str path)
{
	static const char *const names[] = {".gitlab-ci.yml", "azure-pipelines.yml",
	        "azure-pipelines.yaml", "bitbucket-pipelines.yml", ".travis.yml",
	        ".circleci/config.yml", "appveyor.yml", ".appveyor.yml", NULL};

	return str_has(path, S(".github/workflows/")) || str_ends_one_of(path, names);
}

/* A command with its lines that go on, around a place. */
static str command_around(str text, size_t at)
{
	size_t from = at, to = at;

	while (from && at - from < COMMAND_MOST &&
	        (text.ptr[from - 1] != '\n' || (from > 1 && text.ptr[from - 2] == '\\')))
		from--;
	while (to < text.len && to - at < COMMAND_MOST &&
	        (text.ptr[to] != '\n' || (to && text.ptr[to - 1] == '\\')))
		to++;
	return str_slice(text, from, to);
}

/* A workflow that builds, publishes or reads a package, and installs or runs nothing of the
 * project. It is asked at each pin; one that does no more is short. */
static bool is_only_read(str text)
{
	static const char *const reads[] = {"twine", "gh-action-pypi-publish", "python -m build",
	        "uv publish", "flake8", "pylint", "black", "isort", "ruff", "pre-commit", "yapf",
	        "codespell", NULL};
	static const char *const more[] = {"torch", "requirements", "pytest", "unittest",
	        "install .", "install -e", "tox", "nox", "make ", "uv sync", "poetry install",
	        "conda", "docker", ".sh", "uses: ./", NULL};

	return text.len <= WORKFLOW_MOST && str_has_one_of(text, reads) &&
	       !str_has_one_of(text, more);
}

/* The index of PyTorch's builds for the CPU. */
static bool names_cpu_index(str text)
{
	static const char *const indexes[] = {"/whl/cpu", "/whl/nightly/cpu", NULL};

	return str_has_one_of(text, indexes);
}

/* What it installs of PyTorch is a build for the CPU. */
static bool is_for_cpu(str text)
{
	static const char *const others[] = {
	        "+cu1", "/whl/cu", "/whl/nightly/cu", "self-hosted", NULL};

	return text.len <= WORKFLOW_MOST && (str_has(text, S("+cpu")) || names_cpu_index(text)) &&
	       !str_has_one_of(text, others);
}

/* torch==2.1.0+cpu, pip install torch==2.1.0 --index-url …/whl/cpu in a job of continuous
 * integration: it builds or tests on the host, and no device ever sees it. */
static bool is_for_host_job(const struct matching *m, const struct text_requirement *requirement,
        const struct version_span *given)
{
	str command;

	if (!is_of_ci(m->path))
		return false;
	if (given->pinned && str_eq(given->low.local, S("cpu")))
		return true;
	if (!m->text)
		return false;
	if (!requirement || str_eq(requirement->what.name, S("python")))
		return is_only_read(m->text->text) || is_for_cpu(m->text->text);
	command = command_around(m->text->text, requirement->at);
	return names_cpu_index(command);
}

/* What no device ever sees is good to know. */
static uint8_t needed_severity(uint8_t severity, enum finding_guard guard)
{
	if (severity <= SEVERITY_INFO || guard == GUARD_NONE)
		return severity;
	return guard == GUARD_HOST_JOB ? SEVERITY_INFO : severity - 1;
}

void rule_needs(struct matching *m, const struct spot *spot, const struct pin *pin,
        const struct text_requirement *requirement)
{
	const struct ruleset *rules = m->rules;
	struct arena *temp = m->env->temp;
	struct version_span given, range;
	uint32_t targets = 0, rule;
	uint8_t severity[RULE_TARGETS] = {0};
	struct spot whole = *spot;
	str needs = S("");
	struct finding *f;

	if (!version_span(pin->spec, &given) || (!given.has_low && !given.has_high))
		return;
	if (is_for_host_job(m, requirement, &given))
		whole.guard = GUARD_HOST_JOB;
	else
		*VEC_PUSH(m->out->arena, &m->out->pins) = (struct pin){
		        arena_dup(m->out->arena, pin->package), arena_dup(m->out->arena, pin->spec),
		        m->path, pin->line, pin->locked};
	for (uint32_t i = 0; i < rules->n_needs; i++) {
		const struct need_row *need = &rules->needs[i];

		if (!str_eq(ruleset_text(rules, need->package), pin->package) ||
		        (requirement && !(rule_marker_targets(rules, requirement->what.marker) >>
		                                        need->target &
		                                1)) ||
		        !version_span(ruleset_text(rules, need->range), &range) ||
		        version_spans_meet(&given, &range) ||
		        is_met_beside(m, pin->package, &range) ||
		        another_fits(temp, requirement, pin->package, &range))
			continue;
		targets |= 1u << need->target;
		severity[need->target] = (uint8_t)need->severity;
		needs = add_need(temp, rules, need, needs);
	}
	rule = targets ? rule_for(rules, pin->package) : UINT32_MAX;
	if (rule == UINT32_MAX)
		return;
	whole.whole = true;
	f = match_add_for(m, rule, &whole, pin->package,
	        arena_format(temp, phrase_does_not_fit, STR_ARG(pin->package), STR_ARG(pin->spec),
	                STR_ARG(needs)),
	        targets);
	for (uint32_t t = 0; f && t < RULE_TARGETS; t++)
		if (f->severity[t])
			f->severity[t] = needed_severity(severity[t], whole.guard);
}
