/* Plans and price books: any bytes as YAML, and what is taken must give an answer. */
#include "assess/book_load.h"
#include "assess/cost.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *keep = arena_new(), *temp = arena_new();
	struct diags diags = {.arena = keep};
	struct env env = {keep, temp, &diags, &limits_default, NULL};
	struct book *book = book_open(&env, NULL, 0);
	struct book_loader *loader = book_loader_new(&env, false);
	struct cost_plan plan = {.as_of = 20787};
	struct cost_result result;
	int fd = memfd_create("plan", 0);
	char path[64];

	book_loader_read(loader, S("prices.yaml"), (str){(const char *)data, size});
	diags.errors = 0;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	settings_open(&env, &plan.settings);
	if (fd >= 0 && write(fd, data, size) == (ssize_t)size) {
		if (!cost_plan_read(&env, book, str_from(path), &plan)) {
			if (!diags.errors)
				abort(); /* a refusal must say why */
		} else if (cost_run(&env, book, &plan, &result)) {
			for (uint32_t i = 0; i < result.n_targets; i++)
				if (result.targets[i].label == 'X' &&
				        !isnan(result.targets[i].o.s_month))
					abort();
		}
	}
	if (fd >= 0)
		close(fd);
	arena_free(temp);
	arena_free(keep);
	return 0;
}
