/* Dockerfiles: instructions over joined lines; what RUN and its kin hold is shell text.
 *
 * A line that ends in "\" (or what the escape directive names) goes on with the next that is no
 * comment; in the masked text such an instruction is one line. */
#include "scanner/text/text.h"

#include <string.h>
#include <strings.h>

struct docker {
	struct text_file *file;
	char *m;
	uint32_t len;
	char escape;
	uint32_t unclosed; /* here-documents that did not end: each costs a look at all the rest */
};

static uint32_t line_end(const struct docker *d, uint32_t at)
{
	return at + (uint32_t)str_find_byte((str){d->m + at, d->len - at}, '\n');
}

static bool is_blank_line(const struct docker *d, uint32_t at, uint32_t end)
{
	return !str_trim((str){d->m + at, end - at}).len;
}

/* Joins the lines of the instruction at `at`; gives its end. */
static uint32_t join(struct docker *d, uint32_t at)
{
	uint32_t end = line_end(d, at);

	for (;;) {
		uint32_t last = end, start, next;

		while (last > at && strchr(" \t\r", d->m[last - 1]))
			last--;
		if (last == at || d->m[last - 1] != d->escape || end >= d->len)
			return end;
		for (uint32_t i = last - 1; i <= end; i++)
			d->m[i] = ' ';
		start = end + 1;
		next = line_end(d, start);
		/* comments between are blank by now, and are passed over */
		while (next < d->len && is_blank_line(d, start, next)) {
			d->m[next] = ' ';
			start = next + 1;
			next = line_end(d, start);
		}
		end = next;
	}
}

static str word_at(const struct docker *d, uint32_t *at, uint32_t end)
{
	uint32_t from;

	while (*at < end && strchr(" \t\r", d->m[*at]))
		++*at;
	for (from = *at; *at < end && !strchr(" \t\r", d->m[*at]);) {
		if (d->m[*at] == '"')
			while (++*at < end && d->m[*at] != '"')
				;
		if (*at < end)
			++*at;
	}
	return (str){d->m + from, *at - from};
}

static bool is_word(str word, const char *name)
{
	size_t n = strlen(name);

	return word.len == n && strncasecmp(word.ptr, name, n) == 0;
}

/* ENV a=b c=d, ENV a b, ARG a=b */
static void read_env(struct docker *d, uint32_t at, uint32_t end)
{
	uint32_t start, first = at;
	str word, name, value;

	word = word_at(d, &first, end);
	if (word.len && !str_has(word, S("="))) {
		str rest = str_trim((str){d->m + first, end - first});

		at = (uint32_t)(word.ptr - d->m);
		text_add_env(d->file, word, rest, at,
		        rest.len ? (uint32_t)(rest.ptr - d->m) + (uint32_t)rest.len
		                 : at + (uint32_t)word.len);
		return;
	}
	while (at < end) {
		word = word_at(d, &at, end);
		start = (uint32_t)(word.ptr - d->m);
		if (word.len && str_split(word, '=', &name, &value))
			text_add_env(d->file, name, text_expand(d->file, text_unquoted(value)),
			        start, start + (uint32_t)word.len);
	}
}

static void read_from(struct docker *d, uint32_t at, uint32_t end)
{
	uint32_t from = at;
	str word = word_at(d, &at, end), whole;

	while (from > 0 && !strchr(" \t\n", d->m[from - 1])) /* FROM itself */
		from--;
	while (str_starts(word, S("--")))
		word = word_at(d, &at, end);
	text_add_image(d->file, word, (uint32_t)(word.ptr - d->m));
	whole = text_expand(d->file, text_unquoted(word));
	if (!str_eq(whole, word))
		*VEC_PUSH(d->file->env->temp, &d->file->valued) = (struct text_valued){from, at,
		        arena_format(d->file->env->temp, "FROM %.*s", STR_ARG(whole)), false,
		        false};
}

/* ["a", "b"]: the words stand alone in the masked text. */
static void open_list(struct docker *d, uint32_t at, uint32_t end)
{
	for (uint32_t i = at; i < end; i++)
		if (strchr("[],\"", d->m[i]))
			d->m[i] = ' ';
}

