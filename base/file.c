/* POSIX files. A folder, a FIFO or a device is never opened for reading. */
#include "base/file.h"

#include "base/bytes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum file_kind file_kind_of(struct env *env, str path)
{
	struct stat st;

	if (memchr(path.ptr ? path.ptr : "", 0, path.len) ||
	        stat(arena_cstr(env->temp, path), &st) != 0)
		return FILE_NONE;
	if (S_ISREG(st.st_mode))
		return FILE_REGULAR;
	return S_ISDIR(st.st_mode) ? FILE_FOLDER : FILE_OTHER;
}

/* Everything from a descriptor; the size is a hint that may lie. */
static const char *read_all(struct env *env, int fd, size_t hint, size_t limit, str *content)
{
	struct buf out = {0};
	ssize_t got = 1;

	if (hint > limit)
		return "larger than the limit";
	buf_room(&out, hint + 1);
	while (got > 0 && out.len <= limit) {
		size_t room = out.cap - out.len > 1 ? out.cap - out.len : 1 << 16;

		got = read(fd, buf_room(&out, room), room);
		if (got > 0)
			out.len += (size_t)got;
		else if (got < 0 && errno == EINTR)
			got = 1;
	}
	if (got < 0 || out.len > limit) {
		buf_free(&out);
		return got < 0 ? strerror(errno) : "larger than the limit";
	}
	buf_repeat(&out, 0, BYTES_PAD);
	*content = str_slice(arena_dup(env->temp, buf_str(&out)), 0, out.len - BYTES_PAD);
	buf_free(&out);
	return NULL;
}

/* Regular files are read straight into the arena: no second copy of a large file. */
static const char *read_regular(struct env *env, int fd, size_t size, size_t limit, str *content)
{
	char *out;
	size_t len = 0;
	ssize_t got = 1;

	if (size > limit)
		return "larger than the limit";
	out = arena_room(env->temp, size + BYTES_PAD, 1);
	while (len < size && got > 0) {
		got = read(fd, out + len, size - len);
		if (got > 0)
			len += (size_t)got;
		else if (got < 0 && errno == EINTR)
			got = 1;
	}
	if (got < 0)
		return strerror(errno);
	memset(out + len, 0, size - len + BYTES_PAD);
	*content = (str){out, len};
	return NULL;
}

