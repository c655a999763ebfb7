/* The formats, one row each. */
#include "report/writer.h"

static const struct writer writers[] = {
        {"text", ".txt", "for reading in a terminal", write_text},
        {"json", ".json", "for programs: schema portfit-report/1", write_json},
};

const struct writer *writer_list(uint32_t *count)
{
	*count = sizeof writers / sizeof *writers;
	return writers;
}

const struct writer *writer_find(str name)
{
	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (str_eq(name, str_from(writers[i].name)))
			return &writers[i];
	return NULL;
}

const struct writer *writer_for_file(str path)
{
	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (str_ends(path, str_from(writers[i].suffix)))
			return &writers[i];
	return NULL;
}
