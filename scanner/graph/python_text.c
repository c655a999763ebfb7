/* Idea: a stack of frames (class, forward, other) by indentation over logical lines; statements
 * inside a forward become nodes. A class ends where a line stands further left.
 *
 * Invariants: nodes of one forward stand together; a class is linked to the node of its parent
 * that uses it once everything is read, since print_readable prints children behind the parent.
 * What surprises: when indentation is lost a forward ends at its `return` (fx-formats 13). */
#include "scanner/graph/python_text.h"

#include "base/map.h"
#include "scanner/phrases.h"

#include <string.h>

enum { FRAMES_MOST = 64 };

enum frame_kind { FRAME_CLASS, FRAME_FORWARD, FRAME_OTHER };

struct frame {
	enum frame_kind kind;
	uint32_t indent;
	uint32_t class; /* in classes; GRAPH_NONE: none */
	bool empty;     /* no line of its body met yet */
	bool flat;
	bool init; /* `def __init__`: it tells what the modules are */
};

struct class_record {
	str name;
	str path; /* "GraphModule.true_graph_0" */
	uint32_t parent, graph;
};

struct python_reader {
	struct text_build *b;
	struct py_scan *scan;
	struct frame frames[FRAMES_MOST];
	uint32_t depth;
	VEC(struct class_record) classes;
	struct map modules; /* "CLASS.NAME" to the id of the module's type */
};

bool python_class_starts(str line, str *name)
{
	size_t at, open, base;
	str rest = str_trim(line);

	/* Most lines are statements; the colon rules them out. */
	if (!rest.len || (rest.ptr[rest.len - 1] != ':' && str_find_byte(rest, '#') == rest.len))
		return false;
	at = str_find(line, S("class "));
	if (at == line.len || (at && line.ptr[at - 1] != ' '))
		return false;
	rest = str_trim(str_from_at(line, at + 6));
	open = str_find_byte(rest, '(');
	base = str_find(rest, S("Module)"));
	if (open == rest.len || base == rest.len || base < open)
		return false;
	*name = str_slice(rest, 0, open);
	rest = str_from_at(rest, base);
	return str_ends(str_trim(str_slice(rest, 0, str_find_byte(rest, '#'))), S(":"));
}

bool python_forward_starts(str line)
{
	return str_starts(str_trim(line), S("def forward("));
}

static uint32_t class_here(const struct python_reader *r)
{
	return r->depth ? r->frames[r->depth - 1].class : GRAPH_NONE;
}

static void push_frame(
        struct python_reader *r, enum frame_kind kind, uint32_t indent, uint32_t class)
{
	if (r->depth == FRAMES_MOST) {
		left_out_add(r->b->file, phrase_deep_class, 1);
		return;
	}
	r->frames[r->depth++] =
	        (struct frame){.kind = kind, .indent = indent, .class = class, .empty = true};
}

static void pop_frame(struct python_reader *r)
{
	struct frame *top = &r->frames[--r->depth];

	if (top->kind == FRAME_FORWARD) {
		build_graph_end(r->b);
		r->scan->flat = false;
	}
}

static void open_class(struct python_reader *r, uint32_t indent, str name)
{
	uint32_t parent = class_here(r);
	str path = name;

	if (parent != GRAPH_NONE)
		path = arena_format(r->b->env->temp, "%.*s.%.*s",
		        STR_ARG(graph_name_part(r->classes.at[parent].path)), STR_ARG(name));
	*VEC_PUSH(r->b->env->temp, &r->classes) = (struct class_record){
	        .name = name, .path = path, .parent = parent, .graph = GRAPH_NONE};
	push_frame(r, FRAME_CLASS, indent, r->classes.len - 1);
}

/* "GraphModule.true_graph_0", "<top>" outside every class */
static str path_of(const struct python_reader *r, uint32_t class)
{
	return class != GRAPH_NONE && r->classes.at[class].path.len ? r->classes.at[class].path
	                                                            : S("<top>");
}

/* The first line of the body stands no further right than its `def`. */
static bool body_is_flat(const struct py_scan *scan, uint32_t indent)
{
	str rest = str_from_at(scan->text, scan->at);
	str line = str_slice(rest, 0, str_find_byte(rest, '\n'));

	return py_indent(line) <= indent && py_starts_statement(line);
}

static void open_forward(struct python_reader *r, const struct py_line *line)
{
	uint32_t class = class_here(r), graph;

	/* A forward inside a forward is no graph: its nodes would not stand together. */
	if (r->depth == FRAMES_MOST || r->b->graph != GRAPH_NONE ||
	        (r->depth && r->frames[r->depth - 1].kind != FRAME_CLASS)) {
		push_frame(r, FRAME_OTHER, line->indent, class);
		return;
	}
	graph = build_graph_begin(r->b, path_of(r, class));
	if (class != GRAPH_NONE && r->classes.at[class].graph == GRAPH_NONE)
		r->classes.at[class].graph = graph;
	python_inputs_take(r->b, line->text);
	if (line->cut)
		r->b->file->graphs.at[graph].cut++;
	push_frame(r, FRAME_FORWARD, line->indent, class);
	r->scan->flat = body_is_flat(r->scan, line->indent);
}

