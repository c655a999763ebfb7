/* Small questions that every analysis asks. */
#include "assess/subject.h"

#include "assess/join.h"
#include "scanner/graph/stage.h"

bool subject_has_order(const struct subject *s, uint32_t graph)
{
	return !str_eq(
	        graph_text(s->file, subject_graph(s, graph)->stage), stage_word(STAGE_PROFILE));
}

const struct op_row *subject_row(const struct subject *s, uint32_t graph, uint32_t node)
{
	uint32_t row = s->a->nodes[graph] ? s->a->nodes[graph][node].row : GRAPH_NONE;

	return row == GRAPH_NONE ? NULL : &s->a->rows.at[row];
}

struct row_place subject_place(const struct subject *s, const struct node *node)
{
	struct joined at = join_path(s->a->join, graph_text(s->file, node->file), node->line);

	return (struct row_place){.path = at.path,
	        .line = node->line,
	        .input = at.input,
	        .module = graph_text(s->file, node->module_path),
	        .source = graph_text(s->file, node->source_text),
	        .function = graph_text(s->file, node->function),
	        .api = join_api(s->env->keep, graph_text(s->file, node->original))};
}
