/* Notebooks. Cells are checked one by one, each as a module of its own, so that one that is no
 * Python spoils no other; those that pass, as they are or with their magics taken out, are joined
 * and parsed as one module.
 *
 * What surprises: a key of a cell may stand before the key that says what the cell is, so values
 * are kept as raw JSON until the cell is over. Duplicate keys: the last one counts, as in Python.
 */
#include "scanner/python/notebook.h"

#include "base/bytes.h"
#include "base/json.h"
#include "base/text.h"

#include <string.h>

struct book {
	struct env *env;
	struct python_file *file;
	struct buf text; /* the good cells, joined */
	uint32_t lines, number;
	bool ok;
};

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

static bool is_word(char c)
{
	return c == '_' || (c & 0x80) || (unsigned)((c | 0x20) - 'a') < 26 ||
	       (unsigned)(c - '0') < 10;
}

static size_t spaces(str s)
{
	size_t n = 0;

	while (n < s.len && is_space(s.ptr[n]))
		n++;
	return n;
}

/* A text of which Python alone could not make source: an escape of half a surrogate pair. */
static bool has_lone_surrogate(str raw)
{
	for (size_t i = 0; i + 5 < raw.len; i++) {
		if (raw.ptr[i] != '\\')
			continue;
		if (raw.ptr[i + 1] != 'u' || (raw.ptr[i + 2] | 0x20) != 'd' ||
		        raw.ptr[i + 3] < '8') {
			i++;
			continue;
		}
		if ((raw.ptr[i + 3] | 0x20) >= 'c' || i + 11 >= raw.len || raw.ptr[i + 6] != '\\' ||
		        (raw.ptr[i + 8] | 0x20) != 'd' || (raw.ptr[i + 9] | 0x20) < 'c')
			return true;
		i += 11;
	}
	return false;
}

/* Whether a text is a module. Costs a parse; leaves the arena as it was. */
static bool is_python(struct book *b, str text)
{
	struct arena *arena = b->env->temp;
	struct arena_mark mark = arena_mark(arena);
	struct python_file file = {.arena = arena};
	bool good = !text.len || !memchr(text.ptr, 0, text.len);
	char *copy = arena_alloc(arena, text.len + BYTES_PAD, 16);

	if (text.len)
		memcpy(copy, text.ptr, text.len);
	file.text = (str){copy, text.len};
	file.ascii = utf8_count(text) == text.len;
	good = good && python_is_module(&file);
	arena_rewind(arena, mark);
	return good;
}

/* `%magic`, `!command`, `?name`, `name?` */
static bool is_magic(str line)
{
	str rest = str_from_at(line, spaces(line));

	if (rest.len && memchr("%!?", rest.ptr[0], 3))
		return true;
	while (rest.len && is_space(rest.ptr[rest.len - 1]))
		rest.len--;
	return rest.len && rest.ptr[rest.len - 1] == '?' && rest.ptr[0] != '#';
}

/* Bytes of "name = " before a magic or command, 0 when there is none. */
static size_t magic_value(str line)
{
	size_t at = spaces(line), from = at;

	while (at < line.len && (is_word(line.ptr[at]) || memchr("., ", line.ptr[at], 3)))
		at++;
	if (at == line.len || line.ptr[at] != '=' || (at == from && !from))
		return 0;
	at++;
	at += spaces(str_from_at(line, at));
	return at < line.len && (line.ptr[at] == '%' || line.ptr[at] == '!') ? at : 0;
}

/* The cell with every line that is no Python made harmless, its places kept. */
static str without_magics(struct book *b, str text)
{
	struct buf out = {0};
	bool going = false;
	str line, made;

	while (str_cut(&text, '\n', &line)) {
		bool hit = true;
		size_t value = magic_value(line);

		if (going) {
			/* the rest of a line that was replaced */
		} else if (is_magic(line)) {
			buf_put(&out, str_slice(line, 0, spaces(line)));
			buf_puts(&out, "pass");
		} else if (value) {
			buf_put(&out, str_slice(line, 0, value));
			buf_puts(&out, "None");
		} else {
			buf_put(&out, line);
			hit = false;
		}
		going = hit && str_ends(line, S("\\"));
		buf_byte(&out, '\n');
	}
	made = arena_dup(b->env->temp, buf_str(&out));
	buf_free(&out);
	return made;
}

