/* notebook-install: !pip install and %pip install lines of notebooks.
 *
 * The front end leaves such lines out, so the bytes of the notebook are read once more; a place is
 * the cell and line of the word. */
#include "scanner/matcher_named.h"

#include "base/json.h"
#include "base/text.h"
#include "scanner/requirement.h"
#include "scanner/rule_text.h"

#include <string.h>

struct notebook {
	struct python_matching *p;
	const struct item_row *item;
	uint32_t cell;
};

static bool is_wanted(struct notebook *n, str word)
{
	struct requirement r;

	if (str_has(word, S("://"))) /* an index, a wheel: judged as it stands */
		return option_fits(n->p, n->item, "names", word, false);
	return requirement_parse(word, &r) && r.name.len &&
	       option_fits(n->p, n->item, "names", requirement_normal(n->p->m.env->temp, r.name),
	               false);
}

/* Behind "!pip install", "%pip install", "!uv pip install", "!conda install"; 0 when it is none. */
static size_t behind_install(str line)
{
	size_t at = str_find(line, S("install "));
	str head = str_trim(line);

	if (!head.len || !strchr("!%", head.ptr[0]) || at == line.len)
		return 0;
	if (!str_has(str_slice(line, 0, at), S("pip")) &&
	        !str_has(str_slice(line, 0, at), S("conda")))
		return 0;
	return at + 8;
}

/* A version that is asked for, against what releases of the back ends need. */
static void add_pin(struct notebook *n, str word, const struct spot *spot)
{
	struct requirement r;

	if (requirement_parse(word, &r) && r.name.len && r.spec.len)
		rule_needs(&n->p->m, spot,
		        &(struct pin){requirement_normal(n->p->m.env->temp, r.name), r.spec,
		                n->p->m.path, spot->line, false},
		        NULL);
}

/* A column in code points; it only grows along a line, which is counted once. */
struct column {
	size_t at;
	uint32_t points;
};

static uint32_t column_at(struct column *c, str line, size_t at)
{
	c->points += (uint32_t)utf8_count(str_slice(line, c->at, at));
	c->at = at;
	return c->points + 1;
}

static void read_line(struct notebook *n, str line, uint32_t number)
{
	size_t at = behind_install(line);
	struct column column = {0};
	bool told = false;

	while (at && at < line.len) {
		size_t end;
		str word;

		while (at < line.len && strchr(" \t\"'\\", line.ptr[at]))
			at++;
		for (end = at; end < line.len && !strchr(" \t\"'\n", line.ptr[end]);)
			end++;
		if (at < end && line.ptr[at] == '-' && str_has(str_slice(line, at, end), S("=")))
			at += (uint32_t)str_find_byte(str_from_at(line, at), '=') + 1;
		word = str_slice(line, at, end);
		if (word.len && word.ptr[0] != '-') {
			struct spot spot = {.cell = n->cell + 1,
			        .line = number,
			        .column = column_at(&column, line, at),
			        .end_line = number,
			        .statement = str_trim(line)};

			spot.end_column = column_at(&column, line, end);
			add_pin(n, word, &spot);
			if (!told && is_wanted(n, word)) {
				match_add(&n->p->m, n->item->rule, &spot, word, str_trim(line));
				told = true; /* once a line */
			}
		}
		at = end + (end == at);
	}
}

static void read_source(struct notebook *n, str source)
{
	uint32_t number = 0;
	str line;

	while (source.len && str_cut(&source, '\n', &line))
		read_line(n, line, ++number);
}

static void read_cell(struct notebook *n, struct json *j)
{
	struct buf source = {0};
	bool code = false;
	str key, text;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("cell_type")) && json_peek(j) == JSON_STRING) {
			json_string(j, &text);
			code = str_eq(text, S("code"));
		} else if (str_eq(key, S("source")) && json_peek(j) == JSON_STRING) {
			json_string(j, &text);
			buf_put(&source, text);
		} else if (str_eq(key, S("source")) && json_peek(j) == JSON_ARRAY) {
			for (json_array(j); json_item(j);) {
				if (json_peek(j) == JSON_STRING && json_string(j, &text))
					buf_put(&source, text);
				else
					json_skip(j);
			}
		} else {
			json_skip(j);
		}
	}
	if (code)
		read_source(n, buf_str(&source));
	buf_free(&source);
	n->cell++;
}

void match_notebook_install(struct python_matching *p, const struct item_row *item)
{
	struct notebook n = {p, item, 0};
	struct json j;
	str key;

	if (!p->file->notebook || !p->bytes.len || !str_has(p->bytes, S("install ")))
		return;
	json_open(&j, p->bytes, p->m.env->limits->json_depth, p->m.env->temp);
	for (json_object(&j); json_key(&j, &key);) {
		if (!str_eq(key, S("cells")) || json_peek(&j) != JSON_ARRAY) {
			json_skip(&j);
			continue;
		}
		for (json_array(&j); json_item(&j);) {
			if (json_peek(&j) == JSON_OBJECT)
				read_cell(&n, &j);
			else
				json_skip(&j);
		}
	}
}
