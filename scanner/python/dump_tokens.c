/* The lexer's offsets count in text whose line ends are all '\n'; here they are taken back to the
 * lines of the file, where an end may be two bytes. */
#include "scanner/python/dump_tokens.h"

#include "base/json.h"
#include "base/text.h"
#include "scanner/python/lexer.h"
#include "scanner/python/source.h"

#include <string.h>

enum { ROOM = 4096 };

struct spot {
	uint32_t line, column, character;
	size_t original;
};

struct dump {
	struct json_out json;
	const struct source *source;
	struct arena *arena;
	VEC(uint32_t) lines;     /* starts in the text */
	VEC(uint32_t) originals; /* and in the original */
	uint32_t line;           /* of the token before, counted from 0 */
	struct spot last; /* where it was, so that long lines are not counted from their start */
};

static const char *const kind_names[] = {
#define X(id, word) [TOKEN_##id] = word,
        PYTHON_TOKENS(X) PYTHON_OPERATORS(X)
#undef X
};

static void find_lines(struct dump *d)
{
	str text = d->source->text, original = d->source->original;
	size_t at = 0;

	*VEC_PUSH(d->arena, &d->lines) = 0;
	*VEC_PUSH(d->arena, &d->originals) = 0;
	for (size_t i = 0; i < text.len; i++) {
		bool two = text.ptr[i] == '\n' && original.ptr[at] == '\r' &&
		           at + 1 < original.len && original.ptr[at + 1] == '\n';

		at += two ? 2 : 1;
		if (text.ptr[i] != '\n')
			continue;
		*VEC_PUSH(d->arena, &d->lines) = (uint32_t)i + 1;
		*VEC_PUSH(d->arena, &d->originals) = (uint32_t)at;
	}
}

/* Offsets come in order, so the line is looked for from the last one on. */
static struct spot spot_of(struct dump *d, uint32_t at)
{
	struct spot spot;
	uint32_t start;

	while (d->line && d->lines.at[d->line] > at)
		d->line--;
	while (d->line + 1 < d->lines.len && d->lines.at[d->line + 1] <= at)
		d->line++;
	start = d->lines.at[d->line];
	spot.line = d->line + 1;
	spot.column = at - start;
	spot.original = d->originals.at[d->line] + spot.column;
	if (d->last.line != spot.line || d->last.column > spot.column)
		d->last = (struct spot){.line = spot.line};
	spot.character = d->last.character + (uint32_t)utf8_count(str_slice(
	                                             d->source->text, start + d->last.column, at));
	return d->last = spot;
}

static void put_spot(struct json_out *json, struct spot spot)
{
	json_out_uint(json, spot.line);
	json_out_uint(json, spot.column);
	json_out_uint(json, spot.character);
}

static void put_row(
        struct dump *d, const char *const names[2], struct spot from, struct spot to, str text)
{
	json_out_array(&d->json);
	json_out_str(&d->json, str_from(names[0]));
	json_out_str(&d->json, str_from(names[1]));
	put_spot(&d->json, from);
	put_spot(&d->json, to);
	json_out_str(&d->json, text);
	json_out_array_end(&d->json);
	buf_byte(d->json.out, '\n');
	d->json.fresh = true;
}

/* The text of a token in the file; a '\r' alone counts as '\n', as it does for the parser. */
static str text_of(struct dump *d, size_t from, size_t to)
{
	str text = str_slice(d->source->original, from, to);
	char *copy;

	if (!text.len || !memchr(text.ptr, '\r', text.len))
		return text;
	copy = arena_alloc(d->arena, text.len, 1);
	for (size_t i = 0; i < text.len; i++)
		copy[i] = text.ptr[i] == '\r' && (i + 1 == text.len || text.ptr[i + 1] != '\n')
		                  ? '\n'
		                  : text.ptr[i];
	return (str){copy, text.len};
}

static const char *type_of(const struct token *t)
{
	if (t->kind > TOKEN_BEFORE_KEYWORDS)
		return "NAME";
	if (t->flags & TOKEN_TEMPLATE && t->kind >= TOKEN_FSTRING_START &&
	        t->kind <= TOKEN_FSTRING_END)
		return t->kind == TOKEN_FSTRING_START    ? "TSTRING_START"
		       : t->kind == TOKEN_FSTRING_MIDDLE ? "TSTRING_MIDDLE"
		                                         : "TSTRING_END";
	return t->kind >= TOKEN_LPAR ? "OP" : kind_names[t->kind];
}

static void put_token(struct dump *d, const struct token *t)
{
	const char *names[2] = {type_of(t), type_of(t)};
	struct spot from = spot_of(d, t->at), to;
	bool at_end = t->at == d->source->text.len;
	size_t line_end = 0;

	if (t->kind >= TOKEN_LPAR && t->kind < TOKEN_BEFORE_KEYWORDS)
		names[1] = kind_names[t->kind];
	if (at_end && (t->kind == TOKEN_DEDENT || t->kind == TOKEN_END) && from.column)
		from = (struct spot){.line = from.line + 1, .original = from.original};
	to = from;
	if (t->kind == TOKEN_NEWLINE || t->kind == TOKEN_NL) {
		if (!at_end)
			line_end = d->originals.at[d->line + 1] - from.original;
		to.column += line_end ? (uint32_t)line_end : 1;
		to.character += line_end ? (uint32_t)line_end : 1;
		to.original += line_end;
	} else if (t->end > t->at) {
		to = spot_of(d, t->end);
	}
	put_row(d, names, from, to, text_of(d, from.original, to.original));
}

void python_dump_tokens(struct env *env, str bytes, struct buf *out)
{
	struct arena_mark mark = arena_mark(env->temp);
	static const char *const encoding[2] = {"ENCODING", "ENCODING"};
	struct dump d = {.json = {.out = out, .ascii = true}, .arena = env->temp};
	struct python_source in = {.bytes = bytes};
	struct source source;
	struct names names;
	struct lexer *lexer = ARENA_NEW(env->temp, struct lexer);

	d.source = &source;
	if (source_decode(env->temp, &in, &source) && source.error.kind == PYTHON_OK) {
		find_lines(&d);
		names_init(&names, env->temp, ROOM);
		lexer_init(lexer, env->temp, &names, source.text);
		lexer->trivia = true;
		put_row(&d, encoding, (struct spot){0}, (struct spot){0}, source.encoding);
		while (!lexer->ended && !lexer->error) {
			lexer_fill(lexer);
			for (uint32_t i = 1;
			        i < lexer->tokens.len && lexer->tokens.at[i].kind != TOKEN_ERROR;
			        i++)
				put_token(&d, &lexer->tokens.at[i]);
		}
		source.error.text = lexer->error;
	}
	if (source.error.text)
		buf_format(out, "[\"ERROR\", \"TokenError\", \"%s\"]\n", source.error.text);
	arena_rewind(env->temp, mark);
}
