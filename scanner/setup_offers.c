/* Texts alone: a word too many leaves what is public to others, and findings as they are. */
#include "scanner/distributions.h"

#include "base/file.h"

#include <string.h>

enum { README_BYTES_MOST = 1 << 20, NAME_MOST = 100 };

/* setup(name="net"): "net"; "" when it is not written so. */
static str name_in(str setup)
{
	static const char *const quotes[] = {"name=\"", "name='", "name = \"", "name = '", NULL};

	for (const char *const *q = quotes; *q; q++) {
		str sign = str_from(*q), rest = setup;
		size_t at = str_find(setup, sign), end;

		if (at == setup.len || (at && byte_is_word(setup.ptr[at - 1])))
			continue;
		rest = str_from_at(setup, at + sign.len);
		end = str_find_byte(rest, sign.ptr[sign.len - 1]);
		if (end < rest.len && end < NAME_MOST)
			return str_slice(rest, 0, end);
	}
	return STR_NONE;
}

/* Where others would have it from. */
static bool shows_index(str text)
{
	static const char *const marks[] = {"pypi.org", "pypi.python.org", "pypi/v/",
	        "badge.fury.io", "pepy.tech", "readthedocs", "conda-forge", "conda install -c",
	        NULL};

	return str_has_one_of(text, marks);
}

/* A line has the name as a word, whatever joins its parts. */
static bool line_names(str line, str name)
{
	for (size_t at = 0; at + name.len <= line.len; at++) {
		size_t k = 0;

		if (at && (byte_is_word(line.ptr[at - 1]) || strchr("-/", line.ptr[at - 1])))
			continue;
		while (k < name.len &&
		        (line.ptr[at + k] == name.ptr[k] ||
		                (strchr("-_", line.ptr[at + k]) && strchr("-_", name.ptr[k]))))
			k++;
		if (k == name.len && (at + k == line.len || (!byte_is_word(line.ptr[at + k]) &&
		                                                    line.ptr[at + k] != '/')))
			return true;
	}
	return false;
}

/* pip install net, pip install git+https://…/net */
static bool readme_offers(str text, str name)
{
	static const char *const installs[] = {
	        "pip install", "pip3 install", "uv add", "poetry add", "pip install -U", NULL};
	str line;

	if (shows_index(text))
		return true;
	while (str_cut(&text, '\n', &line)) {
		if (!str_has_one_of(line, installs))
			continue;
		if (line_names(line, name) || (str_has(line, S("git+")) && str_has(line, name)))
			return true;
	}
	return false;
}

bool setup_offers(struct env *env, str path, str setup)
{
	static const char *const shown[] = {"classifiers", "long_description", "project_urls",
	        "download_url", "entry_points", NULL};
	static const char *const readmes[] = {
	        "README.md", "README.rst", "README.txt", "README", "readme.md", "Readme.md", NULL};
	str name = name_in(setup), folder = path_folder(path_plain(path));

	if (!name.len || str_has_one_of(setup, shown))
		return true;
	for (const char *const *r = readmes; *r; r++) {
		str readme = path_join(env->temp, folder, str_from(*r)), text;

		if (file_kind_of(env, readme) == FILE_NONE)
			continue;
		return file_try_read(env, readme, README_BYTES_MOST, &text) ||
		       readme_offers(text, name);
	}
	return true;
}
