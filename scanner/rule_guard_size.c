/* Positions that a model is built with, brought to another size:
 *
 *     def interpolate_pos_encoding(self, x, pos_embed):
 *         if npatch == N and w == h:
 *             return pos_embed
 *         pos_embed = F.interpolate(…)
 *
 * With the size that it is built for, which is that of most runs, it is not come to. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

enum {
	HEAD_BYTES = 1000,
	NAME_BYTES = 80,
	BEFORE_MOST = 60, /* statements */
	LOOK_RECORDS = 20,
};

/* def interpolate_pos_encoding, def get_rel_pos */
static bool is_of_positions(struct python_matching *p, uint32_t def)
{
	static const char *const words[] = {
	        "pos_e", "posemb", "pos_enc", "position_e", "positional_e", "rel_pos", NULL};
	char room[NAME_BYTES];
	str head = head_written(p, def, NAME_BYTES);

	head = str_slice(head, 0, str_find_byte(head, '('));
	return str_has_one_of(str_lower(room, sizeof room, head), words);
}

/* if a == b: … return, before the statement in its block. */
static bool same_size_left(struct python_matching *p, uint32_t statement)
{
	const struct outline *o = &p->outline;
	uint32_t block = o->list.at[statement].parent;

	for (uint32_t i = statement; i > 0 && statement - i < BEFORE_MOST && i - 1 != block; i--) {
		const struct statement *s = &o->list.at[i - 1];

		if (s->parent == block && s->kind == STATEMENT_IF &&
		        python_may_look(p, LOOK_RECORDS) && block_returns(p, i - 1) &&
		        str_has(head_written(p, i - 1, HEAD_BYTES), S(" == ")))
			return true;
	}
	return false;
}

bool place_resizes_positions(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct outline *o = &p->outline;
	uint32_t def;

	if (!str_eq(raw->matched, S("torch.nn.functional.interpolate")))
		return false;
	def = outline_def(o, statement);
	if (def == PYTHON_NONE || !is_of_positions(p, def))
		return false;
	for (uint32_t at = statement; at != def && python_may_look(p, LOOK_RECORDS);
	        at = o->list.at[at].parent)
		if (same_size_left(p, at) ||
		        (o->list.at[at].kind == STATEMENT_IF &&
		                str_has(head_written(p, at, HEAD_BYTES), S(" != "))))
			return true;
	return false;
}
