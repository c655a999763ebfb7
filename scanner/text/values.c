/* Variables of a file, and texts with their values.
 *
 * A name stands for the value that it was given last in the scope that is read: a reader that has
 * scopes (a job of a workflow) forgets what a scope has set when it ends. `${{ matrix.x }}` stands
 * for each value of its list in turn. Values are put into values, a few levels deep, and all such
 * texts of a file are bounded. */
#include "scanner/text/text.h"

#include "base/file.h"
#include "scanner/phrases.h"

#include <ctype.h>
#include <string.h>

enum {
	EXPANDED_MOST = 400,    /* bytes of a text of which all must be known */
	VALUE_MOST = 4000,      /* of what comes of it: a value may hold others many times over */
	VALUED_COUNT = 20000,   /* texts of a file that are kept */
	VALUED_BYTES = 4 << 20, /* of all of them */
	CHOICES_MOST = 256,     /* values of matrices in scope */
	TRIED_MOST = 16,        /* values of a matrix that a command is tried with */
	LEVELS_MOST = 4,
	/* Of the values that are put into values, which need not make the text longer: bytes that
	 * are looked at, and for each name in them what finding its value costs. */
	NAME_COST = 8,
	SPENT_MOST = 16 * VALUE_MOST, /* on one text */
	FILE_SPENT_MOST = 32 << 20,   /* on all of a file */
};

void text_add_env(struct text_file *file, str name, str value, uint32_t at, uint32_t end)
{
	uint32_t *last;

	if (!text_has_room(file, file->envs.len, at))
		return;
	last = map_at(&file->env_names, name, NULL);
	*VEC_PUSH(file->env->temp, &file->envs) = (struct text_env){name, value, at, end, *last};
	*last = file->envs.len;
}

struct text_scope text_scope_open(const struct text_file *file)
{
	return (struct text_scope){file->envs.len, file->choices.len};
}

void text_scope_close(struct text_file *file, struct text_scope scope)
{
	for (uint32_t i = file->envs.len; i > scope.envs; i--) {
		const struct text_env *env = &file->envs.at[i - 1];

		if (*map_at(&file->env_names, env->name, NULL) == i)
			*map_at(&file->env_names, env->name, NULL) = env->before;
	}
	file->choices.len = scope.choices;
}

void text_add_choice(struct text_file *file, const struct text_choice *choice)
{
	if (file->choices.len < CHOICES_MOST)
		*VEC_PUSH(file->env->temp, &file->choices) = *choice;
}

/* The value that a variable was given last. */
static bool find_value(const struct text_file *file, str name, str *value)
{
	const uint32_t *last = map_get(&file->env_names, name);

	if (!last || !*last)
		return false;
	*value = file->envs.at[*last - 1].value;
	return value->len > 0;
}

/* The variable whose "$" was just passed; *text goes on behind it. */
static bool expand_one(const struct text_file *file, str *text, str *value)
{
	str name = *text, other = STR_NONE;
	bool braces = str_starts(name, S("{"));
	size_t n = 0, dash;

	if (braces) {
		n = str_find_byte(name, '}');
		if (n == name.len)
			return false;
		name = str_slice(*text, 1, n);
		*text = str_from_at(*text, n + 1);
		dash = str_find(name, S(":-"));
		if (dash < name.len)
			other = str_from_at(name, dash + 2);
		name = str_slice(name, 0, dash);
	} else {
		while (n < name.len &&
		        (name.ptr[n] == '_' || (name.ptr[n] >= '0' && name.ptr[n] <= '9') ||
		                ((name.ptr[n] | 32) >= 'a' && (name.ptr[n] | 32) <= 'z')))
			n++;
		*text = str_from_at(name, n);
		name = str_slice(name, 0, n);
	}
	if (find_value(file, name, value))
		return true;
	*value = other;
	return other.ptr != NULL;
}

str text_expand(struct text_file *file, str text)
{
	struct buf out = {0};
	str rest = text, before, value, whole = text;
	bool known = true;

	if (text.len > EXPANDED_MOST || str_find_byte(text, '$') == text.len)
		return text;
	while (known && rest.len) {
		size_t dollar = str_find_byte(rest, '$');

		before = str_slice(rest, 0, dollar);
		buf_put(&out, before);
		if (dollar == rest.len)
			break;
		rest = str_from_at(rest, dollar + 1);
		known = expand_one(file, &rest, &value) && value.len <= VALUE_MOST &&
		        !str_has(value, S("$"));
		if (known)
			buf_put(&out, value);
		known &= out.len <= VALUE_MOST;
	}
	if (known)
		whole = arena_dup(file->env->temp, buf_str(&out));
	buf_free(&out);
	return whole;
}

struct valuing {
	struct text_file *file;
	struct buf *out;
	uint32_t number, most; /* of the values of matrices */
	uint32_t spent;
	bool changed;
	struct text_choice chosen; /* the last one */
};

/* The value of that number of a matrix, else its last one. */
static bool find_choice(struct valuing *v, str name, bool variable, str *value)
{
	const struct text_choice *found = NULL;
	uint32_t count = 0;

	for (uint32_t i = 0; i < v->file->choices.len; i++) {
		const struct text_choice *choice = &v->file->choices.at[i];

		if (choice->variable == variable && str_eq(choice->name, name) &&
		        count++ <= v->number)
			found = choice;
	}
	if (!found || !found->value.len)
		return false;
	if (count > v->most)
		v->most = count;
	v->chosen = *found;
	*value = found->value;
	return true;
}

