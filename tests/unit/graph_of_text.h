/* What the tests of the text readers share: a text in, a graph and its questions out. */
#ifndef TESTS_UNIT_GRAPH_OF_TEXT_H
#define TESTS_UNIT_GRAPH_OF_TEXT_H

#include "scanner/graph/facts.h"
#include "scanner/graph/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct graph_of_text {
	struct arena *keep, *temp;
	struct diags diags;
	struct env env;
	struct graph_file file;
	bool ok;
};

/* Reads a text as a file of that content would be read. */
static inline struct graph_of_text *graph_of(str text)
{
	struct graph_of_text *g = calloc(1, sizeof *g);

	g->keep = arena_new();
	g->temp = arena_new();
	g->diags.arena = g->keep;
	g->env = (struct env){g->keep, g->temp, &g->diags, &limits_default, NULL};
	g->ok = graph_read(&g->env, S("t.txt"), text, &g->file);
	return g;
}

static inline void graph_done(struct graph_of_text *g)
{
	arena_free(g->keep);
	arena_free(g->temp);
	free(g);
}

/* All problems as one text in the arena. */
static inline str problems_of(struct graph_of_text *g)
{
	struct buf out = {0};
	str text;

	diag_render(&g->diags, DIAG_NOTE, g->temp, &out);
	text = arena_dup(g->keep, buf_str(&out));
	buf_free(&out);
	return text;
}

static inline str text_at(const struct graph_of_text *g, uint32_t id)
{
	return graph_text(&g->file, id);
}

#define assert_text(got, want) assert_text_is((got), (want), __FILE__, __LINE__)
static inline void assert_text_is(str got, const char *want, const char *file, int line)
{
	if (str_eq(got, str_from(want)))
		return;
	fprintf(stderr, "got '%.*s', want '%s'\n", STR_ARG(got), want);
	_fail(file, line);
}

/* The node of that name; the test fails when there is none. */
static inline const struct node *node_named(const struct graph_of_text *g, const char *name)
{
	for (uint32_t i = 0; i < g->file.nodes.len; i++)
		if (str_eq(text_at(g, g->file.nodes.at[i].name), str_from(name)))
			return &g->file.nodes.at[i];
	fail_msg("no node '%s'", name);
	return NULL;
}

static inline const struct arg *arg_at(
        const struct graph_of_text *g, const struct node *node, uint32_t index)
{
	assert_true(index < node->n_args);
	return &g->file.args.at[node->first_arg + index];
}

static inline void put_value(const struct graph_of_text *g, uint32_t value, struct buf *out)
{
	buf_byte(out, '%');
	buf_put(out, text_at(g, g->file.values.at[value].name));
}

/* An argument as text: "%x", "[1, %y]", "f32", "'sum'", "<graph 1>". */
static inline void put_arg(const struct graph_of_text *g, const struct arg *a, struct buf *out)
{
	if (a->name)
		buf_format(out, "%.*s=", STR_ARG(text_at(g, a->name)));
	switch (a->kind) {
	case ARG_NONE: buf_puts(out, "None"); break;
	case ARG_VALUE: put_value(g, a->value, out); break;
	case ARG_LIST:
		buf_byte(out, '[');
		for (uint32_t i = 0; i < a->list.count; i++) {
			if (i)
				buf_puts(out, ", ");
			put_arg(g, &g->file.args.at[a->list.first + i], out);
		}
		buf_byte(out, ']');
		break;
	case ARG_INT: buf_int(out, a->integer); break;
	case ARG_FLOAT: buf_format(out, "%g", a->real); break;
	case ARG_BOOL: buf_puts(out, a->flag ? "True" : "False"); break;
	case ARG_STRING: buf_format(out, "'%.*s'", STR_ARG(text_at(g, a->text))); break;
	case ARG_COMPLEX: buf_format(out, "%g%+gj", a->complex.real, a->complex.imag); break;
	case ARG_DTYPE: buf_put(out, dtype_word(a->dtype)); break;
	case ARG_LAYOUT: buf_format(out, "layout %d", (int)a->integer); break;
	case ARG_GRAPH: buf_format(out, "<graph %u>", a->graph); break;
	case ARG_DEVICE:
	case ARG_MEMORY_FORMAT:
	case ARG_OPERATOR:
	case ARG_OPAQUE: buf_put(out, text_at(g, a->text)); break;
	case ARG_SYM: buf_put(out, text_at(g, a->dim.expr)); break;
	}
}

/* "aten.add.Tensor(%x, 1, alpha=2)" */
static inline str node_text(struct graph_of_text *g, const struct node *node)
{
	struct buf out = {0};
	str text;

	buf_put(&out, text_at(g, node->target));
	buf_byte(&out, '(');
	for (uint32_t i = 0; i < node->n_args; i++) {
		if (i)
			buf_puts(&out, ", ");
		put_arg(g, arg_at(g, node, i), &out);
	}
	buf_byte(&out, ')');
	text = arena_dup(g->keep, buf_str(&out));
	buf_free(&out);
	return text;
}

/* "f32[2, s0][s0, 1]cuda:0" of a value; "?" when it is no tensor. */
static inline str type_text(struct graph_of_text *g, uint32_t value)
{
	const struct tensor *t = value_tensor(&g->file, value);
	struct buf out = {0};
	str text;

	if (!t)
		return S("?");
	buf_put(&out, dtype_word(t->dtype));
	for (int part = 0; part < 2; part++) {
		uint32_t first = part ? t->first_stride : t->first_size;
		uint32_t count = part ? t->n_strides : t->rank;

		if (part ? !count : !t->has_shape)
			continue;
		buf_byte(&out, '[');
		for (uint32_t i = 0; i < count; i++) {
			const struct dim *d = &g->file.dims.at[first + i];

			if (i)
				buf_puts(&out, ", ");
			if (d->expr)
				buf_put(&out, text_at(g, d->expr));
			else
				buf_int(&out, d->value);
		}
		buf_byte(&out, ']');
	}
	buf_put(&out, text_at(g, t->device));
	text = arena_dup(g->keep, buf_str(&out));
	buf_free(&out);
	return text;
}

static inline str type_of_node(struct graph_of_text *g, const char *name)
{
	const struct node *node = node_named(g, name);

	return node->n_outs ? type_text(g, node->first_out) : S("?");
}

#endif
