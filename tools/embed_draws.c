/* Host tool: what assess/draws.h describes as bytes of this machine.
 *
 *	embed_draws OUTPUT */
#include "assess/draws.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	struct draws *draws = malloc(sizeof *draws);
	FILE *out = argc == 2 ? fopen(argv[1], "wb") : NULL;
	bool ok = draws && out;

	if (ok) {
		draws_make(draws);
		ok = fwrite(draws, sizeof *draws, 1, out) == 1;
	}
	ok = out && fclose(out) == 0 && ok;
	if (!ok)
		fprintf(stderr, "embed_draws: cannot be written\n");
	free(draws);
	return !ok;
}
