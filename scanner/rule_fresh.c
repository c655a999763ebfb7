/* torch.load() in a test of a file that the test has made itself: it lies in a folder that was new
 * when the test began (tmp_path, tempfile.TemporaryDirectory()), or torch.save() wrote it a few
 * lines above. Whatever device it was saved from is there still. */
#include "scanner/entry.h"
#include "scanner/rule_guard.h"

#include <string.h>

enum { NAMES_DEEP = 3, LINE_BYTES = 300, NAME_RECORDS = 20 };

/* The load, and the def that it is in. */
struct load {
	struct python_matching *p;
	uint32_t at, scope;
	str before; /* the def up to the load */
};

/* What the call is given first, as it is written. */
static str path_written(str call)
{
	size_t from = str_find_byte(call, '(') + 1, depth = 0, i;

	for (i = from; i < call.len; i++) {
		if (!depth && strchr(",)", call.ptr[i]))
			break;
		depth += strchr("([{", call.ptr[i]) != NULL;
		depth -= strchr(")]}", call.ptr[i]) != NULL;
	}
	return from < call.len ? str_trim(str_slice(call, from, i)) : STR_NONE;
}

static bool is_fresh_name(str word)
{
	static const char *const names[] = {"tmp_path", "tmpdir", "tmp_dir", "temp_dir", "tempdir",
	        "TemporaryDirectory", "NamedTemporaryFile", "TemporaryFile", "mkdtemp", "mkstemp",
	        NULL};

	return str_is_one_of(word, names);
}

static bool is_fresh(const struct load *load, str text, uint32_t deep);

/* All that the def binds the name to before the load lies in such a folder. */
static bool is_bound_fresh(const struct load *load, str word, uint32_t deep)
{
	const struct python_file *file = load->p->file;
	uint32_t name = python_name_find(file, word);
	bool fresh = false;

	for (uint32_t i = python_next_binding(load->p, name, PYTHON_NONE); name && i != PYTHON_NONE;
	        i = python_next_binding(load->p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t statement = outline_find(python_outline(load->p), b->at);

		if (b->scope != load->scope || b->at >= load->at)
			continue;
		if (statement == PYTHON_NONE || b->kind == PYTHON_BIND_PARAMETER ||
		        !python_may_look(load->p, NAME_RECORDS) ||
		        !is_fresh(load, head_written(load->p, statement, LINE_BYTES), deep + 1))
			return false;
		fresh = true;
	}
	return fresh;
}

/* A text speaks of such a folder, or of a name that stands for what lies in one. */
static bool is_fresh(const struct load *load, str text, uint32_t deep)
{
	size_t from, i = 0;

	if (deep == NAMES_DEEP || !python_may_look(load->p, text.len))
		return false;
	while (i < text.len) {
		for (from = i; i < text.len && byte_is_word(text.ptr[i]);)
			i++;
		if (i > from && (is_fresh_name(str_slice(text, from, i)) ||
		                        is_bound_fresh(load, str_slice(text, from, i), deep)))
			return true;
		i += i == from;
	}
	return false;
}

/* torch.save(…, PATH) above, with the path written as here, and not only where it is missing. */
static bool is_saved_above(const struct load *load, str path)
{
	str rest = load->before, sign = S("torch.save(");

	if (!path.len || !python_may_look(load->p, rest.len) || str_has(rest, S("if not ")))
		return false;
	for (size_t at; (at = str_find(rest, sign)) < rest.len;) {
		size_t end;

		rest = str_from_at(rest, at + sign.len - 1);
		end = brackets_end(rest);
		if (!end || !python_may_look(load->p, end))
			break;
		if (str_ends(str_trim(str_slice(rest, 1, end - 1)), path))
			return true;
	}
	return false;
}

bool test_reads_its_own(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	/* what comes from somewhere else, into the folder too */
	static const char *const brought[] = {"download", "copy", "urlretrieve", "requests",
	        "from_hub", "snapshot", "fixtures", "assets", "extract", NULL};
	const struct outline *o = &p->outline;
	struct load load = {.p = p, .at = raw->at, .scope = raw->scope};
	str call = str_slice(p->file->text, raw->at, raw->end);
	uint32_t def = outline_def(o, statement);

	if (!str_eq(raw->matched, S("torch.load")) || str_has(call, S("map_location")) ||
	        str_has(call, S("cuda")) || !entry_is_test(p->file->below))
		return false;
	if (def == PYTHON_NONE || o->list.at[def].at >= raw->at)
		return false;
	load.before = str_slice(p->file->text, o->list.at[def].at, raw->at);
	if (!python_may_look(p, load.before.len) || str_has_one_of(load.before, brought))
		return false;
	return is_saved_above(&load, path_written(call)) || is_fresh(&load, path_written(call), 0);
}
