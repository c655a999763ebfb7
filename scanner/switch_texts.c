/* What texts say of switches, in a source and beside it. A text has no parts that are known: what
 * looks as if it gave a name a value does. */
#include "scanner/switch_texts.h"

#include "scanner/switch_keys.h"

#include <string.h>

enum {
	ANNOTATION_MOST = 200,
	CALL_MOST = 300,
	NAME_MOST = 100,       /* from a text to the bracket that it stands in */
	KEY_MOST = 160,        /* of a line that asks for a key */
	LETTERS_MOST = 4,      /* short options that are written as one */
	DECLARED_MOST = 20000, /* texts of a file that may declare an option */
};

/* ------------------------------------------------------------------ values as they are written */

static bool is_name_byte(char c)
{
	return byte_is_word(c) || c == '.';
}

static bool ends_value(char c)
{
	return c == ',' || c == ')' || c == '\n' || c == '}' || c == ']' || c == ';' || c == '#' ||
	       c == '\r';
}

/* The text behind blanks and a quote. */
static str behind_quote(str text)
{
	size_t i = 0;

	while (i < text.len && (text.ptr[i] == ' ' || text.ptr[i] == '\t' || text.ptr[i] == '"' ||
	                               text.ptr[i] == '\''))
		i++;
	return str_from_at(text, i);
}

bool switch_asks_key(str line, str name)
{
	static const char *const before[] = {"[", ".get(", NULL};
	static const char *const behind[] = {"]", ")", ", None)", ", False)", NULL};
	size_t at = str_find(line, name), end = at + name.len;

	line = str_trim(str_slice(line, 0, str_find_byte(line, '\n')));
	return at > 1 && end < line.len && strchr("\"'", line.ptr[at - 1]) &&
	       line.ptr[end] == line.ptr[at - 1] &&
	       str_ends_one_of(str_slice(line, 0, at - 1), before) &&
	       str_is_one_of(str_from_at(line, end + 1), behind);
}

/* A value, up to what ends it: True, False, None, args.NAME, args["NAME"]. */
enum switch_value switch_value_of(str text, str name)
{
	static const char *const off[] = {
	        "False", "None", "false", "null", "0", "0.0", "0.", "off", "no", "~", NULL};
	static const char *const on[] = {"True", "true", "1", "on", "yes", NULL};
	size_t n = 0;
	str word, rest;

	text = behind_quote(text);
	while (n < text.len && (is_name_byte(text.ptr[n]) || text.ptr[n] == '~'))
		n++;
	word = str_slice(text, 0, n);
	rest = behind_quote(str_from_at(text, n));
	if (rest.len && !ends_value(rest.ptr[0]) && !str_starts(rest, S("\\n"))) /* of JSON */
		return name.len && byte_is_name(text.ptr[0]) &&
		                       switch_asks_key(str_slice(text, 0, KEY_MOST), name)
		               ? VALUE_NOTHING
		               : VALUE_ANY;
	if (n && n < 6 && strchr("FNfn0o~Tt1y", word.ptr[0])) {
		if (str_is_one_of(word, off))
			return VALUE_OFF;
		if (str_is_one_of(word, on))
			return VALUE_ON;
	}
	word = str_last_part(word, '.');
	return word.len && str_eq(word, name) ? VALUE_NOTHING : VALUE_ANY;
}

/* Where the = stands behind a name and its annotation; the length: nowhere. */
size_t switch_equals_behind(str text, size_t at)
{
	size_t depth = 0, end = at + ANNOTATION_MOST < text.len ? at + ANNOTATION_MOST : text.len;
	bool annotated = false;

	for (; at < end; at++) {
		char c = text.ptr[at];

		if (c == ' ' || byte_is_word(c)) {
			if (c != ' ' && !annotated)
				return text.len;
			continue;
		}
		switch (c) {
		case '(':
		case '[': depth++; break;
		case ')':
		case ']':
			if (!depth--)
				return text.len;
			break;
		case '=':
			if (depth)
				break;
			return at + 1 < text.len && text.ptr[at + 1] == '=' ? text.len : at;
		case ':': annotated = true; break;
		case ',':
		case '\n':
			if (!depth)
				return text.len;
			break;
		default:
			if (!annotated)
				return text.len;
		}
	}
	return text.len;
}

enum switch_value switch_value_behind(str text, size_t at, str name)
{
	size_t equals = switch_equals_behind(text, at);

	return equals < text.len ? switch_value_of(str_from_at(text, equals + 1), name)
	                         : VALUE_NOTHING;
}

