/* Keys and small objects that are expected as Python writes them. None of it says what is wrong:
 * what does not look so is left to the reader. */
#include "base/json.h"

#include "base/json_plain.h"

struct json_guess json_guess_make(str quoted)
{
	struct json_guess guess = {.quoted = quoted};
	size_t head = quoted.len < 8 ? quoted.len : 8;

	memcpy(&guess.head, quoted.ptr, head);
	memset(&guess.mask, 0xff, head);
	if (quoted.len >= 8)
		memcpy(&guess.tail, quoted.ptr + quoted.len - 8, 8);
	return guess;
}

/* Where the value of {"key": begins, `more` levels further in; NULL when the text at `p` does not
 * begin so. */
static inline const char *one_value(
        const struct json *j, const char *p, uint32_t more, const struct json_guess *guess)
{
	/* A brace, the key, and at least a value and a brace; nesting must allow one level more. */
	if ((size_t)(j->end - p) < guess->quoted.len + 3 || *p != '{' ||
	        j->depth + more >= j->depth_limit || !json_guess_is(p + 1, guess))
		return NULL;
	return p + 1 + guess->quoted.len;
}

bool json_one_int(struct json *j, const struct json_guess *guess, int64_t *value)
{
	const char *p = one_value(j, j->at, 0, guess);
	int64_t n;

	p = p ? quick_int(p, j->end, &n) : NULL;
	if (!p || p >= j->end || *p != '}')
		return false;
	*value = n;
	j->at = p + 1;
	return true;
}

bool json_one_string(struct json *j, const struct json_guess *guess, str *value)
{
	const char *from = one_value(j, j->at, 0, guess), *p;

	if (!from || *from++ != '"')
		return false;
	p = plain_run(from, j->end);
	if (j->end - p < 2 || p[0] != '"' || p[1] != '}')
		return false;
	*value = (str){from, (size_t)(p - from)};
	j->at = p + 2;
	return true;
}

bool json_one_string_in(
        struct json *j, const struct json_guess *outer, const struct json_guess *guess, str *value)
{
	const char *from = one_value(j, j->at, 0, outer), *p;

	from = from ? one_value(j, from, 1, guess) : NULL;
	if (!from || *from++ != '"')
		return false;
	p = plain_run(from, j->end);
	if (j->end - p < 3 || p[0] != '"' || p[1] != '}' || p[2] != '}')
		return false;
	*value = (str){from, (size_t)(p - from)};
	j->at = p + 3;
	return true;
}
