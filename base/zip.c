/* The only file that includes libzip's header. Like libcurl, libzip is looked up by name when it is
 * needed: it and its libraries take longer to load (1 ms) than a small graph to read. What PyTorch
 * writes is plain enough to be read without it (zip_plain.h); should an entry of such an archive
 * then not hold what its checksum says, libzip is asked after all, and says what is wrong.
 *
 * What surprises: libzip reads through a source of ours, which therefore sees where it looks. An
 * entry that is stored as it is (all of PyTorch's are) is looked at where it lies in the archive,
 * without a copy of gigabytes. And what libzip would do without bound is stopped there: a directory
 * that is read over and over, or whose names all meet in one chain of libzip's table.
 * Other bounds: declared size, ratio; at most the declared size is ever inflated. */
#include "base/zip.h"

#include "base/gzip.h"
#include "base/map.h"
#include "base/zip_plain.h"

#include <dlfcn.h>
#include <string.h>
#include <zip.h>

enum {
	SMALL_ENTRY = 1 << 20,
	RECORDS_MOST = 1 << 20,
	RECORD_BYTES = 46,          /* of an entry in the directory, without its name */
	DIRECTORY_MOST = 128 << 20, /* bytes that opening an archive may read */
	BUCKETS = 1 << 12,
	CHAIN_MOST = 1 << 10,
};

struct library {
	void *handle;
	zip_source_t *(*source_function_create)(zip_source_callback, void *, zip_error_t *);
	void (*source_free)(zip_source_t *);
	zip_t *(*open_from_source)(zip_source_t *, int, zip_error_t *);
	void (*discard)(zip_t *);
	zip_int64_t (*get_num_entries)(zip_t *, zip_flags_t);
	const char *(*get_name)(zip_t *, zip_uint64_t, zip_flags_t);
	int (*stat_index)(zip_t *, zip_uint64_t, zip_flags_t, zip_stat_t *);
	zip_file_t *(*fopen_index)(zip_t *, zip_uint64_t, zip_flags_t);
	zip_int64_t (*fread)(zip_file_t *, void *, zip_uint64_t);
	int (*fclose)(zip_file_t *);
	zip_int64_t (*source_seek_compute_offset)(
	        zip_uint64_t, zip_uint64_t, void *, zip_uint64_t, zip_error_t *);
};

/* Names of one bucket of libzip's table, in the most crowded way that it can come out. */
struct bucket {
	uint32_t names;
	str last;
};

/* The archive as libzip sees it. */
struct source {
	str bytes;
	uint64_t at;
	uint64_t left;          /* bytes that may still be read; as many as one likes when open */
	uint32_t records;       /* of a directory too long to be read at once */
	struct bucket *buckets; /* NULL: none yet */
	struct arena *temp;
	const char *refused; /* why, in words */
	bool opened, looked; /* looked: the last thing that was read begins at `seen` */
	uint64_t seen;
};

struct zip_file {
	str path;
	struct library lib;
	struct source source;
	zip_t *archive;
	VEC(struct zip_entry) entries;
	struct map last;        /* name to index + 1 of its last entry */
	struct zip_plain plain; /* the same entries, when libzip need not be asked */
};

static struct place at_path(str path)
{
	return (struct place){.path = path};
}

