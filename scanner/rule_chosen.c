/* attn_implementation="flash_attention_2" if is_flash_attn_2_available() else "sdpa": where the
 * package is missing another value is given, and nothing fails. */
#include "scanner/rule_guard.h"

#include <string.h>

enum { AROUND_BYTES = 2000, AROUND_MOST = 4, TEST_RECORDS = 4000 };

/* Its words ask whether flash attention is there, not whether somebody wants it. */
static bool asks_for_flash(struct python_matching *p, str text)
{
	static const char *const asks[] = {"available", "AVAILABLE", "has_flash", "HAS_FLASH",
	        "have_flash", "HAVE_FLASH", "installed", "INSTALLED", NULL};
	static const char *const flash[] = {"flash", "FLASH", NULL};

	return python_may_look(p, text.len) && str_has_one_of(text, asks) &&
	       str_has_one_of(text, flash) && !str_has(text, S(" or "));
}

/* What stands behind a literal in its statement asks so, or the if around it. */
static bool is_asked_around(struct python_matching *p, uint32_t statement, uint32_t end)
{
	const struct outline *o = &p->outline;

	if (asks_for_flash(p, str_slice(p->file->text, end, o->list.at[statement].end)))
		return true;
	for (uint32_t i = 0; i < AROUND_MOST && statement != PYTHON_NONE; i++) {
		statement = o->list.at[statement].parent;
		if (statement == PYTHON_NONE || o->list.at[statement].kind == STATEMENT_DEF)
			break;
		if (o->list.at[statement].kind == STATEMENT_IF ||
		        o->list.at[statement].kind == STATEMENT_ELIF)
			return asks_for_flash(p, head_written(p, statement, AROUND_BYTES));
	}
	return false;
}

bool value_is_asked_for(struct python_matching *p, const struct raw *raw)
{
	struct guard_subject subject = guard_subject_of(S("flash_attn"));
	struct raw at = *raw;
	uint32_t statement;
	str text;

	if (!raw->choice || !raw->value_at)
		return false;
	at.at = raw->value_at;
	text = literal_at(p->file->text, at.at, &at.end);
	statement = outline_find(python_outline(p), at.at);
	if (statement == PYTHON_NONE || !python_may_look(p, TEST_RECORDS) ||
	        !str_starts(text, S("flash_attention_")) || !is_asked_around(p, statement, at.end))
		return false;
	at.flags = 0;
	at.matched = S("flash_attn");
	subject.p = p;
	return place_protection(p, statement, &at, &subject).guard == GUARD_AVAILABLE;
}
