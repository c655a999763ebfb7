/* Idea: un-wrap into clean texts; walk each line by line until a line looks like the beginning of a
 * form, let the reader of that form take its part, and go on behind it.
 *
 * Invariant: every step takes at least one line. What surprises: inductor's output code holds
 * pieces of the graph in comments; they are copies of a graph that is elsewhere, so they are read
 * only where the text is nothing but such comments (fx-formats 2). */
#include "scanner/graph/text_read.h"

#include "base/file.h"
#include "scanner/graph/fx_str.h"
#include "scanner/graph/identity.h"
#include "scanner/graph/log_facts.h"
#include "scanner/graph/nativert.h"
#include "scanner/graph/python_text.h"
#include "scanner/graph/tabular.h"
#include "scanner/graph/text_unwrap.h"

#include <string.h>

/* ---- recognition ---- */

static bool has(str text, const char *needle)
{
	return str_has(text, str_from(needle));
}

/* `word` followed by something that starts with `behind`, anywhere. */
static bool has_pair(str text, const char *word, const char *behind)
{
	str w = str_from(word);

	for (size_t at; (at = str_find(text, w)) < text.len;) {
		text = str_from_at(text, at + w.len);
		if (str_starts(text, str_from(behind)))
			return true;
	}
	return false;
}

/* Names that torch.fx gives to classes; a class of somebody's sources has another. */
static bool has_graph_class(str text)
{
	static const char *const names[] = {"GraphModule(", "<lambda>(", "&lt;lambda&gt;(",
	        " Repro(", "Repro(", "joint_fn(", "joint_helper(", "inner_f(", "FxModule(",
	        "graph_module(", NULL};

	for (size_t i = 0; names[i]; i++)
		if (has_pair(text, "class ", names[i]))
			return true;
	return false;
}

/* A deletion behind a statement (";  x = None") or a typed statement, which only torch.fx writes.
 */
static bool has_graph_statement(str text)
{
	str needle = S(";  "), none = S(" = None");
	size_t at = 0, next = 0; /* where a deletion stands from `at` on, looked for once */

	for (size_t found; (found = str_find(str_from_at(text, at), needle)) < text.len - at;) {
		str line;

		at += found + needle.len;
		if (next < at)
			next = at + str_find(str_from_at(text, at), none);
		line = str_slice(text, at, at + 4096);
		line = str_slice(line, 0, str_find_byte(line, '\n'));
		if (next + none.len <= at + line.len || has(str_slice(line, 0, 200), "m = ") ||
		        has(str_slice(line, 0, 200), "add = "))
			return true;
	}
	return false;
}

bool python_text_matches(str bytes)
{
	if (!has(bytes, "def forward("))
		return has_pair(bytes, " = torch.ops.", "aten.") && has_graph_statement(bytes);
	if (has_graph_class(bytes) || has(bytes, "ExportedProgram:"))
		return true;
	if (has_graph_statement(bytes) || has(bytes, "fx_pytree.tree_flatten_spec") ||
	        has(bytes, "import torch.fx._pytree as fx_pytree"))
		return true;
	/* gm.code: a forward of nobody. */
	return str_starts(str_trim(str_slice(bytes, 0, 4096)), S("def forward(self")) ||
	       has(bytes, "= torch.ops.");
}

bool fx_str_matches(str bytes)
{
	static const char *const ops[] = {"placeholder", "PlaceHolder", "call_function",
	        "call_method", "call_module", "get_attr", NULL};

	if (has(bytes, "AsyncCompile()") && !has(bytes, "\n    %"))
		return false; /* inductor's output code: pieces in comments only */
	for (size_t i = 0; ops[i]; i++)
		if (has_pair(bytes, "] = ", ops[i]) && has_pair(bytes, ops[i], "[target="))
			return true;
	return has_pair(bytes, "\" = PlaceHolder", "[target=");
}

bool tabular_matches(str bytes)
{
	str rest = bytes;
	size_t at;

	while ((at = str_find(rest, S("opcode "))) < rest.len) {
		str line = str_from_at(rest, at);

		line = str_slice(line, 0, str_find_byte(line, '\n'));
		if (tabular_starts(line))
			return true;
		rest = str_from_at(rest, at + line.len); /* a header says the word once */
	}
	return (has(bytes, "placeholder  ") || has(bytes, "plchdr  ")) &&
	       (has(bytes, "call_function  ") || has(bytes, "call_module  ") ||
	               has(bytes, "cl_fun  "));
}

bool log_text_matches(str bytes)
{
	return log_facts_match(bytes) || nativert_matches(bytes);
}

/* ---- reading ---- */

static str line_at(const struct py_scan *scan)
{
	str rest = str_from_at(scan->text, scan->at);

	return str_slice(rest, 0, str_find_byte(rest, '\n'));
}

/* " ===== Forward graph 0 =====" */
static bool take_heading(struct text_build *b, str line)
{
	str trimmed = str_trim(line);
	size_t end;

	if (!str_starts(trimmed, S("====")))
		return false;
	while (trimmed.len && (trimmed.ptr[0] == '=' || trimmed.ptr[0] == ' '))
		trimmed = str_from_at(trimmed, 1);
	end = str_find(trimmed, S(" ==="));
	if (!end || end == trimmed.len)
		return false;
	b->heading = str_slice(trimmed, 0, end);
	b->heading_stage = stage_from_heading(b->heading);
	return true;
}