str switch_text_behind(str text, size_t at)
{
	size_t equals = switch_equals_behind(text, at), end;
	str rest;
	char quote;

	if (equals == text.len)
		return STR_NONE;
	rest = str_from_at(text, equals + 1);
	while (rest.len && rest.ptr[0] == ' ')
		rest = str_from_at(rest, 1);
	if (rest.len < 2 || (rest.ptr[0] != '"' && rest.ptr[0] != '\''))
		return STR_NONE;
	quote = rest.ptr[0];
	for (end = 1; end < rest.len && end < NAME_MOST && rest.ptr[end] != quote; end++)
		if (rest.ptr[end] == '\\' || rest.ptr[end] == '\n')
			return STR_NONE;
	if (end + 1 >= rest.len || rest.ptr[end] != quote || !strchr(",)\n ", rest.ptr[end + 1]))
		return STR_NONE;
	return str_slice(rest, 1, end);
}

/* The digits that a text begins with behind blanks, up to one of the ends. */
static str digits_before(str text, const char *ends)
{
	size_t from = 0, end;

	while (from < text.len && text.ptr[from] == ' ')
		from++;
	for (end = from; end < text.len && text.ptr[end] >= '0' && text.ptr[end] <= '9'; end++) {}
	return end < text.len && text.ptr[end] && strchr(ends, text.ptr[end])
	               ? str_slice(text, from, end)
	               : STR_NONE;
}

str switch_number_behind(str text, size_t at)
{
	size_t equals = switch_equals_behind(text, at);

	return equals < text.len ? digits_before(str_from_at(text, equals + 1), ",)\n ") : STR_NONE;
}

/* "--use-perf" as the name that it is kept under. */
str switch_flag_name(char *out, size_t room, str flag)
{
	size_t k = 0;

	for (size_t i = 0; i < flag.len && k < room; i++)
		if (k || flag.ptr[i] != '-')
			out[k++] = flag.ptr[i] == '-' ? '_' : flag.ptr[i];
	return (str){out, k};
}
/* ------------------------------------------------------------------ literals of a source */

/* The word that ends before `at`. */
static str word_before(str text, size_t at)
{
	size_t from = at;

	while (from > 0 && byte_is_word(text.ptr[from - 1]))
		from--;
	return str_slice(text, from, at);
}

/* The last part of a name that a text is, or begins with up to `end`: "use_perf", "use-perf",
 * "+model.use_perf", as an option is kept; "" for what is none. */
static str name_of_text(char *out, size_t room, str text, size_t quote, size_t *end)
{
	size_t at = quote + 1, from;

	while (at < text.len && strchr("+~@", text.ptr[at]) && text.ptr[at])
		at++;
	for (from = at; at < text.len && (is_name_byte(text.ptr[at]) || text.ptr[at] == '-'); at++)
		if (text.ptr[at] == '.')
			from = at + 1;
	*end = at;
	return switch_flag_name(out, room, str_slice(text, from, at));
}

/* What stands behind x["use_perf"], `behind` the bracket, gives it: = True, |= x. */
static enum switch_value stored_behind(str text, size_t behind, str name)
{
	size_t equals = switch_equals_behind(text, behind), at = behind;

	if (equals < text.len)
		return switch_value_of(str_from_at(text, equals + 1), name);
	while (at < text.len && text.ptr[at] == ' ')
		at++;
	return at + 1 < text.len && strchr("|&^+", text.ptr[at]) && text.ptr[at] &&
	                       text.ptr[at + 1] == '='
	               ? VALUE_ANY
	               : VALUE_NOTHING;
}

/* Inside of the brackets of parser.add_argument( and its like, as far as the text before shows. */
static bool declares_option(str text, size_t at)
{
	static const char *const ends[] = {
	        "argument", "option", "Option", "Argument", "arg", "flag", NULL};
	size_t depth = 0, least = at > CALL_MOST ? at - CALL_MOST : 0;

	while (at > least) {
		char c = text.ptr[--at];

		depth += c == ')';
		if (c == '(' && !depth)
			return str_ends_one_of(word_before(text, at), ends);
		depth -= c == '(' && depth;
	}
	return false;
}

/* --use-perf, --use_perf=false, --no-use-perf; `at` behind the two signs. */
static void note_option(struct switches *s, str text, size_t at)
{
	char room[64];
	size_t end = at;
	unsigned value = MARK_ON;
	str name;

	while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '-'))
		end++;
	name = switch_flag_name(room, sizeof room, str_slice(text, at, end));
	if (end < text.len && text.ptr[end] == '=')
		value = switch_value_of(str_from_at(text, end + 1), name);
	if (name.len)
		switches_mark(s, switch_hash(name), value | (value & MARK_ON ? MARK_GIVEN : 0u));
	if (str_starts(name, S("no_")))
		switches_mark(s, switch_hash(str_from_at(name, 3)), MARK_OFF);
}

