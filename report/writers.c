/* The formats, one row each. */
#include "report/writer.h"

static const struct writer writers[] = {
        {"text", ".txt", "for reading in a terminal", write_text},
        {"json", ".json", "for programs: schema portfit-report/1", write_json},
        {"jsonl", ".jsonl", "one object a line, for streams", write_jsonl},
        {"sarif", ".sarif", "SARIF 2.1.0, for code hosts", write_sarif},
        {"junit", ".xml", "JUnit XML, for CI pages", write_junit},
        {"github", ".github", "GitHub annotations", write_github},
        {"gitlab", ".gitlab.json", "GitLab code quality", write_gitlab},
        {"csv", ".csv", "one table, for spreadsheets", write_csv},
        {"markdown", ".md", "for a comment on a change", write_markdown},
        {"html", ".html", "for people: one file, no network", write_html},
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

/* The longest suffix wins: report.gitlab.json is no plain JSON. */
const struct writer *writer_for_file(str path)
{
	const struct writer *best = NULL;

	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (str_ends(path, str_from(writers[i].suffix)) &&
		        (!best || str_from(writers[i].suffix).len > str_from(best->suffix).len))
			best = &writers[i];
	return best;
}
