/* The way in: decode, parse, resolve; and the look at what came out. */
#include "scanner/python/python.h"

#include "base/bytes.h"
#include "base/text.h"
#include "scanner/python/notebook.h"
#include "scanner/python/paths.h"
#include "scanner/python/resolver.h"
#include "scanner/python/source.h"

#include <string.h>

/* Guesses of how much a file holds, so that arrays seldom grow. */
enum { BYTES_PER_NAME = 128, BYTES_PER_CHAIN = 32, BYTES_PER_BINDING = 64, BYTES_PER_CALL = 128 };
enum { BYTES_PER_SCOPE = 512, BYTES_PER_TEXT = 512, BYTES_PER_LINE = 32 };

enum { MARK_EVERY = 256 };

/* Up to this size a file's tokens are kept, so that they are read once. */
enum { KEEP_TOKENS_BYTES = 1 << 19 };

/* Where the lexer failed comes before where the parser did, mostly (lexer.h). */
static void choose_error(struct parser *p)
{
	const struct lexer *l = p->lexer;
	bool before;

	if (!l->error || p->failed_indent || l->error_rank == LEXER_LAYOUT)
		return;
	before = python_spot(p->file, l->error_at).line < python_spot(p->file, p->failed_at).line;
	if (l->error_rank == LEXER_UNCLOSED && !before)
		return;
	p->failed_kind = PYTHON_ERROR_SYNTAX;
	p->failed_at = l->error_at;
	p->failed_text = l->error;
}

/* The first error of the parser or the lexer as the file's. */
static void note_error(struct parser *p)
{
	struct python_file *file = p->file;
	struct python_spot spot;

	if (!p->failed || file->error.kind != PYTHON_OK)
		return;
	choose_error(p);
	spot = python_spot(file, p->failed_at);
	file->error = (struct python_error){.kind = p->failed_kind,
	        .has_line = true,
	        .line = spot.line,
	        .column = spot.character + 1,
	        .cell = spot.cell,
	        .text = p->failed_text};
}

static void expect_records(struct python_file *file)
{
	struct arena *arena = file->arena;
	size_t len = file->text.len;

	VEC_EXPECT(arena, &file->chains, len / BYTES_PER_CHAIN);
	VEC_EXPECT(arena, &file->attributes, len / BYTES_PER_CHAIN);
	VEC_EXPECT(arena, &file->bindings, len / BYTES_PER_BINDING);
	VEC_EXPECT(arena, &file->calls, len / BYTES_PER_CALL);
	VEC_EXPECT(arena, &file->args, len / BYTES_PER_CALL);
	VEC_EXPECT(arena, &file->scopes, len / BYTES_PER_SCOPE);
	VEC_EXPECT(arena, &file->texts, len / BYTES_PER_TEXT);
}

/* Reads file->text; names are not resolved yet. */
static struct parser *parse(struct python_file *file)
{
	struct arena *arena = file->arena;
	struct parser *p = ARENA_NEW(arena, struct parser);

	file->names = ARENA_NEW(arena, struct names);
	names_init(file->names, arena, (uint32_t)(file->text.len / BYTES_PER_NAME));
	p->lexer = arena_room(arena, sizeof *p->lexer, _Alignof(struct lexer));
	lexer_init(p->lexer, arena, file->names, file->text);
	if (file->text.len <= KEEP_TOKENS_BYTES)
		lexer_keep_all(p->lexer);
	p->arena = arena;
	p->names = file->names;
	p->file = file;
	p->paths = ARENA_NEW(arena, struct python_paths);
	expect_records(file);
	paths_init(p->paths, file, file->names);
	parse_module(p);
	if (file->text.len <= KEEP_TOKENS_BYTES) {
		file->tokens = p->lexer->tokens.at;
		file->n_tokens = p->lexer->tokens.len;
	}
	return p;
}

bool python_keep_tokens(struct python_file *file)
{
	struct lexer *lexer;

	if (file->n_tokens || !file->names)
		return file->n_tokens > 1;
	lexer = arena_room(file->arena, sizeof *lexer, _Alignof(struct lexer));
	lexer_init(lexer, file->arena, file->names, file->text);
	lexer_keep_all(lexer);
	lexer_fill(lexer);
	file->tokens = lexer->tokens.at;
	file->n_tokens = lexer->tokens.len;
	return file->n_tokens > 1;
}

struct lexer *python_lexer(const struct python_file *file)
{
	/* not cleared: what is read before it is written is set by the lexer */
	struct lexer *lexer = arena_room(file->arena, sizeof *lexer, _Alignof(struct lexer));