/* A cell magic on the first line that is not blank: false when the cell is in another language.
 * Else *text is without that line, whose place stays. */
static bool cell_magic(struct book *b, str *text)
{
	static const char *const bodies[] = {"time", "timeit", "capture", "prun"};
	str rest = *text, line, word;
	char *copy;

	do {
		if (!str_cut(&rest, '\n', &line))
			return true;
	} while (spaces(line) == line.len);
	word = str_from_at(line, spaces(line));
	if (!str_starts(word, S("%%")))
		return true;
	word.ptr += 2;
	word.len -= 2;
	for (size_t n = 0; n <= word.len; n++)
		if (n == word.len || !is_word(word.ptr[n]))
			word.len = n;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		if (!str_eq(word, str_from(bodies[i])))
			continue;
		copy = (char *)arena_cstr(b->env->temp, *text);
		memset(copy + (line.ptr - text->ptr), ' ', line.len);
		text->ptr = copy;
		return true;
	}
	return false;
}

/* Line ends as '\n', at the end none. */
static str with_plain_ends(struct book *b, str source)
{
	char *out = arena_alloc(b->env->temp, source.len + 1, 1);
	size_t n = 0;

	for (size_t i = 0; i < source.len; i++) {
		if (source.ptr[i] == '\r' && i + 1 < source.len && source.ptr[i + 1] == '\n')
			continue;
		out[n++] = source.ptr[i] == '\r' ? '\n' : source.ptr[i];
	}
	return (str){out, n};
}

static void put_cell(struct book *b, str text)
{
	*VEC_PUSH(b->env->temp, &b->file->cells) =
	        (struct python_cell){(uint32_t)b->text.len, b->lines, b->number};
	buf_put(&b->text, text);
	buf_byte(&b->text, '\n');
	for (size_t i = 0; i < text.len; i++)
		b->lines += text.ptr[i] == '\n';
	b->lines++;
}

static bool is_shell_cell(str text)
{
	static const char *const heads[] = {
	        "%%bash", "%%sh", "%%script bash", "%%script sh", "%%!"};
	str head = str_from_at(text, spaces(text));

	head = str_trim(str_slice(head, 0, str_find_byte(head, '\n')));
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (str_starts(head, str_from(heads[i])) &&
		        (head.len == strlen(heads[i]) || head.ptr[strlen(heads[i])] == ' '))
			return true;
	return false;
}

static void put_magics(struct book *b, str text, bool shell)
{
	*VEC_PUSH(b->env->temp, &b->file->magics) = (struct python_magics){text, b->number, shell};
}

static void code_cell(struct book *b, str source, bool damaged)
{
	str text = with_plain_ends(b, source), mended, whole = text;

	if (!cell_magic(b, &text)) {
		if (is_shell_cell(whole))
			put_magics(b, whole, true);
		return;
	}
	if (!damaged && is_python(b, text)) {
		put_cell(b, text);
		return;
	}
	mended = without_magics(b, text);
	mended.len -= mended.len > 0;
	if (!damaged && is_python(b, mended)) {
		put_cell(b, mended);
		put_magics(b, whole, false);
	} else {
		*VEC_PUSH(b->env->temp, &b->file->bad_cells) = b->number;
	}
}

static bool bad_book(struct book *b, const char *text)
{
	b->ok = false;
	b->file->error = (struct python_error){.kind = PYTHON_ERROR_NOTEBOOK, .text = text};
	return false;
}

static void open_raw(struct book *b, struct json *j, str raw)
{
	json_open(j, raw, b->env->limits->json_depth, b->env->temp);
}