/* -p: under its own spelling; of -vp each letter as well. */
static void note_brief(struct switches *s, str text, size_t at)
{
	size_t end = at + 1;

	while (end < text.len && byte_is_word(text.ptr[end]))
		end++;
	if (end > at + 1)
		switches_mark(s, switch_hash(str_slice(text, at, end)), MARK_ON);
	for (size_t i = at + 1; end > at + 2 && end <= at + 1 + LETTERS_MOST && i < end; i++) {
		const char brief[2] = {'-', text.ptr[i]};

		switches_mark(s, switch_hash((str){brief, 2}), MARK_ON);
	}
}

/* The word in front of the bracket that a text stands in on its line. */
static str called_around(str text, size_t quote)
{
	for (size_t i = quote, n = 0; i > 0 && n < NAME_MOST && text.ptr[i - 1] != '\n'; i--, n++)
		if (text.ptr[i - 1] == '(')
			return word_before(text, i - 1);
	return STR_NONE;
}

/* A text that holds names between blanks: namedtuple("Config", "n use_perf"), "a b".split(). */
static void note_words(struct switches *s, str text, size_t quote)
{
	size_t end = quote + 1, from;

	while (end < text.len && end - quote < NAME_MOST &&
	        (byte_is_word(text.ptr[end]) || strchr(" ,", text.ptr[end])) && text.ptr[end])
		end++;
	if (end >= text.len || text.ptr[end] != text.ptr[quote] ||
	        (!str_starts(str_from_at(text, end + 1), S(".split(")) &&
	                !str_has(called_around(text, quote), S("tuple"))))
		return;
	for (size_t at = quote + 1; at < end; at++) {
		for (from = at; byte_is_word(text.ptr[at]); at++)
			;
		if (at > from)
			switches_mark(s, switch_hash(str_slice(text, from, at)), VALUE_ANY);
	}
}

/* x["use_perf"]: read or written; globals()["Model"]: handed on. */
static void note_entry(struct switches *s, str text, size_t quote, size_t end, str name)
{
	bool names =
	        text.ptr[quote - 2] == ')' || str_eq(word_before(text, quote - 1), S("__dict__"));

	switches_mark(
	        s, switch_hash(name), stored_behind(text, end + 2, name) | (names ? MARK_REF : 0u));
}

/* A text that is a name, and is not only asked for: setattr(args, "use_perf", True),
 * ("use_perf", True), {"use_perf": True}, "model.use_perf=true"; `quote` is where it begins. */
static void note_name(struct switches *s, str text, size_t quote)
{
	static const char *const readers[] = {"getattr", "hasattr", "get", "pop", "delattr", NULL};
	char room[64];
	size_t end, before = quote;
	str name = name_of_text(room, sizeof room, text, quote, &end), around;

	if (!name.len || end + 1 >= text.len)
		return;
	if (text.ptr[end] == '=' && text.ptr[end + 1] != '=') {
		switches_mark(
		        s, switch_hash(name), switch_value_of(str_from_at(text, end + 1), name));
		return;
	}
	if (text.ptr[end] != text.ptr[quote]) {
		if (strchr(" ,", text.ptr[end]))
			note_words(s, text, quote);
		return;
	}
	if (text.ptr[end + 1] == ':') {
		switches_mark(
		        s, switch_hash(name), switch_value_of(str_from_at(text, end + 2), name));
		return;
	}
	if (text.ptr[end + 1] == ']' && quote > 1 && text.ptr[quote - 1] == '[' &&
	        (byte_is_word(text.ptr[quote - 2]) || strchr(")]", text.ptr[quote - 2]))) {
		note_entry(s, text, quote, end, name); /* not a list of one */
		return;
	}
	while (before > 0 && text.ptr[before - 1] == ' ')
		before--;
	if (before > 0 && text.ptr[before - 1] == '=' &&
	        str_eq(word_before(text, before - 1), S("dest")))
		return;
	around = called_around(text, before);
	if (str_eq(around, S("getattr")) || str_eq(around, S("locate")) ||
	        str_starts(around, S("get_")))
		switches_mark(s, switch_hash(name), MARK_REF); /* what it names is handed on */
	if (!str_is_one_of(around, readers))
		switches_mark(s, switch_hash(name), VALUE_ANY);
}

