/* The arguments of an experiment, read from what a worker is told (docs/protocol.md), as a person
 * would write the call. Bounded: whatever is deep or long ends in an ellipsis. */
#include "report/trials.h"

#include "base/text.h"

enum { CALL_DEPTH = 6, CALL_BYTES = 200 };

static void put_value(struct json *j, struct buf *out, int depth);

static void put_items(struct json *j, struct buf *out, int depth)
{
	bool any = false;

	buf_byte(out, '[');
	for (json_array(j); json_item(j); any = true) {
		if (any)
			buf_puts(out, ", ");
		put_value(j, out, depth + 1);
	}
	buf_byte(out, ']');
}

/* A tensor: dtype and size. What else is known of it (strides, which one) is left out. */
static void put_object(struct json *j, struct buf *out, int depth)
{
	str key, text = STR_NONE;

	for (json_object(j); json_key(j, &key);) {
		bool said = str_eq(key, S("t")) || str_eq(key, S("str")) ||
		            str_eq(key, S("dtype")) || str_eq(key, S("layout")) ||
		            str_eq(key, S("memory_format")) || str_eq(key, S("float"));

		if (str_eq(key, S("s")) || str_eq(key, S("complex")))
			put_items(j, out, depth + 1);
		else if (str_eq(key, S("device")) && json_skip(j))
			buf_puts(out, "device");
		else if (said && json_peek(j) == JSON_STRING && json_string(j, &text))
			text_visible(out, text);
		else
			json_skip(j);
	}
}

static void put_value(struct json *j, struct buf *out, int depth)
{
	str raw;

	if (depth > CALL_DEPTH || out->len > CALL_BYTES) {
		buf_puts(out, "…");
		json_skip(j);
	} else if (json_peek(j) == JSON_ARRAY) {
		put_items(j, out, depth);
	} else if (json_peek(j) == JSON_OBJECT) {
		put_object(j, out, depth);
	} else if (json_skip_raw(j, &raw)) {
		text_visible(out, raw);
	}
}

str experiment_call(struct arena *arena, const struct experiment *experiment)
{
	struct buf out = {0};
	struct json j;
	str key, name, call;
	bool any = false, keyword, flag;

	if (!experiment->args.len)
		return experiment->signature;
	json_open(&j, experiment->args, 16, arena);
	for (json_array(&j); json_item(&j); any = true) {
		size_t before = out.len;

		name = STR_NONE;
		keyword = false;
		buf_puts(&out, any ? ", " : "");
		for (json_object(&j); json_key(&j, &key);) {
			if (str_eq(key, S("n"))) {
				json_string(&j, &name);
			} else if (str_eq(key, S("k"))) {
				flag = json_peek(&j) == JSON_TRUE;
				keyword = json_skip(&j) && flag;
			} else if (str_eq(key, S("v"))) {
				if (name.len && keyword)
					buf_format(&out, "%.*s=", STR_ARG(name));
				put_value(&j, &out, 0);
			} else {
				json_skip(&j);
			}
		}
		if (out.len > CALL_BYTES + 40) {
			out.len = before;
			buf_puts(&out, ", …");
			break;
		}
	}
	call = arena_dup(arena, buf_str(&out));
	buf_free(&out);
	return call;
}