/* A string, or a list of strings to join. *damaged: some text is none for Python. */
static bool join_source(struct book *b, str raw, str *source, bool *damaged)
{
	struct json j;
	struct buf all = {0};
	str part;

	open_raw(b, &j, raw);
	*damaged = false;
	if (json_peek(&j) == JSON_STRING) {
		*damaged = json_string_raw(&j, &part) && has_lone_surrogate(part);
		*source = json_unescape(b->env->temp, part);
		return true;
	}
	for (json_array(&j); json_item(&j);)
		if (json_string_raw(&j, &part)) {
			*damaged |= has_lone_surrogate(part);
			buf_put(&all, json_unescape(b->env->temp, part));
		}
	*source = arena_dup(b->env->temp, buf_str(&all));
	buf_free(&all);
	return json_end(&j);
}

static void read_cell(struct book *b, struct json *j)
{
	str key, type = STR_NONE, source = STR_NONE, input = STR_NONE, text = S("");
	bool damaged = false;
	struct json none;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("cell_type")))
			json_skip_raw(j, &type);
		else if (str_eq(key, S("source")))
			json_skip_raw(j, &source);
		else if (str_eq(key, S("input")))
			json_skip_raw(j, &input);
		else
			json_skip(j);
	}
	if (!json_ok(j) || !type.ptr) {
		bad_book(b, "a cell of the notebook has no type");
		return;
	}
	source = source.ptr ? source : input.ptr ? input : S("null");
	open_raw(b, &none, source);
	if (str_eq(type, S("\"code\"")) && json_peek(&none) != JSON_NULL) {
		if (join_source(b, source, &text, &damaged))
			code_cell(b, text, damaged);
		else
			bad_book(b, "the source of a cell is no text");
	}
	b->number++;
}

static void read_cells(struct book *b, str raw)
{
	struct json j;

	open_raw(b, &j, raw);
	for (json_array(&j); json_item(&j) && b->ok;)
		read_cell(b, &j);
	if (b->ok && !json_end(&j))
		bad_book(b, "the cells of the notebook are no list");
}

/* Format 3: worksheets[].cells */
static void read_worksheets(struct book *b, str raw)
{
	struct json j;
	str key, cells;

	open_raw(b, &j, raw);
	for (json_array(&j); json_item(&j) && b->ok;) {
		cells = STR_NONE;
		for (json_object(&j); json_key(&j, &key);)
			if (str_eq(key, S("cells")))
				json_skip_raw(&j, &cells);
			else
				json_skip(&j);
		if (cells.ptr)
			read_cells(b, cells);
		else
			bad_book(b, "a worksheet of the notebook has no cells");
	}
	if (b->ok && !json_end(&j))
		bad_book(b, "the worksheets of the notebook are no list");
}

static void read_book(struct book *b, str bytes)
{
	struct json j;
	str key, cells = STR_NONE, sheets = STR_NONE;

	open_raw(b, &j, bytes);
	for (json_object(&j); json_key(&j, &key);) {
		if (str_eq(key, S("cells")))
			json_skip_raw(&j, &cells);
		else if (str_eq(key, S("worksheets")))
			json_skip_raw(&j, &sheets);
		else
			json_skip(&j);
	}
	if (!json_end(&j) || (!cells.ptr && !sheets.ptr))
		bad_book(b, "no notebook: expected a JSON object with cells");
	else if (cells.ptr)
		read_cells(b, cells);
	else
		read_worksheets(b, sheets);
}

bool notebook_read(struct env *env, str bytes, struct python_file *file)
{
	struct book b = {.env = env, .file = file, .ok = true};
	char *text;

	file->notebook = true;
	file->encoding = S("utf-8");
	if (!bytes.ptr)
		bytes = S("");
	if (str_starts(bytes, S("\xef\xbb\xbf")))
		bytes = str_from_at(bytes, 3);
	read_book(&b, bytes);
	if (b.ok) {
		text = arena_alloc(env->temp, b.text.len + BYTES_PAD, 16);
		if (b.text.len)
			memcpy(text, b.text.ptr, b.text.len);
		file->text = (str){text, b.text.len};
		file->ascii = utf8_count(file->text) == file->text.len;
		python_parse(file);
	}
	buf_free(&b.text);
	return b.ok;
}