/* RUN <<EOF … EOF: the end of the body, or `end` when there is none. */
static uint32_t heredoc_end(struct docker *d, uint32_t at, uint32_t end)
{
	str text = {d->m + at, end - at}, tag, line;
	size_t open = str_find(text, S("<<"));
	uint32_t i;

	if (open >= text.len)
		return end;
	tag = str_from_at(text, open + 2);
	while (tag.len && strchr("-\"'", tag.ptr[0]))
		tag = str_from_at(tag, 1);
	for (i = 0; i < tag.len && !strchr(" \t\r\"'|&;><", tag.ptr[i]);)
		i++;
	tag.len = i;
	for (i = end + 1; tag.len && i < d->len && d->unclosed < 16;) {
		uint32_t stop = line_end(d, i);

		line = str_trim((str){d->m + i, stop - i});
		if (str_eq(line, tag))
			return stop;
		i = stop + 1;
	}
	d->unclosed += tag.len > 0;
	return end;
}

/* One instruction; gives its end. */
static uint32_t read_instruction(struct docker *d, uint32_t at)
{
	uint32_t end = join(d, at), start = at;
	str name = word_at(d, &at, end), first;

	if (is_word(name, "ONBUILD"))
		name = word_at(d, &at, end);
	if (is_word(name, "FROM")) {
		read_from(d, at, end);
	} else if (is_word(name, "ENV") || is_word(name, "ARG")) {
		read_env(d, at, end);
	} else if (is_word(name, "RUN") || is_word(name, "CMD") || is_word(name, "ENTRYPOINT") ||
	           is_word(name, "HEALTHCHECK")) {
		uint32_t next = at;

		for (first = word_at(d, &next, end);
		        str_starts(first, S("--")) || is_word(first, "CMD");) {
			at = next;
			first = word_at(d, &next, end);
		}
		if (first.len && first.ptr[0] == '[')
			open_list(d, at, end);
		end = heredoc_end(d, at, end);
		text_read_shell(d->file, at, end);
	}
	return end > start ? end : start;
}

void dockerfile_read(struct text_file *file)
{
	struct docker d = {
	        .file = file, .m = file->masked, .len = (uint32_t)file->text.len, .escape = '\\'};

	if (str_has(str_slice(file->text, 0, 200), S("escape=`")))
		d.escape = '`';
	for (uint32_t at = 0; at < d.len; at++)
		at = is_blank_line(&d, at, line_end(&d, at)) ? line_end(&d, at)
		                                             : read_instruction(&d, at);
}

/* What is known of an image by its name and tag. */
void text_add_image(struct text_file *file, str image, uint32_t at)
{
	static const struct {
		const char *image, *package;
	} known[] = {
	        {"python", "python"}, {"pytorch/pytorch", "torch"}, {"vllm/vllm-openai", "vllm"}};
	const uint32_t end = at + (uint32_t)image.len;
	str name, tag;
	size_t n = 0;

	if (!str_split(text_expand(file, image), ':', &name, &tag))
		return;
	if (str_starts(name, S("docker.io/")))
		name = str_from_at(name, 10);
	if (str_starts(name, S("library/")))
		name = str_from_at(name, 8);
	if (tag.len && tag.ptr[0] == 'v')
		tag = str_from_at(tag, 1);
	while (n < tag.len && ((tag.ptr[n] >= '0' && tag.ptr[n] <= '9') || tag.ptr[n] == '.'))
		n++;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (n && str_eq(name, str_from(known[i].image)))
			text_add_pin(
			        file, str_from(known[i].package), str_slice(tag, 0, n), at, end);
}

str text_conda_name(str name)
{
	static const char *const torch[] = {"pytorch", "pytorch-gpu", "pytorch-cpu"};

	for (size_t i = 0; i < sizeof torch / sizeof *torch; i++)
		if (str_eq(name, str_from(torch[i])))
			return S("torch");
	return name;
}

/* "python=3.9", "pytorch::pytorch=2.1=py3.9_cuda", "numpy >=1.2" */
void text_add_conda(struct text_file *file, str text, uint32_t at, uint32_t end)
{
	size_t channel = str_find(text, S("::")), n = 0, build;
	str spec;

	if (channel < text.len)
		text = str_from_at(text, channel + 2);
	while (n < text.len && !strchr(" =<>!~[", text.ptr[n]))
		n++;
	spec = str_trim(str_from_at(text, n));
	/* name=version=build */
	if (spec.len > 1 && spec.ptr[0] == '=' && spec.ptr[1] != '=') {
		build = str_find_byte(str_from_at(spec, 1), '=');
		spec = str_slice(spec, 0, build + 1);
	}
	text = str_slice(text, 0, n);
	text_add_pin(file, text_conda_name(text), spec, at, end);
}
