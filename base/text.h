/* Text as people and terminals see it: UTF-8, widths, neutralised control
 * characters, nearest words, dates. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/arena.h"
#include "base/buf.h"

/* Length of the longest valid UTF-8 prefix (RFC 3629: no surrogates, no overlong forms). */
size_t utf8_valid(str s);
/* One code point from the front, U+FFFD and one byte for a damaged one; *length is what it took. */
uint32_t utf8_decode(str s, size_t *length);
/* Encodes one code point; returns 1 to 4. A surrogate becomes U+FFFD. */
size_t utf8_encode(uint32_t point, char out[4]);
/* Code points in a text (damaged bytes count one each). */
size_t utf8_count(str s);
/* UTF-16 with byte-order mark to UTF-8. */
str utf16_decode(struct arena *arena, str s);
/* Columns that a text takes in a terminal: 2 for wide characters, 0 for combining ones. */
size_t text_width(str s);
/* The longest start of `s` that takes at most `columns`, cut between characters. */
str text_fit(str s, size_t columns);
/* The next piece of a text that a line does not break within: up to a blank, which is taken too, or
 * up to a place beside a wide character (Chinese has no blanks), but never before closing nor
 * behind opening punctuation. *blank: a blank stood before it. *at begins at 0 and is moved; false
 * at the end. */
bool text_piece(str whole, size_t *at, str *piece, bool *blank);
/* Appends `s` with everything that could steer a terminal or hide text made visible: control
 * characters (C0, DEL, C1, line and paragraph separators), bidi controls and damaged UTF-8. */
void text_visible(struct buf *out, str s);
/* Does a character steer a terminal or hide text? */
bool text_hostile(uint32_t point);
/* True when text_visible would change nothing. */
bool text_is_clean(str s);
/* The candidate nearest to `word` by edit distance, when it is near enough to suggest; else
 * STR_NONE. */
str text_nearest(str word, const str *candidates, size_t count);
/* A word for a POSIX shell: as it stands when that is safe, else in single quotes. */
str text_shell_word(struct arena *arena, str s);

/* Days since 1970-01-01 of an ISO date; a year or a month alone is its first day. False when
 * malformed. */
bool date_parse(str iso, int32_t *days);
/* "2026-10-05" */
str date_format(struct arena *arena, int32_t days);
int32_t date_today(void);

#endif