/* Does a line that stands no further right than a frame still belong to it? */
static bool stays(const struct python_reader *r, const struct frame *top,
        const struct py_line *line, bool header)
{
	if (line->indent > top->indent)
		return true;
	if (top->kind == FRAME_CLASS)
		return top->empty && python_forward_starts(line->text);
	if (top->kind != FRAME_FORWARD || header)
		return false;
	return top->flat || (top->empty && r->depth && py_starts_statement(line->text));
}

static void pop_frames(struct python_reader *r, const struct py_line *line, bool header)
{
	while (r->depth && !stays(r, &r->frames[r->depth - 1], line, header))
		pop_frame(r);
}

static bool is_return(str text)
{
	return str_starts(text, S("return")) &&
	       (text.len == 6 || strchr(" ([{", text.ptr[6]) != NULL);
}

static void add_module(struct python_reader *r, uint32_t class, str name, str type)
{
	str key = arena_format(r->b->env->temp, "%u.%.*s", class, STR_ARG(name));

	type = str_slice(type, 0, str_find_byte(type, '('));
	if (type.len && type.len < 200)
		*map_at(&r->modules, key, NULL) = intern_id(&r->b->file->names, type);
}

/* "self.act = ReLU(inplace=True)", "self.ln = torch.load(…) # LayerNorm((16,), …)",
 * "setattr(self, "0", Linear(…))": what to_folder and repro scripts write. */
static void take_init(struct python_reader *r, const struct py_line *line, uint32_t class)
{
	struct py_tree *t = &r->b->tree;
	struct py_statement s;
	uint32_t call, name = PY_NONE;
	str type;

	py_tree_open(t, line->text);
	if (!py_statement_next(t, &s) || s.value == PY_NONE || t->nodes.at[s.value].kind != PY_CALL)
		return;
	call = s.value;
	if (s.kind == PY_EXPRESSION && str_eq(py_text(t, t->nodes.at[call].child), S("setattr"))) {
		name = t->nodes.at[t->nodes.at[call].child].next;
		name = name == PY_NONE ? PY_NONE : t->nodes.at[name].next;
		call = name == PY_NONE ? PY_NONE : t->nodes.at[name].next;
		if (call == PY_NONE || t->nodes.at[name].kind != PY_STRING ||
		        t->nodes.at[call].kind != PY_CALL)
			return;
	} else if (s.kind != PY_ASSIGN || !str_starts(py_text(t, s.first_target), S("self."))) {
		return;
	}
	type = py_text(t, t->nodes.at[call].child);
	if (str_eq(type, S("torch.load")))
		type = py_comment_behind(line->text, t->nodes.at[s.value].end);
	add_module(r, class,
	        name == PY_NONE ? str_from_at(py_text(t, s.first_target), 5) : py_string(t, name),
	        type);
}

static void take_body(struct python_reader *r, const struct py_line *line)
{
	struct frame *top = &r->frames[r->depth - 1];

	if (top->kind != FRAME_FORWARD) {
		top->empty = false;
		if (top->init)
			take_init(r, line, top->class);
		return;
	}
	if (top->empty && line->indent <= top->indent)
		top->flat = r->scan->flat = true;
	top->empty = false;
	python_statement_take(r->b, line);
	if (top->flat && is_return(line->text))
		pop_frame(r);
}

static void push_other(struct python_reader *r, const struct py_line *line)
{
	uint32_t depth = r->depth;

	push_frame(r, FRAME_OTHER, line->indent, class_here(r));
	if (r->depth > depth && r->frames[depth].class != GRAPH_NONE)
		r->frames[depth].init = str_starts(line->text, S("def __init__("));
}

/* False: the line is not part of this text any more. */
static bool take_line(struct python_reader *r, const struct py_line *line)
{
	str name;
	bool class, def;

	if (line->comment) {
		if (r->depth && r->frames[r->depth - 1].kind == FRAME_FORWARD)
			python_comment_take(r->b, line->text);
		return true;
	}
	class = python_class_starts(line->text, &name);
	def = !class && str_starts(line->text, S("def "));
	pop_frames(r, line, class || def || str_starts(line->text, S("class ")));
	if (r->depth)
		r->frames[r->depth - 1].empty &= !class && !def;
	if (class)
		open_class(r, line->indent, name);
	else if (python_forward_starts(line->text) && (def || !r->depth))
		open_forward(r, line);
	else if (r->depth && (def || str_starts(line->text, S("class "))))
		push_other(r, line);
	else if (r->depth)
		take_body(r, line);
	else
		return false;
	return true;
}

