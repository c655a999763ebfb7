/* One component after the other, from the end; within one, a star is tried shortest first. */
#include "scanner/text/glob.h"

/* Whether a class at the front of `glob` holds c; *length is what it takes. */
static bool class_holds(str glob, char c, size_t *length)
{
	size_t i = 1;
	bool negated = glob.len > 1 && (glob.ptr[1] == '!' || glob.ptr[1] == '^'), found = false;

	i += negated;
	for (size_t first = i; i < glob.len && (glob.ptr[i] != ']' || i == first); i++) {
		char low = glob.ptr[i], high = low;

		if (i + 2 < glob.len && glob.ptr[i + 1] == '-' && glob.ptr[i + 2] != ']') {
			high = glob.ptr[i + 2];
			i += 2;
		}
		found |= c >= low && c <= high;
	}
	*length = i + 1;
	return found != negated;
}

static bool one_matches(str glob, char c, size_t *length)
{
	*length = 1;
	if (glob.ptr[0] == '[')
		return class_holds(glob, c, length);
	return glob.ptr[0] == '?' || glob.ptr[0] == c;
}

static bool component_matches(str glob, str name)
{
	size_t g = 0, n = 0, star = SIZE_MAX, resume = 0, length;

	while (n < name.len) {
		if (g < glob.len && glob.ptr[g] == '*') {
			star = g++;
			resume = n;
		} else if (g < glob.len &&
		           one_matches(str_from_at(glob, g), name.ptr[n], &length)) {
			g += length;
			n++;
		} else if (star != SIZE_MAX) {
			g = star + 1;
			n = ++resume;
		} else {
			return false;
		}
	}
	while (g < glob.len && glob.ptr[g] == '*')
		g++;
	return g >= glob.len;
}

static str last_component(str *path)
{
	size_t at = str_rfind_byte(*path, '/');
	str last = *path;

	if (at < path->len) {
		last = str_from_at(*path, at + 1);
		path->len = at;
	} else {
		path->len = 0;
	}
	return last;
}

bool glob_matches(str glob, str path)
{
	while (glob.len) {
		str part = last_component(&glob), name;

		if (!part.len || str_eq(part, S("**")))
			continue;
		if (!path.len)
			return false;
		name = last_component(&path);
		if (!component_matches(part, name))
			return false;
	}
	return true;
}
