/* JSON passed over without decoding, in a buffer that ends with a NUL byte: for profiles of
 * gigabytes, of which only a few fields matter.
 *
 * Lenient where that costs nothing (a missing comma is not noticed); what is looked at closely goes
 * through base/json. `bad` is set at the end of the buffer and at what is no JSON. No recursion,
 * every byte is passed once. */
#ifndef SCANNER_GRAPH_RAW_JSON_H
#define SCANNER_GRAPH_RAW_JSON_H

#include "base/str.h"

struct raw {
	const char *at; /* when bad: what is no JSON; NULL: the buffer ended */
	bool bad;
};

/* Takes `open` ('{' or '['). */
bool raw_enter(struct raw *raw, char open);
/* The next key of the object entered, without its quotes; stands at its value afterwards. False at
 * the closing brace (taken) or when bad. */
bool raw_key(struct raw *raw, str *key);
/* Stands at the next item of the array entered; false at its end. */
bool raw_item(struct raw *raw);
/* Takes one value of any kind; its text. */
str raw_value(struct raw *raw);
/* The inside of a string value; empty for any other kind. Escapes stand as they are. */
str raw_inside(str value);
/* A number as a double, exactly as strtod reads it; 0 when it is none. */
double raw_number(str value);
/* A whole number, also in quotes; -1: none. */
int64_t raw_integer(str value);

#endif
