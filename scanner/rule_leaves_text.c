/* Texts of several parts: "nc" "cl", NAME + ":0", f"{NAME}:{i}", "%s:%d" % (NAME, i),
 * "{}:{}".format(NAME, i).
 *
 * What is not known is left out where a colon stands before it: the index of a device. */
#include "scanner/rule_leaves.h"

#include <string.h>

enum { JOINED_BYTES = 120 };

/* A text that is put together. */
struct joining {
	struct buf text;
	struct leaf from; /* what its first part that is no literal came from */
	bool open;        /* a part is not known: it ends before that */
};

/* The only text that a run may be, and where it came from; STR_NONE when there are none or several.
 */
static str only_text(struct reading *r, struct run run, struct leaf *from)
{
	struct leaves inner = {0};
	struct reading one = *r;

	one.out = &inner;
	leaves_value(&one, run);
	r->steps = one.steps;
	if (inner.count != 1 || inner.at[0].kind != PYTHON_VALUE_STR)
		return STR_NONE;
	r->out->choice |= inner.choice;
	*from = inner.at[0];
	return from->text;
}

static void join_text(struct joining *j, str part)
{
	j->open |= !part.ptr || j->text.len + part.len > JOINED_BYTES;
	if (!j->open)
		buf_put(&j->text, part);
}

static void join_value(struct reading *r, struct joining *j, struct run run)
{
	struct leaf from;
	str text = run.to > run.from && !j->open ? only_text(r, run, &from) : STR_NONE;

	if (text.ptr && !j->from.text.len)
		j->from = from;
	join_text(j, text);
}

static void join_end(struct reading *r, struct joining *j, struct run run)
{
	str text = buf_str(&j->text);
	bool known = text.len && (!j->open || str_ends(text, S(":")));
	struct leaf *leaf = known ? leaves_add(r, PYTHON_VALUE_STR, run) : NULL;

	if (leaf) {
		leaf->joined = run.to > run.from + 1;
		leaf->text = arena_dup(r->p->m.env->temp, text);
		if (j->from.text.len && str_starts(leaf->text, j->from.text)) {
			leaf->name = j->from.name;
			leaf->origin = j->from.origin;
		}
	}
	buf_free(&j->text);
}

/* "nc" "cl", "nc" + "cl", f"{PLACE}:0": the parts in a row. `plus`: a plus stands between. */
static void read_joined(struct reading *r, struct run run, bool plus)
{
	struct joining j = {.from = {.text = STR_NONE}};

	for (uint32_t at = run.from; at < run.to && !j.open;) {
		const struct token *t = &r->tokens[at];
		uint32_t end = plus ? python_token_find(r->file, at, run.to, TOKEN_PLUS)
		                    : python_token_behind(r->file, at),
		         behind;

		if (t->kind == TOKEN_STRING && end == at + 1)
			join_text(&j, literal_at(r->file->text, t->at, &behind));
		else if (t->kind == TOKEN_FSTRING_MIDDLE && end == at + 1)
			join_text(&j, str_slice(r->file->text, t->at, t->end));
		else if (t->kind == TOKEN_LBRACE && !plus)
			join_value(r, &j, (struct run){at + 1, end - 1, run.scope});
		else if (plus)
			join_value(r, &j, (struct run){at, end, run.scope});
		at = end + plus;
	}
	join_end(r, &j, run);
}

/* The next value of a template: the argument or element that begins at a token. */
static uint32_t next_value(struct reading *r, struct joining *j, struct run values)
{
	uint32_t end = python_token_find(r->file, values.from, values.to, TOKEN_COMMA);

	join_value(r, j, (struct run){values.from, end, values.scope});
	return end < values.to ? end + 1 : values.to;
}

/* "%s:%d" % values, "{}:{}".format(values): as far as the values are texts in a row. */
static void read_template(struct reading *r, struct run run, struct run values, bool percent)
{
	struct joining j = {.from = {.text = STR_NONE}};
	const char *mark = percent ? "%s" : "{}";
	uint32_t behind;
	str text = literal_at(r->file->text, r->tokens[run.from].at, &behind);

	while (text.len && !j.open) {
		size_t next = str_find(text, str_from(mark)), other;

		other = str_find_byte(text, percent ? '%' : '{');
		join_text(&j, str_slice(text, 0, next < other ? next : other));
		if (other < next) {
			j.open = true;
		} else if (next < text.len) {
			values.from = next_value(r, &j, values);
			next += 2;
		}
		text = str_from_at(text, next);
	}
	join_end(r, &j, run);
}

static bool is_joined(const struct reading *r, struct run run)
{
	for (uint32_t i = run.from; i < run.to; i = python_token_behind(r->file, i)) {
		uint8_t kind = r->tokens[i].kind;

		if (kind != TOKEN_STRING &&
		        (kind < TOKEN_FSTRING_START || kind > TOKEN_FSTRING_END) &&
		        kind != TOKEN_LBRACE)
			return false;
	}
	return r->tokens[run.from].kind != TOKEN_LBRACE;
}

bool leaves_text(struct reading *r, struct run run)
{
	const struct token *t = &r->tokens[run.from];
	struct run values = {run.from + 2, run.to, run.scope};

	if (is_joined(r, run)) {
		read_joined(r, run, false);
		return true;
	}
	if (python_token_find(r->file, run.from, run.to, TOKEN_PLUS) < run.to) {
		read_joined(r, run, true);
		return true;
	}
	if (t->kind != TOKEN_STRING || run.to < run.from + 3)
		return false;
	if (t[1].kind == TOKEN_PERCENT) {
		if (t[2].kind == TOKEN_LPAR && t[2].value == run.to - 1) {
			values.from++;
			values.to--;
		}
		read_template(r, run, values, true);
		return true;
	}
	if (t[1].kind != TOKEN_DOT || run.to < run.from + 5 || t[3].kind != TOKEN_LPAR ||
	        t[3].value != run.to - 1 || !str_eq(python_name(r->file, t[2].value), S("format")))
		return false;
	values = (struct run){run.from + 4, run.to - 1, run.scope};
	read_template(r, run, values, false);
	return true;
}
