/* Places are findings of two rules; files of these are read once more for what stands around them:
 * whether a model's state is saved as it is, and whether a model is loaded. */
#include "scanner/saved_models.h"

#include "base/file.h"
#include "scanner/entry.h"
#include "scanner/phrases.h"
#include "scanner/reach.h"
#include "scanner/rules.h"

enum {
	FILE_BYTES_MOST = 1 << 20,
	READS_MOST = 200,   /* files */
	BEHIND_BYTES = 400, /* of a load, in which what it gives is put into a model */
};

static bool is_of_rule(const struct scan *out, const struct finding *f, const char *id)
{
	return str_eq(out->rules->ids[f->rule], str_from(id));
}

static size_t line_start(str text, uint32_t line)
{
	size_t at = 0;

	for (uint32_t i = 1; i < line && at < text.len; i++)
		at += str_find_byte(str_from_at(text, at), '\n') + 1;
	return at < text.len ? at : text.len;
}

/* From the def around a line up to the end of the finding. */
static str function_before(str text, const struct finding *f)
{
	size_t from = line_start(text, f->line), end = line_start(text, f->end_line + 1);

	while (from) {
		size_t line = from - 1;

		while (line && text.ptr[line - 1] != '\n')
			line--;
		from = line;
		if (str_starts(str_trim(str_slice(text, line, end)), S("def ")))
			break;
	}
	return str_slice(text, from, end);
}

/* model.state_dict(), self.net.module.state_dict(), but not optimizer.state_dict() */
static bool has_model_state(str body)
{
	static const char *const names[] = {"model", "net", "module", "backbone", "encoder",
	        "decoder", "generator", "discriminator", NULL};
	const str state = S(".state_dict()");

	for (size_t at = 0; (at += str_find(str_from_at(body, at), state)) < body.len;
	        at += state.len)
		if (str_ends_one_of(str_slice(body, 0, at), names))
			return true;
	return str_has(body, S("'model'")) || str_has(body, S("\"model\""));
}

/* What stands around a place. */
enum seen { SEEN_NOTHING, SEEN_MODEL, SEEN_COPY };

/* def save(…): torch.save(model.state_dict(), path), perhaps with a copy on the host. */
static enum seen see_save(str text, const struct finding *f)
{
	str body = function_before(text, f);

	if (str_has(body, S("state_dict")) && str_has(body, S("cpu")))
		return SEEN_COPY;
	return has_model_state(body) ? SEEN_MODEL : SEEN_NOTHING;
}

/* load_state_dict(torch.load(path)), torch.load(path)["model"] */
static enum seen see_load(str text, const struct finding *f)
{
	static const char *const models[] = {"load_state_dict", "[\"model\"]", "['model']",
	        "[\"state_dict\"]", "['state_dict']", NULL};
	size_t from = line_start(text, f->line), end = line_start(text, f->end_line + 1);
	bool found = f->cell ? str_has(text, S("load_state_dict(torch.load("))
	                     : str_has_one_of(str_slice(text, from, end + BEHIND_BYTES), models);

	return found ? SEEN_MODEL : SEEN_NOTHING;
}

struct looking {
	struct env *env;
	uint32_t reads;
	VEC(const struct finding *) saves;
};

static enum seen look(struct looking *l, const struct finding *f,
        enum seen (*see)(str text, const struct finding *f))
{
	struct arena_mark mark = arena_mark(l->env->temp);
	enum seen seen = SEEN_NOTHING;
	str text;

	if (l->reads++ < READS_MOST && !file_try_text(l->env, f->path, FILE_BYTES_MOST, &text))
		seen = see(text, f);
	arena_rewind(l->env->temp, mark);
	return seen;
}

static bool may_raise(const struct scan *out, const struct finding *f)
{
	return f->guarded_by == GUARD_NONE && f->state == FINDING_NEW &&
	       is_of_rule(out, f, "load-without-map-location") &&
	       finding_worst(f, UINT32_MAX) == SEVERITY_MINOR && !entry_is_test(f->path);
}

/* The project puts what it computes with on CUDA, and has loads that may be told so. */
static bool is_wanted(const struct scan *out)
{
	bool bound = false, loads = false;

	for (uint32_t i = 0; i < out->findings.list.len && !(bound && loads); i++) {
		const struct finding *f = &out->findings.list.at[i];

		loads |= may_raise(out, f);
		bound |= str_eq(ruleset_text(out->rules, out->rules->rules[f->rule].category),
		                 S("device")) &&
		         finding_worst(f, UINT32_MAX) >= SEVERITY_MAJOR;
	}
	return bound && loads;
}

static bool is_save(const struct scan *out, const struct finding *f)
{
	return is_of_rule(out, f, "save-device-state") && !f->cell && !entry_is_test(f->path) &&
	       (f->guarded_by == GUARD_NONE || f->guarded_by == GUARD_TRY);
}

/* The places that save a model as it is; none where one copies it to the host. */
static void find_saves(const struct scan *out, struct looking *l)
{
	enum seen seen;

	for (uint32_t i = 0; i < out->findings.list.len; i++) {
		const struct finding *f = &out->findings.list.at[i];

		seen = is_save(out, f) ? look(l, f, see_save) : SEEN_NOTHING;
		if (seen == SEEN_COPY) {
			l->saves.len = 0;
			return;
		}
		if (seen == SEEN_MODEL)
			*VEC_PUSH(l->env->temp, &l->saves) = f;
	}
}

/* The folder of one of them holds the other: they are of one program. */
static const struct finding *save_of(const struct looking *l, const struct finding *load)
{
	str folder = path_folder(path_plain(load->path));

	for (uint32_t i = 0; i < l->saves.len; i++) {
		str path = path_plain(l->saves.at[i]->path);

		if (reach_lies_in(path, folder) ||
		        reach_lies_in(path_plain(load->path), path_folder(path)))
			return l->saves.at[i];
	}
	return NULL;
}

void saved_models_settle(struct env *env, struct scan *out)
{
	struct looking l = {.env = env};

	if (is_wanted(out))
		find_saves(out, &l);
	for (uint32_t i = 0; i < out->findings.list.len && l.saves.len; i++) {
		struct finding *f = &out->findings.list.at[i];
		const struct finding *save = may_raise(out, f) ? save_of(&l, f) : NULL;

		if (save && look(&l, f, see_load) == SEEN_MODEL)
			rules_raise(out->arena, out->rules, f,
			        arena_format(out->arena, phrase_saved_on_cuda,
			                STR_ARG(path_base(save->path)), save->line),
			        SEVERITY_MAJOR);
	}
}
