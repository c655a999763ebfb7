/* The format is walked piece by piece: literal text must stand there, a part runs up to the next
 * literal. A number takes what numbers are made of, so that "3 operator calls" is not taken for
 * the sentence about "aten.add operator calls". */
#include "base/phrase.h"

struct piece {
	str literal; /* before the part, or at the end */
	bool part, number;
};

/* The next piece of a format; `room` takes its literal, where %% is one sign. */
static bool next_piece(const char **format, char *room, size_t cap, struct piece *out)
{
	const char *f = *format;
	size_t n = 0;

	*out = (struct piece){{room, 0}, false, false};
	while (*f && n < cap) {
		if (f[0] != '%') {
			room[n++] = *f++;
			continue;
		}
		f++;
		if (*f == '%') {
			room[n++] = *f++;
			continue;
		}
		while (*f && strchr(".*0123456789-+l", *f))
			f++;
		out->part = true;
		out->number = *f != 's' && *f != 'c';
		f += *f != '\0';
		break;
	}
	out->literal.len = n;
	*format = f;
	return n || out->part;
}

static bool is_digit(str text, size_t at)
{
	return at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9';
}

/* As printf writes them: "-12.5", "1e+06", "inf", "nan". A comma behind is the sentence's. */
static size_t number_end(str text, size_t from)
{
	size_t at = from + (from < text.len && text.ptr[from] == '-');
	str rest = str_from_at(text, at);

	if (str_starts(rest, S("inf")) || str_starts(rest, S("nan")))
		return at + 3;
	while (is_digit(text, at) ||
	        (at > from && at < text.len && text.ptr[at] == '.' && is_digit(text, at + 1)))
		at++;
	if (at > from && at + 1 < text.len && text.ptr[at] == 'e' &&
	        (text.ptr[at + 1] == '+' || text.ptr[at + 1] == '-') && is_digit(text, at + 2))
		for (at += 2; is_digit(text, at);)
			at++;
	return at;
}

/* Up to the literal that follows, at the end of the format up to the end of the text. */
static bool part_end(str text, size_t from, const struct piece *part, const struct piece *next,
        bool last, size_t *end)
{
	if (part->number)
		*end = number_end(text, from);
	else if (!next)
		*end = text.len;
	else if (last)
		*end = str_ends(text, next->literal) ? text.len - next->literal.len : text.len;
	else
		*end = from + str_find(str_from_at(text, from), next->literal);
	return *end >= from && (!part->number || *end > from);
}

bool phrase_match(const struct phrase *phrase, str text, str parts[PHRASE_PARTS])
{
	char room[2][512];
	const char *format = phrase->english;
	struct piece piece, next = {0};
	uint32_t n = 0;
	size_t at = 0;
	bool there = next_piece(&format, room[0], sizeof room[0], &piece);

	for (uint32_t k = 1; there; k ^= 1) {
		size_t end;

		if (!str_starts(str_from_at(text, at), piece.literal))
			return false;
		at += piece.literal.len;
		if (!piece.part)
			break;
		there = next_piece(&format, room[k], sizeof room[k], &next);
		if (n == PHRASE_PARTS || !part_end(text, at, &piece, there ? &next : NULL,
		                                 there && !next.part && !*format, &end))
			return false;
		parts[n++] = str_slice(text, at, end);
		at = end;
		piece = next;
	}
	return at == text.len;
}
