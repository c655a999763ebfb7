/* JSON lines: one object a line, for tools that read streams. The first line is the head, then one
 * line an item, the last line the gate. */
#include "base/json.h"
#include "report/item.h"

static void line_end(struct json_out *w)
{
	json_out_object_end(w);
	buf_byte(w->out, '\n');
	*w = (struct json_out){.out = w->out};
}

static void begin(struct json_out *w, const char *type)
{
	json_out_object(w);
	json_out_pair_str(w, "type", str_from(type));
}

void write_jsonl(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct json_out w = {.out = out};
	struct items items = items_of(a, LANGUAGE_EN);

	begin(&w, "head");
	json_out_pair_str(&w, "schema", S("portfit-lines/1"));
	json_out_pair_str(&w, "version", style->version);
	json_out_pair_str(&w, "mode", mode_word(a->mode));
	json_out_pair_int(&w, "operator_nodes", (int64_t)a->operator_nodes);
	line_end(&w);
	for (uint32_t i = 0; i < items.count; i++) {
		const struct item *item = &items.at[i];

		begin(&w, item->operator.len ? "operator" : "finding");
		json_out_pair_str(&w, "rule", item->rule);
		json_out_pair_str(&w, "severity", severity_word(item->severity));
		json_out_pair_str(&w, "targets", item->targets);
		json_out_pair_str(&w, "path", item->path);
		if (item->line)
			json_out_pair_int(&w, "line", item->line);
		if (item->column)
			json_out_pair_int(&w, "column", item->column);
		json_out_pair_str(&w, "message", item->message);
		if (item->advice.len)
			json_out_pair_str(&w, "replacement", item->advice);
		json_out_pair_str(&w, "fingerprint", item->fingerprint);
		line_end(&w);
	}
	begin(&w, "gate");
	json_out_pair_str(&w, "status",
	        !a->gate.on   ? S("off")
	        : a->gate.hit ? S("hit")
	                      : S("passed"));
	json_out_pair_int(&w, "items", items.count);
	line_end(&w);
}