	if (file->n_tokens) {
		lexer_from_kept(lexer, file->tokens, file->n_tokens);
	} else {
		lexer_init(lexer, file->arena, file->names, file->text);
		lexer_fill(lexer);
	}
	return lexer;
}

uint32_t python_token_at(const struct python_file *file, uint32_t at)
{
	uint32_t low = 1, high = file->n_tokens - 1;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (file->tokens[mid].at < at)
			low = mid + 1;
		else
			high = mid;
	}
	while (file->tokens[low].kind == TOKEN_DEDENT || file->tokens[low].kind == TOKEN_INDENT)
		low++;
	return low;
}

uint32_t python_token_behind(const struct python_file *file, uint32_t token)
{
	const struct token *t = &file->tokens[token];
	bool opens = t->kind == TOKEN_LPAR || t->kind == TOKEN_LSQB || t->kind == TOKEN_LBRACE;

	return opens && t->value > token && t->value < file->n_tokens ? t->value + 1 : token + 1;
}

uint32_t python_token_find(const struct python_file *file, uint32_t from, uint32_t to, uint8_t kind)
{
	while (from < to && file->tokens[from].kind != kind)
		from = python_token_behind(file, from);
	return from < to ? from : to;
}

uint32_t python_statement_end(const struct python_file *file, uint32_t token)
{
	while (token < file->n_tokens) {
		uint8_t kind = file->tokens[token].kind;

		if (kind == TOKEN_NEWLINE || kind == TOKEN_SEMI || kind == TOKEN_END ||
		        kind == TOKEN_NONE)
			break;
		token = python_token_behind(file, token);
	}
	return token;
}

uint32_t python_call_from(const struct python_file *file, uint32_t open)
{
	uint32_t low = 0, high = file->calls.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (file->calls.at[mid].open < open)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

bool python_is_module(struct python_file *file)
{
	return !parse(file)->failed;
}

void python_parse(struct python_file *file)
{
	struct parser *p = parse(file);

	resolve_names(p);
	resolve_flags(p);
	note_error(p);
}

bool python_read(struct env *env, const struct python_source *in, struct python_file *file)
{
	struct source source;

	*file = (struct python_file){.path = in->path,
	        .below = str_from_at(in->path, in->above),
	        .outside = in->outside,
	        .arena = env->temp};
	if (str_ends(in->path, S(".ipynb")))
		return notebook_read(env, in->bytes, file);
	if (!source_decode(env->temp, in, &source)) {
		file->error = source.error;
		file->encoding = source.encoding;
		return false;
	}
	file->text = source.text;
	file->encoding = source.encoding;
	file->ascii = source.ascii;
	file->error = source.error;
	python_parse(file);
	return true;
}

str python_star_module(
        struct python_file *file, struct arena *arena, const struct python_import *star)
{
	static const char dots[] = "................................";
	uint32_t level = star->level < 32 ? star->level : 32;

	return arena_join(arena, (str){dots, level},
	        star->module ? python_path(file, star->module) : STR_NONE, STR_NONE);
}

/* Bytes of a text that begin a character: all but 10xxxxxx, counted eight at a time. */
static uint32_t characters(str s)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint32_t going_on = 0;
	size_t i = 0;

	for (; i + 8 <= s.len; i += 8) {
		uint64_t eight = bytes_load8(s.ptr + i);

		/* one bit a byte: the product adds them up in the highest */
		going_on += (uint32_t)(((eight >> 7 & ~eight >> 6 & ones) * ones) >> 56);
	}
	for (; i < s.len; i++)
		going_on += (s.ptr[i] & 0xc0) == 0x80;
	return (uint32_t)s.len - going_on;
}

/* Characters before a byte of the text. Lines may be a megabyte long and asked for at every place,
 * so the count up to every 256th byte is kept. */
static uint32_t characters_before(struct python_file *file, uint32_t at)
{
	uint32_t count = 0;

	if (!file->character_marks.len)
		for (size_t i = 0; i <= file->text.len; i += MARK_EVERY) {
			*VEC_PUSH(file->arena, &file->character_marks) = count;
			count += characters(str_slice(file->text, i, i + MARK_EVERY));
		}
	return file->character_marks.at[at / MARK_EVERY] +
	       characters(str_slice(file->text, at / MARK_EVERY * MARK_EVERY, at));
}

