/* Runs a fuzz target over files: the corpus replayed without libFuzzer. For every file also the
 * same bytes cut at 32 places and with single bytes changed, so that a small corpus still
 * asks many questions. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t runs;

static void try_one(const uint8_t *data, size_t size)
{
	/* An exact allocation, so that AddressSanitizer sees a read past the end. */
	uint8_t *copy = malloc(size ? size : 1);

	if (size)
		memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
	runs++;
}

static void try_damaged(uint8_t *data, size_t size)
{
	static const uint8_t odd[] = {0, 0xff, '"', '\\', '{', ']', '\n', '9'};

	try_one(data, size);
	for (size_t i = 1; i <= 32 && size; i++)
		try_one(data, size * i / 33);
	for (size_t i = 0; i < 32 && size; i++) {
		size_t at = (i * 2654435761u + size) % size;
		uint8_t kept = data[at];

		data[at] = odd[i % sizeof odd];
		try_one(data, size);
		data[at] = kept;
	}
}

static void replay(const char *path)
{
	FILE *in = fopen(path, "rb");
	size_t cap = 1 << 22, size;
	uint8_t *data = malloc(cap);

	if (in) {
		size = fread(data, 1, cap, in);
		fclose(in);
		try_damaged(data, size);
	}
	free(data);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		DIR *dir = opendir(argv[i]);
		struct dirent *entry;
		char path[4096];

		if (!dir) {
			replay(argv[i]);
			continue;
		}
		while ((entry = readdir(dir)))
			if (entry->d_name[0] != '.') {
				snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
				replay(path);
			}
		closedir(dir);
	}
	printf("%zu runs\n", runs);
	return runs == 0;
}
