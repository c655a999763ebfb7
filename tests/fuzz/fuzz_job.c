/* Records of jobs, price files and results: any bytes as JSON. */
#include "assess/effort_plan.h"
#include "assess/job_record.h"
#include "assess/offers.h"

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
	str machine = S("p5.48xlarge"), text = {(const char *)data, size};
	struct offers_ask ask = {S("http://x"), S("us-east-1"), &machine, 1};
	struct job_record record;
	struct job_summary sum;
	struct effort_given given;
	struct effort_history history;
	struct offers offers;
	int fd = memfd_create("record", 0);
	char path[64];

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	if (fd >= 0 && write(fd, data, size) == (ssize_t)size) {
		if (job_record_read(&env, str_from(path), &record)) {
			job_record_sum(&env, &record, &sum);
			if (sum.stage2 && sum.warm < RUNS_FOR_INTERVAL)
				abort();
		}
		effort_read_result(&env, str_from(path), STR_NONE, &given);
		effort_history_read(&env, str_from(path), &history);
	}
	offers_read(&env, &ask, text, &offers);
	if (fd >= 0)
		close(fd);
	arena_free(temp);
	arena_free(keep);
	return 0;
}
