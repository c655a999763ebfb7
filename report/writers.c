/* The formats, one row each. */
#include "report/writer.h"

static const struct writer writers[] = {
        {"text", ".txt", "for reading in a terminal", write_text, false},
        {"json", ".json", "for programs: schema portfit-report/1", write_json, true},
        {"jsonl", ".jsonl", "one object a line, for streams", write_jsonl, false},
        {"sarif", ".sarif", "SARIF 2.1.0, for code hosts", write_sarif, false},
        {"junit", ".xml", "JUnit XML, for CI pages", write_junit, false},
        {"github", ".github", "GitHub annotations", write_github, false},
        {"gitlab", ".gitlab.json", "GitLab code quality", write_gitlab, false},
        {"csv", ".csv", "one table, for spreadsheets", write_csv, false},
        {"markdown", ".md", "for a comment on a change", write_markdown, false},
        {"html", ".html", "for people: one file, no network", write_html, true},
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