/* Columns are small, as a rule. */
static uint32_t characters_between(struct python_file *file, uint32_t from, uint32_t at)
{
	if (file->ascii)
		return at - from;
	if (at - from <= MARK_EVERY)
		return characters(str_slice(file->text, from, at));
	return characters_before(file, at) - characters_before(file, from);
}

static void find_lines(struct python_file *file)
{
	enum { STEP = 64 };
	uint32_t len = (uint32_t)file->text.len;

	VEC_EXPECT(file->arena, &file->line_starts, len / BYTES_PER_LINE + 1);
	*VEC_PUSH(file->arena, &file->line_starts) = 0;
	for (uint32_t i = 0; i < len; i += STEP) {
		const char *at = file->text.ptr + i;
		uint64_t ends = bytes_mask(at, '\n') | bytes_mask(at + 16, '\n') << 16 |
		                (uint64_t)bytes_mask(at + 32, '\n') << 32 |
		                (uint64_t)bytes_mask(at + 48, '\n') << 48;
		uint32_t *start;

		if (len - i < STEP)
			ends &= (UINT64_C(1) << (len - i)) - 1;
		VEC_EXPECT(file->arena, &file->line_starts, STEP);
		start = file->line_starts.at + file->line_starts.len;
		for (; ends; ends &= ends - 1)
			*start++ = i + (uint32_t)__builtin_ctzll(ends) + 1;
		file->line_starts.len = (uint32_t)(start - file->line_starts.at);
	}
}

uint32_t python_lines(struct python_file *file)
{
	if (!file->line_starts.len)
		find_lines(file);
	return file->line_starts.len - (*VEC_LAST(&file->line_starts) == file->text.len);
}

/* The cell in which a byte lies. */
static const struct python_cell *cell_of(const struct python_file *file, uint32_t at)
{
	uint32_t low = 0, high = file->cells.len;

	while (high - low > 1) {
		uint32_t half = (low + high) / 2;

		if (file->cells.at[half].at <= at)
			low = half;
		else
			high = half;
	}
	return file->cells.len ? &file->cells.at[low] : NULL;
}

struct python_spot python_spot(struct python_file *file, uint32_t at)
{
	uint32_t low = 0, high;
	struct python_spot spot;
	const struct python_cell *cell;

	if (!file->line_starts.len)
		find_lines(file);
	high = file->line_starts.len;
	while (high - low > 1) {
		uint32_t half = (low + high) / 2;

		if (file->line_starts.at[half] <= at)
			low = half;
		else
			high = half;
	}
	spot.line = low + 1;
	spot.column = at - file->line_starts.at[low];
	spot.character = characters_between(file, file->line_starts.at[low], at);
	cell = cell_of(file, at);
	spot.cell = cell ? cell->number : 0;
	if (cell)
		spot.line -= cell->line;
	return spot;
}

str python_name(const struct python_file *file, uint32_t name)
{
	return file->names && name < file->names->list.len ? names_text(file->names, name) : S("");
}

uint32_t python_name_find(const struct python_file *file, str name)
{
	return file->names ? names_find(file->names, name) : 0;
}

str python_path(struct python_file *file, uint32_t index)
{
	struct python_path *path = &file->paths.at[index];
	char *text, *end;

	if (path->text)
		return (str){path->text, path->length};
	text = arena_alloc(file->arena, (size_t)path->length + 1, 1);
	end = text + path->length;
	for (uint32_t i = index; i; i = file->paths.at[i].parent) {
		str name = names_text(file->names, file->paths.at[i].name);

		end -= name.len;
		memcpy(end, name.ptr, name.len);
		if (file->paths.at[i].parent)
			*--end = '.';
	}
	path->text = text;
	return (str){text, path->length};
}

/* One target is kept in place, more stand in a list. */
static const uint32_t *targets_of(
        const struct python_file *file, const uint32_t *targets, uint32_t count)
{
	return count < 2 ? targets : file->target_lists.at + *targets;
}

const uint32_t *python_chain_targets(
        const struct python_file *file, const struct python_chain *chain, uint32_t *count)
{
	*count = chain->target_count;
	return targets_of(file, &chain->targets, *count);
}

bool python_chain_stands_for(
        const struct python_file *file, const struct python_chain *chain, uint32_t path)
{
	uint32_t count;
	const uint32_t *targets = python_chain_targets(file, chain, &count);

	for (uint32_t i = 0; i < count; i++)
		if (targets[i] == path)
			return true;
	return false;
}