/* The children of one class by the name its parent calls them. */
static void link_children(struct python_reader *r, uint32_t parent, const struct map *children)
{
	struct graph_file *file = r->b->file;
	const struct graph *graph = &file->graphs.at[parent];
	const struct node *before =
	        graph->first_node ? &file->nodes.at[graph->first_node - 1] : NULL;
	uint32_t arg = before ? before->first_arg + before->n_args : 0;
	VEC(uint32_t) of_value = {0};
	uint32_t first_value = UINT32_MAX;

	for (uint32_t i = 0; i < graph->n_nodes; i++) {
		const struct node *node = &file->nodes.at[graph->first_node + i];
		const uint32_t *child = map_get(children, graph_text(file, node->target));

		if (node->n_outs && first_value == UINT32_MAX)
			first_value = node->first_out;
		if (child && node->kind == NODE_CALL_MODULE &&
		        file->graphs.at[*child].parent_node == GRAPH_NONE)
			file->graphs.at[*child].parent_node = graph->first_node + i;
		if (child && node->kind == NODE_GET_ATTR && node->n_outs) {
			uint32_t at = node->first_out - first_value;

			if (at >= of_value.len) {
				VEC_RESERVE(r->b->env->temp, &of_value, at + 1 - of_value.len);
				of_value.len = at + 1;
			}
			of_value.at[at] = *child + 1;
		}
		/* Lists of a node stand before its own arguments. */
		for (; arg < node->first_arg + node->n_args; arg++) {
			struct arg *a = &file->args.at[arg];
			uint32_t at = a->kind == ARG_VALUE ? a->value - first_value : UINT32_MAX;

			if (a->kind != ARG_VALUE || a->value < first_value || at >= of_value.len ||
			        !of_value.at[at])
				continue;
			a->kind = ARG_GRAPH;
			a->graph = of_value.at[at] - 1;
			if (file->graphs.at[a->graph].parent_node == GRAPH_NONE)
				file->graphs.at[a->graph].parent_node = graph->first_node + i;
		}
	}
}

/* Paths and types of the modules that a class calls. */
static void name_modules(struct python_reader *r, uint32_t class)
{
	struct graph_file *file = r->b->file;
	const struct graph *graph = &file->graphs.at[r->classes.at[class].graph];

	for (uint32_t i = 0; r->modules.len && i < graph->n_nodes; i++) {
		struct node *node = &file->nodes.at[graph->first_node + i];
		const uint32_t *type;

		if (node->kind != NODE_CALL_MODULE)
			continue;
		type = map_get(&r->modules, arena_format(r->b->env->temp, "%u.%.*s", class,
		                                    STR_ARG(graph_text(file, node->target))));
		node->module_type = type ? *type : 0;
	}
}

/* Joins classes with their parents, one pass over the nodes of every parent. */
static void link_classes(struct python_reader *r)
{
	for (uint32_t i = 0; i < r->classes.len; i++) {
		const struct class_record *c = &r->classes.at[i];

		if (c->graph != GRAPH_NONE && c->parent != GRAPH_NONE)
			r->b->file->graphs.at[c->graph].parent = r->classes.at[c->parent].graph;
	}
	for (uint32_t p = 0; p < r->classes.len; p++) {
		struct map children = {.arena = r->b->env->temp};

		if (r->classes.at[p].graph == GRAPH_NONE)
			continue;
		name_modules(r, p);
		/* Children follow their parent directly or behind one another's families. */
		for (uint32_t c = p + 1; c < r->classes.len; c++) {
			const struct class_record *child = &r->classes.at[c];

			if (child->parent == GRAPH_NONE || child->parent < p)
				break; /* the family of p is over */
			if (child->parent != p || child->graph == GRAPH_NONE)
				continue;
			*map_at(&children, child->name, NULL) = child->graph;
		}
		if (!children.len)
			continue;
		link_children(r, r->classes.at[p].graph, &children);
		build_stage(r->b, r->classes.at[p].graph);
	}
}

void python_text_take(struct text_build *b, struct py_scan *scan)
{
	struct python_reader r = {.b = b, .scan = scan, .modules.arena = b->env->temp};
	struct py_scan before = *scan;
	struct py_line line;

	while (py_scan_next(scan, &line)) {
		if (!take_line(&r, &line)) {
			*scan = before;
			break;
		}
		before = *scan;
	}
	while (r.depth)
		pop_frame(&r);
	scan->flat = false;
	link_classes(&r);
}

void python_fragment_take(struct text_build *b, struct py_scan *scan)
{
	struct py_scan before = *scan;
	struct py_line line;

	build_graph_begin(b, S("<fragment>"));
	b->file->graphs.at[b->graph].cut++;
	left_out_add(b->file, phrase_headless, 1);
	while (py_scan_next(scan, &line)) {
		if (!line.comment && !py_starts_statement(line.text)) {
			*scan = before;
			break;
		}
		if (line.comment)
			python_comment_take(b, line.text);
		else
			python_statement_take(b, &line);
		before = *scan;
		if (is_return(line.text))
			break;
	}
	build_graph_end(b);
}
