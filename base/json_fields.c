/* A table is searched in a circle from the row behind the last hit: keys mostly come in the order
 * of the table, so one comparison a key is enough. */
#include "base/json_fields.h"

bool json_uint(struct json *j, uint64_t *value)
{
	uint64_t sum = 0;
	str text;

	if (!json_number(j, &text))
		return false;
	for (size_t i = 0; i < text.len; i++) {
		uint64_t digit = (uint64_t)(unsigned char)text.ptr[i] - '0';

		if (digit > 9 || sum > (UINT64_MAX - digit) / 10)
			return json_fail(j, "a whole number of 64 bits that is not below zero");
		sum = sum * 10 + digit;
	}
	*value = sum;
	return true;
}

static void read_small(struct json *j, uint32_t *value)
{
	uint64_t wide;

	if (!json_uint(j, &wide))
		return;
	if (wide >= UINT32_MAX)
		json_fail(j, "a whole number of 32 bits");
	else
		*value = (uint32_t)wide;
}

static void read_field(struct json *j, const struct json_field *field, void *context, void *into)
{
	void *at = (char *)into + field->at;

	switch (field->kind) {
	case JSON_FIELD_TEXT: json_string(j, at); break;
	case JSON_FIELD_COUNT: json_uint(j, at); break;
	case JSON_FIELD_SMALL: read_small(j, at); break;
	case JSON_FIELD_INT: json_int(j, at); break;
	case JSON_FIELD_FLOAT: json_float(j, at); break;
	case JSON_FIELD_FLAG: json_bool(j, at); break;
	case JSON_FIELD_VALUE: field->read(j, context, into); break;
	case JSON_FIELD_ITEMS:
		for (json_array(j); json_item(j);)
			field->read(j, context, into);
		break;
	}
}

void json_fields(
        struct json *j, const struct json_field *fields, size_t n, void *context, void *into)
{
	size_t from = 0;
	str key;

	for (json_object(j); json_key(j, &key);) {
		size_t tried = 0;

		while (tried < n && !str_eq(key, str_from(fields[(from + tried) % n].key)))
			tried++;
		if (tried == n) {
			json_skip(j);
			continue;
		}
		from = (from + tried) % n;
		read_field(j, &fields[from], context, into);
		from = (from + 1) % n;
	}
}