bool python_call_stands_for(
        const struct python_file *file, const struct python_call *call, uint32_t path)
{
	return path && call->chain != PYTHON_NONE &&
	       python_chain_stands_for(file, &file->chains.at[call->chain], path);
}

const uint32_t *python_call_targets(
        const struct python_file *file, const struct python_call *call, uint32_t *count)
{
	*count = call->target_count;
	return targets_of(file, &call->targets, *count);
}

const uint32_t *python_arg_targets(
        const struct python_file *file, const struct python_arg *arg, uint32_t *count)
{
	*count = 0;
	if (arg->kind == PYTHON_VALUE_CHAIN)
		return python_chain_targets(file, &file->chains.at[arg->ref], count);
	if (arg->kind == PYTHON_VALUE_CALL)
		return python_call_targets(file, &file->calls.at[arg->ref], count);
	return NULL;
}

str python_chain_text(struct python_file *file, const struct python_chain *chain)
{
	str root = chain->root_kind == PYTHON_ROOT_NAME ? names_text(file->names, chain->root)
	                                                : S("?");
	size_t length = root.len, at = root.len;
	char *text;

	for (uint32_t i = 0; i < chain->name_count; i++)
		length += names_text(file->names, file->attributes.at[chain->names + i]).len + 1;
	if (!chain->name_count)
		return root;
	/* Written without blanks, it stands in the source as it is. */
	if (chain->root_kind == PYTHON_ROOT_NAME && chain->end - chain->at == length &&
	        !file->names->renamed)
		return str_slice(file->text, chain->at, chain->end);
	text = arena_alloc(file->arena, length, 1);
	memcpy(text, root.ptr, root.len);
	for (uint32_t i = 0; i < chain->name_count; i++) {
		str name = names_text(file->names, file->attributes.at[chain->names + i]);

		text[at++] = '.';
		memcpy(text + at, name.ptr, name.len);
		at += name.len;
	}
	return (str){text, length};
}

uint32_t python_chain_last(const struct python_file *file, const struct python_chain *chain)
{
	if (chain->name_count)
		return file->attributes.at[chain->names + chain->name_count - 1];
	return chain->root_kind == PYTHON_ROOT_NAME ? chain->root : 0;
}

str python_base_name(
        const struct python_file *file, const struct python_class *class, uint32_t base)
{
	uint32_t chain = file->bases.at[class->bases + base];

	return chain == PYTHON_NONE
	               ? STR_NONE
	               : python_name(file, python_chain_last(file, &file->chains.at[chain]));
}

/* The digits of an integer literal in its base; false when it is too large. */
static bool magnitude(const char *s, uint64_t *value)
{
	unsigned base = 10;

	if (s[0] == '0' && (s[1] | 0x20) >= 'b') {
		base = (s[1] | 0x20) == 'x' ? 16 : (s[1] | 0x20) == 'o' ? 8 : 2;
		s += 2;
	}
	for (*value = 0;; s++) {
		unsigned digit = (unsigned)(*s - '0') < 10 ? (unsigned)(*s - '0')
		                                           : (unsigned)((*s | 0x20) - 'a') + 10;

		if (*s == '_')
			continue;
		if (digit >= base)
			return true;
		if (*value > (UINT64_MAX - digit) / base)
			return false;
		*value = *value * base + digit;
	}
}

bool python_int(const struct python_file *file, const struct python_arg *arg, int64_t *value)
{
	bool minus = file->text.ptr[arg->at] == '-';
	uint64_t size;

	if (arg->kind != PYTHON_VALUE_INT || !magnitude(file->text.ptr + arg->ref, &size))
		return false;
	if (size > (uint64_t)INT64_MAX + minus)
		return false;
	*value = minus ? (int64_t)(0 - size) : (int64_t)size;
	return true;
}

str python_scope_path(struct python_file *file, uint32_t scope)
{
	const struct python_scope *scopes = file->scopes.at;
	size_t length = 0;
	char *text, *end;

	for (uint32_t i = scope; i != PYTHON_NONE; i = scopes[i].parent)
		if (scopes[i].name)
			length += names_text(file->names, scopes[i].name).len + 1;
	if (!length)
		return S("");
	text = arena_alloc(file->arena, length, 1);
	end = text + length;
	for (uint32_t i = scope; i != PYTHON_NONE; i = scopes[i].parent) {
		str name = names_text(file->names, scopes[i].name);

		if (!scopes[i].name)
			continue;
		*--end = '.';
		end -= name.len;
		memcpy(end, name.ptr, name.len);
	}
	return (str){text, length - 1};
}