/* "$NAME" or "${NAME}" behind its "$", of a matrix of variables. */
static bool variable_choice(struct valuing *v, str *text, str *value)
{
	bool braces = str_starts(*text, S("{"));
	size_t from = braces, n = from;

	while (n < text->len && (text->ptr[n] == '_' || isalnum((unsigned char)text->ptr[n])))
		n++;
	if (n == from || (braces && (n == text->len || text->ptr[n] != '}')) ||
	        !find_choice(v, str_slice(*text, from, n), true, value))
		return false;
	*text = str_from_at(*text, n + braces);
	return true;
}

/* What stands behind a "$": its value. */
static bool value_of(struct valuing *v, str *text, str *value)
{
	str rest = *text, name;
	size_t close;

	if (!str_starts(rest, S("{{"))) {
		if (expand_one(v->file, text, value))
			return true;
		*text = rest;
		return v->file->choices.len && variable_choice(v, text, value);
	}
	close = str_find(str_slice(rest, 0, EXPANDED_MOST), S("}}"));
	if (close + 2 > rest.len || close >= EXPANDED_MOST)
		return false;
	name = str_trim(str_slice(rest, 2, close));
	*text = str_from_at(rest, close + 2);
	if (str_starts(name, S("env.")))
		return find_value(v->file, str_from_at(name, 4), value);
	return str_starts(name, S("matrix.")) && find_choice(v, str_from_at(name, 7), false, value);
}

/* False when too much was spent on values of values, for this text or for the file. */
static bool may_go_on(const struct valuing *v)
{
	return v->spent <= SPENT_MOST && v->file->valued_spent <= FILE_SPENT_MOST;
}

static void spend(struct valuing *v, size_t bytes)
{
	uint32_t cost = (uint32_t)bytes + NAME_COST + v->file->choices.len / 4;

	v->spent += cost;
	v->file->valued_spent += cost;
}

/* What is not known stays as it is written. */
static void put_values(struct valuing *v, str text, uint32_t levels)
{
	while (text.len && v->out->len <= VALUE_MOST && may_go_on(v)) {
		size_t dollar = str_find_byte(text, '$');
		str rest = str_from_at(text, dollar + 1), value;

		buf_put(v->out, str_slice(text, 0, dollar));
		if (dollar >= text.len)
			return;
		if (levels && value_of(v, &rest, &value)) {
			v->changed = true;
			put_values(v, str_slice(value, 0, VALUE_MOST + 1), levels - 1);
		} else {
			rest = str_from_at(text, dollar + 1);
			buf_byte(v->out, '$');
		}
		if (levels < LEVELS_MOST)
			spend(v, text.len - rest.len);
		text = rest;
	}
}

void text_add_valued(struct text_file *file, uint32_t at, uint32_t end)
{
	str text = {file->masked + at, end - at};
	struct buf out = {0};
	struct valuing v = {.file = file, .out = &out, .most = 1};

	if (text.len > VALUE_MOST || str_find_byte(text, '$') == text.len)
		return;
	for (; v.number < v.most && v.number < TRIED_MOST; v.number++) {
		if (file->valued.len >= VALUED_COUNT || file->valued_bytes > VALUED_BYTES ||
		        file->valued_spent > FILE_SPENT_MOST) {
			file->partly = file->partly ? file->partly : phrase_partly_search;
			break;
		}
		out.len = v.spent = 0;
		v.changed = false;
		put_values(&v, text, LEVELS_MOST);
		if (!v.changed)
			continue;
		file->valued_bytes += (uint32_t)out.len;
		if (out.len > VALUE_MOST || !may_go_on(&v))
			continue;
		*VEC_PUSH(file->env->temp, &file->valued) = (struct text_valued){
		        at, end, arena_dup(file->env->temp, buf_str(&out)), true, false};
	}
	buf_free(&out);
}

bool text_choose(
        struct text_file *file, str text, uint32_t number, str *out, struct text_choice *chosen)
{
	struct buf whole = {0};
	struct valuing v = {.file = file, .out = &whole, .number = number, .most = 1};
	bool known;

	if (text.len > EXPANDED_MOST || number >= TRIED_MOST)
		return false;
	put_values(&v, text, LEVELS_MOST);
	if (file->valued_spent > FILE_SPENT_MOST && !file->partly)
		file->partly = phrase_partly_search;
	known = v.changed && number < v.most && whole.len <= VALUE_MOST && may_go_on(&v) &&
	        !str_has(buf_str(&whole), S("$"));
	*out = known ? arena_dup(file->env->temp, buf_str(&whole)) : STR_NONE;
	*chosen = v.chosen;
	buf_free(&whole);
	return known;
}

void text_add_words(struct text_file *file, str text, uint32_t at, uint32_t end)
{
	if (text.len > VALUE_MOST || file->valued.len >= VALUED_COUNT ||
	        file->valued_bytes > VALUED_BYTES)
		return;
	file->valued_bytes += (uint32_t)text.len;
	*VEC_PUSH(file->env->temp, &file->valued) =
	        (struct text_valued){at, end, arena_dup(file->env->temp, text), true, true};
}