static void drop_heading(struct text_build *b)
{
	b->heading = STR_NONE;
	b->heading_stage = STAGE_NONE;
}

/* A statement of a graph whose head was cut off: typed or with deletions, and the next line too. */
static bool fragment_starts(const struct py_scan *scan, str line)
{
	size_t next = scan->at + line.len + 1;
	str rest = str_from_at(scan->text, next);
	str second = str_slice(rest, 0, str_find_byte(rest, '\n'));

	if (!py_starts_statement(line) || !has(line, " = torch.ops."))
		return false;
	return (has(line, ": \"") || has(line, ";  ")) &&
	       (py_starts_statement(second) || !str_trim(second).len);
}

struct forms {
	str text; /* the whole clean text */
	bool python, fx_str, tabular, exported;
	bool asked, output_code; /* of the text */
};

/* Does the text hold inductor's output code? Asked only where it matters, and once. */
static bool is_output_code(struct forms *forms)
{
	if (!forms->asked) {
		forms->asked = true;
		forms->output_code =
		        has(forms->text, "AsyncCompile()") || has(forms->text, "@triton.jit");
	}
	return forms->output_code;
}

/* Lets the reader of a form take what begins here; false: nothing begins. */
static bool take_graph(struct text_build *b, struct py_scan *scan, str line, struct forms *forms)
{
	str trimmed = str_trim(line), name;

	if (!trimmed.len)
		return false;
	if (python_class_starts(trimmed, &name) || python_forward_starts(trimmed)) {
		python_text_take(b, scan);
		forms->python = true;
	} else if (nativert_starts(scan, line)) {
		nativert_take(b, scan);
	} else if (fx_str_starts(line)) {
		fx_str_take(b, scan);
		forms->fx_str = true;
	} else if (trimmed.ptr[0] == '#' && fx_fragment_starts(trimmed) && !is_output_code(forms)) {
		fx_fragments_take(b, scan);
		forms->fx_str = true;
	} else if (tabular_starts(line)) {
		tabular_take(b, scan);
		forms->tabular = true;
	} else if (repro_starts(trimmed)) {
		repro_take(b, scan);
	} else if (signature_starts(trimmed)) {
		signature_take(b, scan);
	} else if (fragment_starts(scan, line)) {
		python_fragment_take(b, scan);
		forms->python = true;
	} else {
		return false;
	}
	return true;
}

static void take_torch_version(struct text_build *b, str line)
{
	str mark = S("# torch version: ");

	if (str_starts(line, mark) && !b->file->torch_version)
		b->file->torch_version =
		        intern_id(&b->file->names, str_trim(str_from_at(line, mark.len)));
}

static void take_text(struct text_build *b, str text, struct forms *forms)
{
	struct py_scan scan = {.text = text};
	struct log_facts_state state;
	bool graphs = logs_graphs(b->origin.source, b->origin.artifact);

	log_facts_open(&state, b);
	forms->text = text;
	forms->asked = false;
	while (scan.at < text.len) {
		str line = line_at(&scan);
		size_t before = scan.at;

		take_torch_version(b, line);
		if (take_heading(b, line)) {
			/* The next graph bears it. */
		} else if (graphs && take_graph(b, &scan, line, forms)) {
			drop_heading(b);
			log_facts_break(&state);
		} else {
			log_facts_line(&state, line, scan.line);
		}
		if (scan.at == before) {
			scan.at += line.len + 1;
			scan.line++;
		}
	}
	log_facts_close(&state);
	drop_heading(b);
}

void text_take(struct text_build *b, str text)
{
	struct forms forms = {0};

	take_text(b, text, &forms);
}

/* The format by what was found; what a reader of a part has set stays. */
static void settle_format(struct graph_file *file, const struct forms *forms, bool log)
{
	int kinds = forms->python + forms->fx_str + forms->tabular;

	if (file->format == GRAPH_REPRO || file->format == GRAPH_EXPORTED_TEXT)
		return;
	if (log || kinds != 1)
		file->format = GRAPH_LOG_TEXT;
	else
		file->format = forms->python   ? GRAPH_READABLE
		               : forms->fx_str ? GRAPH_FX_STR
		                               : GRAPH_TABULAR;
}

bool text_read(struct env *env, str path, str bytes, struct graph_file *out)
{
	struct clean_texts texts;
	struct text_build b;
	struct forms forms = {0};

	build_open(&b, env, out);
	out->format = GRAPH_FORMAT_NONE;
	graph_facts_of(out);
	text_unwrap(env, bytes, &texts);
	for (uint32_t i = 0; i < texts.list.len; i++) {
		const struct clean_text *text = &texts.list.at[i];

		b.origin = (struct text_origin){.lines = text->lines,
		        .first_line = 1,
		        .n_lines = text->n_lines,
		        .rank = text->rank,
		        .compile_id = text->compile_id,
		        .artifact = text->artifact,
		        .source = text->source,
		        .old = text->old};
		take_text(&b, text->text, &forms);
	}
	graph_breaks_join(env, out);
	settle_format(out, &forms, texts.log_lines > 0);
	if (!out->graphs.len && !log_facts_any(graph_facts_of(out)))
		return diag_error(env->diags, (struct place){.path = path},
		        "no traced graph could be read; expected print_readable, print(gm.graph), "
		        "print_tabular or a log of TORCH_LOGS, as they were printed");
	graph_file_identify(out);
	graph_file_count_stages(env, out);
	graph_file_drop_repeats(env, out);
	return true;
}
