/* One pass over the names collects signs; a table of signs in order decides.
 *
 * What surprises: people pack archives again, so the root folder may be missing, doubled or
 * renamed, folders have entries of their own and rubbish of file managers lies about. */
#include "scanner/graph/archive.h"

enum { ROOT_DEPTH_MOST = 3 };

struct signs {
	str old_root, new_root;
	bool old_program, new_format, models, compiled;
	bool data_pickle, constants_pickle, package, damaged;
	uint32_t files, lone;
};

static bool is_rubbish(str name)
{
	return str_ends(name, S("/")) || str_starts(name, S("__MACOSX/")) ||
	       str_ends(name, S(".DS_Store"));
}

/* What stands before `tail` in a name that ends with it as whole components, not too deep. */
static bool root_before(str name, str tail, str *root)
{
	uint32_t depth = 0;

	if (!str_ends(name, tail))
		return false;
	*root = str_slice(name, 0, name.len - tail.len);
	if (root->len && root->ptr[root->len - 1] != '/')
		return false;
	for (size_t i = 0; i < root->len; i++)
		depth += root->ptr[i] == '/';
	return depth <= ROOT_DEPTH_MOST;
}

static bool says_pt2(struct env *env, struct zip_file *zip, uint32_t entry, bool *damaged)
{
	uint64_t size = zip_file_entry(zip, entry)->size;
	str content = STR_NONE;

	if (size < 3 || size > 8)
		return false;
	*damaged |= !zip_file_read(env, zip, entry, &content);
	return str_eq(str_trim(content), S("pt2"));
}

static void look_at(struct env *env, struct zip_file *zip, uint32_t entry, struct signs *signs)
{
	str name = zip_file_entry(zip, entry)->name, root;

	if (is_rubbish(name))
		return;
	signs->files++;
	signs->lone = entry;
	if (root_before(name, S("serialized_exported_program.json"), &root)) {
		signs->old_program = true;
		signs->old_root = root;
	}
	if (!signs->new_format && root_before(name, S("archive_format"), &root) &&
	        says_pt2(env, zip, entry, &signs->damaged)) {
		signs->new_format = true;
		signs->new_root = root;
	}
	signs->data_pickle |= root_before(name, S("data.pkl"), &root);
	signs->constants_pickle |= root_before(name, S("constants.pkl"), &root);
	signs->package |= root_before(name, S(".data/version"), &root);
}

/* The second pass, when the root is known. */
static void look_for_models(const struct zip_file *zip, struct signs *signs)
{
	for (uint32_t i = 0; i < zip_file_count(zip); i++) {
		str name = zip_file_entry(zip, i)->name;

		if (!str_starts(name, signs->new_root))
			continue;
		name = str_from_at(name, signs->new_root.len);
		signs->models |= str_starts(name, S("models/")) && str_ends(name, S(".json"));
		signs->compiled |= str_starts(name, S("data/aotinductor/"));
	}
}

struct archive archive_classify(struct env *env, struct zip_file *zip)
{
	struct signs signs = {0};

	for (uint32_t i = 0; i < zip_file_count(zip); i++)
		look_at(env, zip, i, &signs);
	if (signs.damaged)
		return (struct archive){.kind = ARCHIVE_DAMAGED};
	if (signs.new_format)
		look_for_models(zip, &signs);
	if (signs.old_program)
		return (struct archive){.kind = ARCHIVE_PT2_OLD, .root = signs.old_root};
	if (signs.new_format && (signs.models || !signs.compiled))
		return (struct archive){.kind = ARCHIVE_PT2, .root = signs.new_root};
	if (signs.new_format)
		return (struct archive){.kind = ARCHIVE_COMPILED};
	if (signs.constants_pickle)
		return (struct archive){.kind = ARCHIVE_TORCHSCRIPT};
	if (signs.data_pickle)
		return (struct archive){.kind = ARCHIVE_TORCH_SAVE};
	if (signs.package)
		return (struct archive){.kind = ARCHIVE_TORCH_PACKAGE};
	if (signs.files == 1)
		return (struct archive){.kind = ARCHIVE_LONE, .lone = signs.lone};
	return (struct archive){.kind = signs.files ? ARCHIVE_OTHER : ARCHIVE_EMPTY};
}