/* Names and options among the texts of a source, at a quote. */
static void note_quote(struct switches *s, str text, size_t i, uint32_t *declared)
{
	char next = text.ptr[i + 1];

	switches_note_quoted(s, text, i);
	if (byte_is_word(next) || strchr("+~", next))
		note_name(s, text, i);
	else if (next == '-' && text.ptr[i + 2] != '-' && text.ptr[i + 2] != text.ptr[i] &&
	         (++*declared > DECLARED_MOST || !declares_option(text, i)))
		note_brief(s, text, i + 1);
}

/* What may stand before NAME=value: the start of a text, of a line, of an argument. */
static bool begins_setting(char c)
{
	switch (c) {
	case '(':
	case ',':
	case '\n':
	case '"':
	case '\'':
	case 0: return true;
	default: return false;
	}
}

/* "train.py use_perf=true", behind a blank in a text; `equals` is where it stands. */
static void note_given(struct switches *s, str text, size_t equals)
{
	size_t from = equals, at;
	unsigned value;
	str name;

	if (!byte_is_word(text.ptr[equals + 1]) && !strchr("\"'{$", text.ptr[equals + 1]))
		return;
	name = word_before(text, equals);
	for (from = equals - name.len, at = from; at > 0 && from - at < NAME_MOST; at--)
		if (begins_setting(text.ptr[at - 1]))
			break;
	if (!name.len || !at || !strchr("\n\"'", text.ptr[at - 1]))
		return;
	if (text.ptr[at - 1] == '\n' && str_starts(str_trim(str_slice(text, at, equals)), S("#")))
		return; /* a comment */
	value = switch_value_of(str_from_at(text, equals + 1), name);
	/* alone on a line with a text or a number it is an argument or a parameter, which code says
	 * more of */
	if (!str_trim(str_slice(text, at, equals - name.len)).len &&
	        (switch_text_behind(text, equals).len || switch_number_behind(text, equals).len))
		switches_say(s, switch_hash(name), value);
	else
		switches_mark(s, switch_hash(name), value);
}

void switches_note_literals(struct switches *s, str text)
{
	static const char quotes[] = "\"'";
	uint32_t declared = 0;
	const char *end = text.ptr + (text.len < 3 ? 0 : text.len - 3);

	for (int q = 0; q < 2; q++)
		for (const char *at = text.ptr;
		        at < end && (at = memchr(at, quotes[q], (size_t)(end - at))); at++)
			note_quote(s, text, (size_t)(at - text.ptr), &declared);
	for (const char *at = text.ptr; at < end && (at = memchr(at, '=', (size_t)(end - at)));
	        at++)
		if (at > text.ptr && byte_is_word(at[-1]))
			note_given(s, text, (size_t)(at - text.ptr));
	for (const char *at = text.ptr; at < end && (at = memchr(at, '-', (size_t)(end - at)));) {
		size_t i = (size_t)(at - text.ptr), n = 1;

		while (at + n < end && at[n] == '-')
			n++;
		at += n;
		if (n == 2 && i && byte_is_name(*at) && strchr(" \t\n\"'=[,({`", text.ptr[i - 1]) &&
		        (++declared > DECLARED_MOST || !declares_option(text, i)))
			note_option(s, text, i + 2);
	}
}
/* ------------------------------------------------------------------ texts */

/* from ops import attention, mlp: the names. */
static void note_imported(struct switches *s, str text)
{
	for (size_t at = 0, from; at < text.len && at < NAME_MOST; at++) {
		for (from = at; at < text.len && byte_is_word(text.ptr[at]); at++)
			;
		if (at > from)
			switches_mark(s, switch_hash(str_slice(text, from, at)), MARK_PART);
		if (at >= text.len || !strchr(" ,", text.ptr[at]) || !text.ptr[at])
			return;
	}
}

/* A word that a text has as its value, "flash" of "mode: flash", "mode": "flash"; "": it has more,
 * or what is no text. */
static str word_of_value(str text)
{
	str line = behind_quote(str_slice(text, 0, NAME_MOST)), word;
	size_t end = 0;

	line = str_slice(line, 0, str_find_byte(line, '\n'));
	while (end < line.len && (byte_is_word(line.ptr[end]) || line.ptr[end] == '-'))
		end++;
	word = str_slice(line, 0, end);
	line = str_trim(str_from_at(line, end));
	if (line.len && strchr("\"'", line.ptr[0]))
		line = str_trim(str_from_at(line, 1));
	return !line.len || ends_value(line.ptr[0]) ? word : STR_NONE;
}

/* Where a name begins and ends, and the sign between it and its value. */
struct pair {
	size_t from, end, sign;
};