/* A function's address is not convertible from that of an object; their bytes are. */
static bool look_up(void *handle, const char *name, void *function)
{
	void *symbol = dlsym(handle, name);

	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

/* It stays loaded: closing it would load it again for every archive. */
static bool load(struct library *lib)
{
	static const char *const names[] = {"libzip.so.5", "libzip.so.4"};

	*lib = (struct library){0};
	for (size_t i = 0; i < sizeof names / sizeof *names && !lib->handle; i++)
		lib->handle = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
	return lib->handle &&
	       look_up(lib->handle, "zip_source_function_create", &lib->source_function_create) &&
	       look_up(lib->handle, "zip_source_free", &lib->source_free) &&
	       look_up(lib->handle, "zip_open_from_source", &lib->open_from_source) &&
	       look_up(lib->handle, "zip_discard", &lib->discard) &&
	       look_up(lib->handle, "zip_get_num_entries", &lib->get_num_entries) &&
	       look_up(lib->handle, "zip_get_name", &lib->get_name) &&
	       look_up(lib->handle, "zip_stat_index", &lib->stat_index) &&
	       look_up(lib->handle, "zip_fopen_index", &lib->fopen_index) &&
	       look_up(lib->handle, "zip_fread", &lib->fread) &&
	       look_up(lib->handle, "zip_fclose", &lib->fclose) &&
	       look_up(lib->handle, "zip_source_seek_compute_offset",
	               &lib->source_seek_compute_offset);
}

/* libzip hangs names whose hash (33 times the rest, plus a byte) agrees in its low bits onto one
 * list and walks it for each new name. Few real names agree; many are an attempt to stall us. */
static bool is_crowded(struct source *s, str name)
{
	uint32_t hash = 5381;
	struct bucket *b;

	if (!s->buckets)
		s->buckets =
		        arena_alloc(s->temp, BUCKETS * sizeof *s->buckets, _Alignof(struct bucket));
	for (size_t i = 0; i < name.len; i++)
		hash = hash * 33 + (unsigned char)name.ptr[i];
	b = &s->buckets[hash % BUCKETS];
	if (str_eq(b->last, name))
		return false;
	b->last = name;
	return ++b->names > CHAIN_MOST + 4 * (s->records / BUCKETS);
}

/* While the archive is opened: may libzip read these bytes? */
static bool may_read(struct source *s, str wanted)
{
	str record = str_slice(s->bytes, s->at, s->bytes.len);

	if (s->opened)
		return true;
	if (s->refused)
		return false;
	if (wanted.len > s->left)
		s->refused = "its directory is larger than the archive, or than is read";
	s->left -= wanted.len < s->left ? wanted.len : s->left;
	if (wanted.len == RECORD_BYTES && str_starts(record, S("PK\1\2"))) {
		size_t len = (unsigned char)record.ptr[28] | (size_t)(unsigned char)record.ptr[29]
		                                                     << 8;

		if (++s->records > RECORDS_MOST)
			s->refused = "it has more than a million entries";
		else if (is_crowded(s, str_slice(record, RECORD_BYTES, RECORD_BYTES + len)))
			s->refused = "the names of its entries are made to be slow to look up";
	}
	return !s->refused;
}

static zip_int64_t read_source(struct source *s, char *out, zip_uint64_t len)
{
	str wanted =
	        str_slice(s->bytes, s->at, len < s->bytes.len - s->at ? s->at + len : s->bytes.len);

	if (!may_read(s, wanted))
		return -1;
	if (!s->looked)
		s->seen = s->at;
	s->looked = true;
	if (wanted.len)
		memcpy(out, wanted.ptr, wanted.len);
	s->at += wanted.len;
	return (zip_int64_t)wanted.len;
}

static zip_int64_t seek_source(struct zip_file *zip, void *data, zip_uint64_t len)
{
	struct source *s = &zip->source;
	zip_error_t unheard = {0};
	zip_int64_t at =
	        zip->lib.source_seek_compute_offset(s->at, s->bytes.len, data, len, &unheard);

	if (at < 0)
		return -1;
	s->at = (uint64_t)at;
	return 0;
}

static zip_int64_t answer(void *context, void *data, zip_uint64_t len, zip_source_cmd_t command)
{
	struct zip_file *zip = context;
	struct source *s = &zip->source;

	switch (command) {
	case ZIP_SOURCE_SUPPORTS: return ZIP_SOURCE_SUPPORTS_SEEKABLE;
	case ZIP_SOURCE_OPEN: s->at = 0; return 0;
	case ZIP_SOURCE_READ: return read_source(s, data, len);
	case ZIP_SOURCE_SEEK: return seek_source(zip, data, len);
	case ZIP_SOURCE_TELL: return (zip_int64_t)s->at;
	case ZIP_SOURCE_STAT:
		((zip_stat_t *)data)->size = s->bytes.len;
		((zip_stat_t *)data)->valid |= ZIP_STAT_SIZE;
		return sizeof(zip_stat_t);
	case ZIP_SOURCE_ERROR:
		((int *)data)[0] = ZIP_ER_READ;
		((int *)data)[1] = 0;
		return 2 * sizeof(int);
	default: return 0; /* close, free: the owner's */
	}
}

static const char *opening_fault(const struct zip_file *zip, int code)
{
	if (zip->source.refused)
		return zip->source.refused;
	switch (code) {
	case ZIP_ER_INCONS: return "its directory is damaged";
	case ZIP_ER_SEEK: return "its directory is not where it says";
	case ZIP_ER_MULTIDISK: return "it is one of several parts";
	default: return "its directory is missing";
	}
}

/* libzip hands out names that end at a NUL, and makes a space of one inside (until 1.11). So each
 * must stand in the directory as it is, at its own length. Entries from the last, bytes from the
 * end. */
static bool names_are_whole(const struct zip_file *zip)
{
	str bytes = zip->source.bytes;
	size_t at = bytes.len;

	for (uint32_t i = zip->entries.len; i--;) {
		str name = zip->entries.at[i].name, record;

		do {
			if (!at)
				return false;
			record = str_from_at(bytes, --at);
		} while (*record.ptr != 'P' || record.len < RECORD_BYTES + name.len ||
		         memcmp(record.ptr, "PK\1\2", 4) != 0 ||
		         ((unsigned char)record.ptr[28] | (size_t)(unsigned char)record.ptr[29]
		                                                  << 8) != name.len ||
		         memcmp(record.ptr + RECORD_BYTES, name.ptr, name.len) != 0);
	}
	return true;
}

static void list_entry(struct arena *arena, struct zip_file *zip, struct zip_entry entry)
{
	*VEC_PUSH(arena, &zip->entries) = entry;
	*map_at(&zip->last, entry.name, NULL) = zip->entries.len;
}

static bool list_entries(struct env *env, struct zip_file *zip)
{
	const zip_flags_t flags = ZIP_FL_UNCHANGED | ZIP_FL_ENC_RAW;
	uint32_t count = (uint32_t)zip->lib.get_num_entries(zip->archive, ZIP_FL_UNCHANGED);

	VEC_EXPECT(env->temp, &zip->entries, count);
	for (uint32_t i = 0; i < count; i++) {
		const char *name = zip->lib.get_name(zip->archive, i, flags);
		zip_stat_t stat;

		if (!name || zip->lib.stat_index(zip->archive, i, flags, &stat) != 0)
			return diag_error(env->diags, at_path(zip->path),
			        "not a whole ZIP archive: its directory is damaged; copy or export "
			        "it again");
		list_entry(env->temp, zip,
		        (struct zip_entry){
		                arena_dup(env->temp, str_from(name)), stat.size, stat.comp_size});
	}
	return names_are_whole(zip) ||
	       diag_error(env->diags, at_path(zip->path),
	               "ZIP archive with a NUL byte in an entry name; no writer makes such names, "
	               "refused");
}

/* The archive in the hands of libzip, nothing listed yet. */
static bool open_archive(struct env *env, struct zip_file *zip)
{
	str bytes = zip->source.bytes;
	zip_source_t *source;
	zip_error_t error = {0};

	if (!load(&zip->lib))
		return diag_error(env->diags, at_path(zip->path),
		        "a ZIP archive, and libzip cannot be loaded; install it (Debian: libzip4 "
		        "or libzip5)");
	source = zip->lib.source_function_create(answer, zip, &error);
	/* To libzip no bytes at all are an archive without entries. */
	zip->archive =
	        source && bytes.len ? zip->lib.open_from_source(source, ZIP_RDONLY, &error) : NULL;
	if (!zip->archive) {
		if (source)
			zip->lib.source_free(source);
		return diag_error(env->diags, at_path(zip->path),
		        "not a whole ZIP archive: %s; it is truncated or damaged, copy or export "
		        "it again",
		        opening_fault(zip, error.zip_err));
	}
	zip->source.opened = true;
	return true;
}

static struct zip_file *new_file(struct env *env, str path, str bytes)
{
	struct zip_file *zip = ARENA_NEW(env->temp, struct zip_file);

	zip->path = path;
	zip->source = (struct source){.bytes = bytes, .temp = env->temp};
	zip->source.left = 4 * (uint64_t)bytes.len + SMALL_ENTRY;
	if (zip->source.left > DIRECTORY_MOST)
		zip->source.left = DIRECTORY_MOST;
	zip->last.arena = env->temp;
	return zip;
}

bool zip_file_open_by_library(struct env *env, str path, str bytes, struct zip_file **out)
{
	struct zip_file *zip = *out = new_file(env, path, bytes);

	if (open_archive(env, zip) && list_entries(env, zip))
		return true;
	zip_file_close(zip);
	return false;
}

bool zip_file_open(struct env *env, str path, str bytes, struct zip_file **out)
{
	struct zip_file *zip = *out = new_file(env, path, bytes);

	if (!zip_plain_read(env->temp, bytes, &zip->plain))
		return zip_file_open_by_library(env, path, bytes, out);
	VEC_EXPECT(env->temp, &zip->entries, zip->plain.entries.len);
	for (uint32_t i = 0; i < zip->plain.entries.len; i++) {
		const struct zip_plain_entry *entry = &zip->plain.entries.at[i];

		list_entry(env->temp, zip,
		        (struct zip_entry){entry->name, entry->content.len, entry->content.len});
	}
	return true;
}

void zip_file_close(struct zip_file *zip)
{
	if (zip->archive)
		zip->lib.discard(zip->archive);
	zip->archive = NULL;
}

uint32_t zip_file_count(const struct zip_file *zip)
{
	return zip->entries.len;
}

const struct zip_entry *zip_file_entry(const struct zip_file *zip, uint32_t index)
{
	return &zip->entries.at[index];
}

uint32_t zip_file_find(const struct zip_file *zip, str name)
{
	const uint32_t *index = map_get(&zip->last, name);

	return index ? *index - 1 : UINT32_MAX;
}

static bool check_size(struct env *env, struct zip_file *zip, const struct zip_entry *entry)
{
	if (entry->size > env->limits->file_bytes)
		return diag_error(env->diags, at_path(zip->path),
		        "entry '%.*s' has %llu bytes; at most %zu are read", STR_ARG(entry->name),
		        (unsigned long long)entry->size, env->limits->file_bytes);
	if (entry->size > SMALL_ENTRY && entry->size / env->limits->zip_ratio > entry->stored_size)
		return diag_error(env->diags, at_path(zip->path),
		        "entry '%.*s' inflates %llu bytes to %llu: refused as a ZIP bomb",
		        STR_ARG(entry->name), (unsigned long long)entry->stored_size,
		        (unsigned long long)entry->size);
	return true;
}

static bool report_damage(struct env *env, struct zip_file *zip, uint32_t index, const char *why)
{
	return diag_error(env->diags, at_path(zip->path),
	        "entry '%.*s' is damaged (%s); copy or export the file again",
	        STR_ARG(zip->entries.at[index].name), why);
}

/* Where libzip finds the bytes of a stored entry: it is asked for one, and our source sees which.
 */
static bool view_stored(struct zip_file *zip, uint32_t index, str *content)
{
	struct source *s = &zip->source;
	uint64_t size = zip->entries.at[index].size;
	zip_file_t *file =
	        zip->lib.fopen_index(zip->archive, index, ZIP_FL_UNCHANGED | ZIP_FL_COMPRESSED);
	char first;
	bool ok;

	if (!file)
		return false;
	s->looked = false;
	ok = zip->lib.fread(file, &first, 1) == 1 && s->looked && size <= s->bytes.len &&
	     s->seen <= s->bytes.len - size;
	zip->lib.fclose(file);
	*content = ok ? str_slice(s->bytes, s->seen, s->seen + size) : STR_NONE;
	return ok;
}

/* The content as libzip gives it, which holds it against its size and checksum when it meets the
 * end. NULL, or what is wrong. */
static const char *read_entry(
        struct arena *arena, struct zip_file *zip, uint32_t index, str *content)
{
	size_t size = (size_t)zip->entries.at[index].size, done = 0;
	char *out = arena_alloc(arena, size + 1, 1);
	zip_file_t *file = zip->lib.fopen_index(zip->archive, index, ZIP_FL_UNCHANGED);
	zip_int64_t n = 1;

	*content = (str){out, size};
	while (file && n > 0 && done <= size) {
		n = zip->lib.fread(file, out + done, size + 1 - done);
		done += n > 0 ? (size_t)n : 0;
	}
	if (file)
		zip->lib.fclose(file);
	if (!file)
		return "it lies outside the file";
	if (done != size)
		return "it cannot be inflated";
	return n ? "its checksum is wrong" : NULL;
}

bool zip_file_read(struct env *env, struct zip_file *zip, uint32_t index, str *content)
{
	const struct zip_entry *entry = &zip->entries.at[index];
	zip_stat_t stat;
	const char *fault;

	if (!check_size(env, zip, entry))
		return false;
	if (zip->plain.entries.len) {
		*content = zip->plain.entries.at[index].content;
		if (gzip_checksum(*content) == zip->plain.entries.at[index].crc)
			return true;
	}
	if (!zip->archive && !open_archive(env, zip))
		return false;
	if (zip->lib.stat_index(zip->archive, index, ZIP_FL_UNCHANGED | ZIP_FL_ENC_RAW, &stat) != 0)
		return report_damage(env, zip, index, "it lies outside the file");
	if (stat.encryption_method != ZIP_EM_NONE ||
	        (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE))
		return diag_error(env->diags, at_path(zip->path),
		        "entry '%.*s' is %s; pack the archive again with plain deflate",
		        STR_ARG(entry->name),
		        stat.encryption_method != ZIP_EM_NONE
		                ? "encrypted"
		                : "compressed in a way that is not read");
	if (stat.comp_method == ZIP_CM_STORE && entry->size != entry->stored_size)
		return report_damage(env, zip, index, "wrong size");
	if (entry->stored_size > zip->source.bytes.len)
		return report_damage(env, zip, index, "it lies outside the file");
	if (stat.comp_method == ZIP_CM_STORE && entry->size && view_stored(zip, index, content) &&
	        gzip_checksum(*content) == stat.crc)
		return true;
	fault = read_entry(env->temp, zip, index, content);
	/* Of nothing libzip makes no checksum. */
	if (!fault && !entry->size && stat.crc)
		fault = "its checksum is wrong";
	return !fault || report_damage(env, zip, index, fault);
}