const char *file_try_read(struct env *env, str path, size_t limit, str *content)
{
	const char *why;
	struct stat st;
	int fd;

	if (str_eq(path, S("-")))
		return read_all(env, 0, 0, limit, content);
	if (memchr(path.ptr ? path.ptr : "", 0, path.len))
		return "a path cannot hold a NUL byte";
	fd = open(arena_cstr(env->temp, path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return strerror(errno);
	if (fstat(fd, &st) != 0)
		why = strerror(errno);
	else if (S_ISDIR(st.st_mode))
		why = "is a folder";
	else if (!S_ISREG(st.st_mode))
		why = "is no regular file";
	else if (st.st_size > 0)
		why = read_regular(env, fd, (size_t)st.st_size, limit, content);
	else /* an empty file, or one of /proc that tells no size */
		why = read_all(env, fd, 0, limit, content);
	close(fd);
	return why;
}

const char *file_try_head(struct env *env, str path, size_t most, str *head, uint64_t *size)
{
	const char *why = NULL;
	struct stat st;
	char *out;
	ssize_t got;
	int fd;

	if (memchr(path.ptr ? path.ptr : "", 0, path.len))
		return "a path cannot hold a NUL byte";
	fd = open(arena_cstr(env->temp, path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return strerror(errno);
	if (fstat(fd, &st) != 0)
		why = strerror(errno);
	else if (!S_ISREG(st.st_mode))
		why = S_ISDIR(st.st_mode) ? "is a folder" : "is no regular file";
	if (!why) {
		out = arena_room(env->temp, most + BYTES_PAD, 1);
		got = read(fd, out, most);
		why = got < 0 ? strerror(errno) : NULL;
		*head = (str){out, got < 0 ? 0 : (size_t)got};
		memset(out + head->len, 0, BYTES_PAD);
		*size = (uint64_t)st.st_size;
	}
	close(fd);
	return why;
}

const char *file_try_text(struct env *env, str path, size_t limit, str *content)
{
	enum { HEAD_BYTES = 4096 };
	uint64_t size;

	if (file_try_head(env, path, HEAD_BYTES, content, &size) ||
	        !memchr(content->ptr, 0, content->len))
		return file_try_read(env, path, limit, content);
	*content = STR_NONE;
	return NULL;
}

bool file_read(struct env *env, str path, size_t limit, str *content)
{
	const char *why = file_try_read(env, path, limit, content);

	if (!why)
		return true;
	if (str_eq(str_from(why), S("larger than the limit")))
		return diag_error(env->diags, (struct place){.path = path},
		        "larger than the limit of %zu bytes", limit);
	return diag_error(env->diags, (struct place){.path = path}, "cannot be read: %s", why);
}

/* A mapped file that shrinks cannot be read any more: SIGBUS is said as a problem. */
static void mapping_lost(int signal)
{
	static const char text[] = "portfit: error: a file was cut short while it was read; try "
	                           "again when nothing writes to it\n";
	ssize_t ignored = write(2, text, sizeof text - 1);

	(void)signal;
	(void)ignored;
	_exit(2);
}

/* The pages come as they are read, sixteen by a trap: the system takes longer to fetch them all at
 * once, since it then looks at each of them again. */
bool file_view_open(struct env *env, str path, size_t limit, struct file_view *view)
{
	int fd = -1;
	struct stat st;
	void *at = MAP_FAILED;

	*view = (struct file_view){0};
	if (path.len && !str_eq(path, S("-")) && !memchr(path.ptr, 0, path.len))
		fd = open(
		        arena_cstr(env->temp, path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0)
		at = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (fd >= 0)
		close(fd);
	if (at == MAP_FAILED)
		return file_read(env, path, limit, &view->bytes);
	sigaction(SIGBUS, &(struct sigaction){.sa_handler = mapping_lost}, NULL);
	view->mapping = at;
	view->bytes = (str){at, (size_t)st.st_size};
	return true;
}

void file_view_close(struct file_view *view)
{
	if (view->mapping)
		munmap(view->mapping, view->bytes.len);
	*view = (struct file_view){0};
}

bool file_put(int fd, str bytes)
{
	while (bytes.len) {
		ssize_t n = write(fd, bytes.ptr, bytes.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n == 0)
			errno = EIO;
		if (n <= 0)
			return false;
		bytes = str_from_at(bytes, (size_t)n);
	}
	return true;
}

/* What is no regular file (/dev/null, a pipe) is written to, not replaced. */
static bool write_in_place(struct env *env, str path, str content)
{
	int fd = open(arena_cstr(env->temp, path), O_WRONLY | O_CLOEXEC | O_NOCTTY);
	bool ok = fd >= 0 && file_put(fd, content);
	int saved = errno;

	if (fd >= 0 && close(fd) != 0 && ok) {
		saved = errno;
		ok = false;
	}
	return ok || diag_error(env->diags, (struct place){.path = path}, "cannot be written: %s",
	                     strerror(saved));
}

/* Where a path leads by symbolic links, so that the file behind them is written and not the link
 * replaced; the path itself where nothing is there yet. */
static str behind_links(struct env *env, str path)
{
	char *real = realpath(arena_cstr(env->temp, path), NULL);
	str found = real ? arena_dup(env->temp, str_from(real)) : path;

	free(real);
	return found;
}

/* A new file beside the old one takes its place when all of it is written. */
static bool replace_file(struct env *env, str path, mode_t mode, str content)
{
	str real = behind_links(env, path);
	char *temporary = arena_alloc(env->temp, real.len + 8, 1);
	int fd, saved;

	snprintf(temporary, real.len + 8, "%.*s.XXXXXX", STR_ARG(real));
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		return diag_error(env->diags, (struct place){.path = path}, "cannot be written: %s",
		        strerror(errno));
	if (file_put(fd, content) && fchmod(fd, mode) == 0 && fsync(fd) == 0 && close(fd) == 0) {
		if (rename(temporary, arena_cstr(env->temp, real)) == 0)
			return true;
		fd = -1;
	}
	saved = errno;
	if (fd >= 0)
		close(fd);
	unlink(temporary);
	return diag_error(env->diags, (struct place){.path = path},
	        "cannot be written: %s; the old file was left as it was", strerror(saved));
}

bool file_write(struct env *env, str path, str content)
{
	struct stat there;

	if (str_eq(path, S("-")))
		return file_put(1, content) ||
		       diag_error(env->diags, (struct place){.path = S("standard output")},
		               "cannot be written: %s", strerror(errno));
	if (stat(arena_cstr(env->temp, path), &there) != 0)
		return replace_file(env, path, 0644, content);
	if (!S_ISREG(there.st_mode))
		return write_in_place(env, path, content);
	return replace_file(env, path, there.st_mode & 0777, content);
}

static int by_bytes(const void *a, const void *b)
{
	return str_cmp(
	        ((const struct folder_entry *)a)->name, ((const struct folder_entry *)b)->name);
}

static enum file_kind entry_kind(const struct dirent *entry)
{
#ifdef DT_UNKNOWN
	if (entry->d_type == DT_REG)
		return FILE_REGULAR;
	if (entry->d_type == DT_DIR)
		return FILE_FOLDER;
#endif
	(void)entry;
	return FILE_NONE;
}

const char *folder_entries(
        struct arena *arena, str path, struct folder_entry **entries, uint32_t *count)
{
	VEC(struct folder_entry) list = {0};
	DIR *dir = opendir(arena_cstr(arena, path.len ? path : S(".")));
	struct dirent *entry;

	if (!dir)
		return strerror(errno);
	while ((entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			*VEC_PUSH(arena, &list) = (struct folder_entry){
			        arena_dup(arena, str_from(entry->d_name)), entry_kind(entry)};
	closedir(dir);
	if (list.len)
		qsort(list.at, list.len, sizeof *list.at, by_bytes);
	*entries = list.at;
	*count = list.len;
	return NULL;
}

const char *folder_list(struct arena *arena, str path, str **names, uint32_t *count)
{
	struct folder_entry *entries;
	const char *why = folder_entries(arena, path, &entries, count);

	if (why)
		return why;
	*names = ARENA_ARRAY(arena, str, (size_t)*count + 1);
	for (uint32_t i = 0; i < *count; i++)
		(*names)[i] = entries[i].name;
	return NULL;
}

bool folder_make(struct env *env, str path)
{
	for (size_t end = 1; end <= path.len; end++) {
		if (end < path.len && path.ptr[end] != '/')
			continue;
		if (mkdir(arena_cstr(env->temp, str_slice(path, 0, end)), 0777) != 0 &&
		        errno != EEXIST)
			return diag_error(env->diags, (struct place){.path = path},
			        "the folder cannot be made: %s", strerror(errno));
	}
	return true;
}

str path_join(struct arena *arena, str folder, str name)
{
	if (!folder.len || str_eq(folder, S(".")))
		return arena_dup(arena, name);
	return arena_join(arena, folder, folder.ptr[folder.len - 1] == '/' ? S("") : S("/"), name);
}

str path_real(struct arena *arena, str path)
{
	char *real = realpath(arena_cstr(arena, path), NULL);
	str out = real ? arena_dup(arena, str_from(real)) : path;

	free(real);
	return out;
}

str path_base(str path)
{
	size_t slash = str_rfind_byte(path, '/');

	return slash == path.len ? path : str_from_at(path, slash + 1);
}

str path_plain(str path)
{
	return str_starts(path, S("./")) ? str_from_at(path, 2) : path;
}

str path_folder(str path)
{
	size_t slash = str_rfind_byte(path, '/');

	if (slash == path.len)
		return S(".");
	return slash ? str_slice(path, 0, slash) : S("/");
}