static void note_pair(
        struct switches *s, str text, struct pair pair, struct switch_sections *sections)
{
	char room[NAME_MOST];
	str key = str_slice(text, pair.from, pair.end), behind = str_from_at(text, pair.sign + 1);
	str name = switch_flag_name(room, sizeof room, key), section = STR_NONE;
	str number = digits_before(behind, "\r\n,}");
	bool set = text.ptr[pair.sign] == ':'; /* of a configuration */
	unsigned value = switch_value_of(behind, name);
	str word = set && value == VALUE_ANY ? word_of_value(behind) : STR_NONE;

	if (number.len)
		switches_number(s, switch_hash(name), number);
	else if (word.len)
		switches_say(s, switch_text_hash(switch_hash(name), word), MARK_TEXT);
	else if (value && !(set && value == VALUE_OFF))
		value |= MARK_SET;
	if (set && sections)
		section = switch_section(sections, text, pair.from, pair.end);
	switches_give_key(s, section, name, value | (value == VALUE_OFF && set ? MARK_KEY : 0u));
}

/* `sections`: of YAML; NULL: a key stands in none that is known. */
static void note_words_of(struct switches *s, str text, struct switch_sections *sections)
{
	s->compiles = s->compiles || str_has(text, S("compile"));
	for (size_t i = 0; i < text.len;) {
		size_t from = i, next;

		if (!byte_is_word(text.ptr[i])) {
			i++;
			continue;
		}
		while (i < text.len && (byte_is_word(text.ptr[i]) || text.ptr[i] == '-'))
			i++;
		switches_note_word(s, str_slice(text, from, i), false);
		if (from > 1 && text.ptr[from - 1] == '-' && text.ptr[from - 2] == '-') {
			note_option(s, text, from);
			continue;
		}
		if (from > 1 && text.ptr[from - 1] == '-' &&
		        strchr(" \t\n=\"'[,", text.ptr[from - 2]))
			note_brief(s, text, from - 1);
		if (from > 0 && text.ptr[from - 1] == '.') /* DETECTION.ENABLE True */
			switches_give_key(s, word_before(text, from - 1), str_slice(text, from, i),
			        VALUE_ANY);
		if (from > 0 && strchr(".:", text.ptr[from - 1]))
			switches_mark(s, switch_hash(str_slice(text, from, i)), MARK_PART);
		else if (str_ends(str_slice(text, 0, from), S("import ")))
			note_imported(s, str_from_at(text, from));
		for (next = i; next < text.len && strchr(" \t\"'", text.ptr[next]);)
			next++;
		if (next >= text.len || !strchr(":=", text.ptr[next]) || i - from > NAME_MOST)
			continue;
		note_pair(s, text, (struct pair){from, i, next}, sections);
	}
}

void switches_note_text(struct switches *s, str path, str text)
{
	static const char *const nested[] = {".yaml", ".yml", NULL};
	struct switch_sections sections = {.count = 0};

	note_words_of(s, text, str_ends_one_of(path, nested) ? &sections : NULL);
}

/* python train.py --use-perf, with the lines that it goes on in. */
static void note_commands(struct switches *s, str text)
{
	static const char *const starters[] = {"python", "torchrun", "accelerate launch",
	        "deepspeed", ".py ", ".sh ", "`--", NULL};
	bool command = false;
	str line;

	while (str_cut(&text, '\n', &line)) {
		command = command || str_has_one_of(line, starters);
		if (command)
			note_words_of(s, line, NULL);
		command = command && (str_ends(line, S("\\")) || str_ends(line, S("\\\r")));
	}
}

void switches_note_beside(struct switches *s, str path, str text)
{
	static const char *const people[] = {".md", ".rst", ".markdown", ".mdx", ".html", NULL};

	if (str_ends_one_of(path, people))
		note_commands(s, text);
	else
		switches_note_text(s, path, text);
}

bool switch_reads_annotations(const struct python_file *file)
{
	static const char *const names[] = {"typer", "hydra", "hydra_zen", "omegaconf", "pydantic",
	        "pydantic_settings", "fastapi", "litestar", "jsonargparse", "LightningCLI", "tyro",
	        "simple_parsing", "HfArgumentParser", "draccus", "pyrallis", "dacite", "cattr",
	        "cattrs", "injector", "dataclasses_json", "dataclass_wizard",
	        "marshmallow_dataclass", "mashumaro", "msgspec", "apischema", "serde", "defopt",
	        "clize", "cappa", "cyclopts", "datargs", "argbind", "chz", "punq", "lagom",
	        "dependency_injector", "get_type_hints", "get_annotations", "annotation",
	        "__annotations__", "__dataclass_fields__", "type_hints", NULL};

	for (const char *const *name = names; *name; name++)
		if (python_name_find(file, str_from(*name)))
			return true;
	return false;
}
