/* Files and folders: the only room that opens anything. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/diag.h"

enum file_kind { FILE_NONE, FILE_REGULAR, FILE_FOLDER, FILE_OTHER };

/* What a path is, symbolic links followed. FILE_NONE: not there or not to be seen. */
enum file_kind file_kind_of(struct env *env, str path);
/* The whole file in env->temp with BYTES_PAD (base/bytes.h) zero bytes behind it. More than `limit`
 * bytes, a folder, a FIFO, a file that cannot be read: reported as an error and false. "-" is
 * standard input. */
bool file_read(struct env *env, str path, size_t limit, str *content);
/* The same without a report: NULL when it went well, else the reason in words ("no such file or
 * directory"), for files met on a walk. */
const char *file_try_read(struct env *env, str path, size_t limit, str *content);
/* A file to look into without reading all of it: mapped where it is a regular file, else (standard
 * input, a file without a size) read into env->temp. Nothing may point into it after
 * file_view_close. A file that another program cuts short in between ends the process with
 * status 2 and one line. Reported as file_read does; `limit` holds for what has to be read. */
struct file_view {
	str bytes;
	void *mapping;
};
bool file_view_open(struct env *env, str path, size_t limit, struct file_view *view);
void file_view_close(struct file_view *view);
/* The first bytes of a regular file, at most `most`, with BYTES_PAD zero bytes behind them, and its
 * whole size. NULL or the reason in words. */
const char *file_try_head(struct env *env, str path, size_t most, str *head, uint64_t *size);
/* As file_try_read does, of a text: "" for what holds a NUL in its first 4096 bytes (weights,
 * pictures), of which no more is read. */
const char *file_try_text(struct env *env, str path, size_t limit, str *content);
/* All of that to an open file; false with errno set. */
bool file_put(int fd, str bytes);
/* Writes a file whole or not at all (a temporary file beside it, then rename). A link is followed,
 * the mode of an old file kept; what is no regular file (/dev/null, a pipe) is written to as it is.
 * "-" is standard output. */
bool file_write(struct env *env, str path, str content);
/* What is in a folder, sorted bytewise, without . and .., in `arena`. NULL, or the reason in words.
 */
struct folder_entry {
	str name;
	enum file_kind kind; /* of a regular file or a folder; FILE_NONE: not told, or a link */
};
const char *folder_entries(
        struct arena *arena, str path, struct folder_entry **entries, uint32_t *count);
/* The names alone. */
const char *folder_list(struct arena *arena, str path, str **names, uint32_t *count);
/* Makes a folder and those above it that are missing. False when reported. */
bool folder_make(struct env *env, str path);
/* "a/b" + "c" with one slash between; "." + "c" is "c". */
str path_join(struct arena *arena, str folder, str name);
/* Absolute and without links; the path as it stands when it does not exist. */
str path_real(struct arena *arena, str path);
/* Behind the last slash. */
str path_base(str path);
/* Without the "./" that it may begin with. */
str path_plain(str path);
/* Without the last component, "." when there is none. */
str path_folder(str path);

#endif
