/* Can any result break the reader of results, or the writers that tell it again? */
#include "assess/stored.h"
#include "report/writer.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *keep = arena_new(), *temp = arena_new();
	struct diags diags = {.arena = keep};
	struct env env = {.keep = keep, .temp = temp, .diags = &diags, .limits = &limits_default};
	struct style style = {.columns = 100};
	struct stored stored;
	uint32_t n;
	const struct writer *all = writer_list(&n);

	if (stored_read(
	            &env, S("r.json"), arena_dup(keep, (str){(const char *)data, size}), &stored))
		for (uint32_t i = 0; i < n; i++) {
			struct buf out = {0};

			if (all[i].write)
				all[i].write(&stored.assessment, &style, &out);
			buf_free(&out);
		}
	else if (!diags.errors) /* a refusal says why */
		abort();
	arena_free(temp);
	arena_free(keep);
	return 0;
}
