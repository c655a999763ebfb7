/* Reads constructor texts, one a line, and writes what they print as. For torch_expressions.py. */
#include "scanner/graph/expression.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	struct arena *arena = arena_new();
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;

	while ((len = getline(&line, &cap, stdin)) > 0) {
		struct arena_mark mark = arena_mark(arena);
		str text = {line, (size_t)len - (line[len - 1] == '\n')};

		text = expression_text(arena, text);
		printf("%.*s\n", STR_ARG(text));
		arena_rewind(arena, mark);
	}
	free(line);
	arena_free(arena);
	return 0;
}
