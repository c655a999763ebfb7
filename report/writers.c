/* The formats, one row each. */
#include "report/writer.h"

static const struct writer writers[] = {
        {.name = "text",
                .suffix = ".txt",
                .what = "for reading in a terminal",
                .write = write_text,
                .gate = true,
                .many = true},
        {.name = "json",
                .suffix = ".json",
                .what = "for programs: schema portfit-report/1",
                .write = write_json,
                .effort = true},
        {.name = "jsonl",
                .suffix = ".jsonl",
                .what = "one object a line, for streams",
                .write = write_jsonl,
                .many = true},
        {.name = "sarif",
                .suffix = ".sarif",
                .what = "SARIF 2.1.0, for code hosts",
                .write = write_sarif},
        {.name = "junit",
                .suffix = ".xml",
                .what = "JUnit XML, for CI pages",
                .write = write_junit},
        {.name = "github",
                .suffix = ".github",
                .what = "GitHub annotations",
                .write = write_github,
                .gate = true,
                .many = true},
        {.name = "gitlab",
                .suffix = ".gitlab.json",
                .what = "GitLab code quality",
                .write = write_gitlab},
        {.name = "csv",
                .suffix = ".csv",
                .what = "one table, for spreadsheets",
                .write = write_csv,
                .effort = true},
        {.name = "markdown",
                .suffix = ".md",
                .what = "for a comment on a change",
                .write = write_markdown,
                .gate = true},
        {.name = "html",
                .suffix = ".html",
                .what = "for people: one file, no network",
                .write = write_html,
                .gate = true,
                .effort = true,
                .excerpts = true},
        {.name = "sqlite",
                .suffix = ".sqlite",
                .what = "a portfolio of many results (docs/portfolio.md)",
                .append = append_sqlite,
                .effort = true,
                .many = true},
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

	if (str_ends(path, S(".db")))
		return writer_find(S("sqlite"));
	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (str_ends(path, str_from(writers[i].suffix)) &&
		        (!best || str_from(writers[i].suffix).len > str_from(best->suffix).len))
			best = &writers[i];
	return best;
}
