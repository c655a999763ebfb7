/* Recognition: wrappings come off in a short loop, then models that are refused, then the table.
 *
 * Invariant: a format is told by content alone. What surprises: a refusal is a success of
 * recognition; only its text is an error, and a folder walk may turn it into a remark. */
#include "scanner/graph/reader.h"

#include "base/file.h"
#include "base/gzip.h"
#include "base/text.h"
#include "scanner/graph/archive.h"
#include "scanner/graph/chrome_trace.h"
#include "scanner/graph/execution_trace.h"
#include "scanner/graph/exported.h"
#include "scanner/graph/facts.h"
#include "scanner/graph/pt2.h"
#include "scanner/graph/text_read.h"
#include "scanner/graph/torch_trace.h"
#include "scanner/phrases.h"

#include <string.h>

/* In the order of trial: the surer sign first. Ends with a row that has no name. */
static const struct graph_reader readers[] = {
        {.format = GRAPH_EXPORTED_JSON,
                .name = "exported program JSON",
                .matches = exported_matches,
                .read = exported_read},
        {.format = GRAPH_CHROME_TRACE,
                .name = "Chrome trace",
                .matches = chrome_trace_matches,
                .read = chrome_trace_read,
                .stream = chrome_trace_stream},
        {.format = GRAPH_EXECUTION_TRACE,
                .name = "execution trace",
                .matches = execution_trace_matches,
                .read = execution_trace_read,
                .stream = execution_trace_stream},
        {.format = GRAPH_TORCH_TRACE,
                .name = "TORCH_TRACE log",
                .matches = torch_trace_matches,
                .read = torch_trace_read,
                .stream = torch_trace_stream},
        {.format = GRAPH_READABLE,
                .name = "print_readable",
                .matches = python_text_matches,
                .read = text_read},
        {.format = GRAPH_FX_STR,
                .name = "print(gm.graph)",
                .matches = fx_str_matches,
                .read = text_read},
        {.format = GRAPH_TABULAR,
                .name = "print_tabular",
                .matches = tabular_matches,
                .read = text_read},
        {.format = GRAPH_LOG_TEXT,
                .name = "run log",
                .matches = log_text_matches,
                .read = text_read},
        {.name = NULL},
};

enum { WRAPPINGS_MOST = 4 };

/* A model that holds no graph we may read, and what to do instead. */
struct refusal {
	const char *what, *advice;
};

#define EXPORT_ADVICE                                                                              \
	"export the model and give that file: torch.export.save(torch.export.export(model, "       \
	"args), \"model.pt2\")"

static const struct refusal refused_torch_save = {
        "a torch.save file: a pickle, which only runs as code and is never loaded here",
        EXPORT_ADVICE};
static const struct refusal refused_pickle = {
        "a pickle, which only runs as code and is never loaded here", EXPORT_ADVICE};
static const struct refusal refused_torchscript = {
        "a TorchScript archive (torch.jit.save), which is another format", EXPORT_ADVICE};
static const struct refusal refused_package = {
        "a torch.package archive, whose model is a pickle", EXPORT_ADVICE};
static const struct refusal refused_compiled = {
        "a compiled package (AOTInductor); it holds machine code and no graph",
        "give the exported program it was compiled from"};
static const struct refusal refused_safetensors = {
        "a safetensors file, which holds weights and no graph", EXPORT_ADVICE};
static const struct refusal refused_gguf = {
        "a GGUF file, which holds weights and no graph", EXPORT_ADVICE};
static const struct refusal refused_onnx = {
        "an ONNX model, which is another format", EXPORT_ADVICE};
static const struct refusal refused_executorch = {"an ExecuTorch program, compiled for its runtime",
        "give the exported program it was made from"};
static const struct refusal refused_library = {
        "a machine-code library", "give the exported program it was compiled from"};

/* What recognition found: a reader, a refusal, an open archive, damage, or nothing of these. */
struct finding {
	const struct graph_reader *reader;
	const struct refusal *refusal;
	struct zip_file *zip; /* holds exported programs; to be closed */
	struct archive archive;
	str content;  /* without its wrappings */
	bool damaged; /* reported */
	bool cut;     /* the content is not all there; reported */
};

static bool starts_with(str bytes, const char *magic, size_t len)
{
	return bytes.len >= len && memcmp(bytes.ptr, magic, len) == 0;
}

static bool is_zip(str bytes)
{
	return starts_with(bytes, "PK\3\4", 4) || starts_with(bytes, "PK\5\6", 4);
}

static bool is_gzip(str bytes)
{
	return starts_with(bytes, "\x1f\x8b\x08", 3);
}

/* The header is JSON behind its length in eight bytes. */
static bool is_safetensors(str bytes)
{
	uint64_t len = 0;

	if (bytes.len < 10 || bytes.ptr[8] != '{')
		return false;
	for (int i = 7; i >= 0; i--)
		len = len << 8 | (unsigned char)bytes.ptr[i];
	return len >= 2 && len <= bytes.len - 8 && (bytes.ptr[9] == '"' || bytes.ptr[9] == '}');
}

/* Protocol buffers have no magic number: ir_version, then the producer's name in plain text. */
static bool is_onnx(str bytes)
{
	size_t len;

	if (bytes.len < 8 || bytes.ptr[0] != 0x08 || (unsigned char)bytes.ptr[1] > 0x1f ||
	        bytes.ptr[2] != 0x12)
		return false;
	len = (unsigned char)bytes.ptr[3];
	if (len < 2 || len > 64 || len + 4 > bytes.len)
		return false;
	for (size_t i = 0; i < len; i++)
		if (bytes.ptr[4 + i] < 0x20 || bytes.ptr[4 + i] > 0x7e)
			return false;
	return true;
}

static const struct refusal *refusal_of(str bytes)
{
	static const struct {
		const char *magic;
		size_t at, len;
		const struct refusal *refusal;
	} rows[] = {
	        {"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 0, 14,
	                &refused_torch_save},
	        {"\x80\x02", 0, 2, &refused_pickle},
	        {"\x80\x03", 0, 2, &refused_pickle},
	        {"\x80\x04", 0, 2, &refused_pickle},
	        {"\x80\x05", 0, 2, &refused_pickle},
	        {"GGUF", 0, 4, &refused_gguf},
	        {"ET1", 4, 3, &refused_executorch},
	        {"\x7f\x45LF", 0, 4, &refused_library},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (bytes.len >= rows[i].at + rows[i].len &&
		        memcmp(bytes.ptr + rows[i].at, rows[i].magic, rows[i].len) == 0)
			return rows[i].refusal;
	if (is_safetensors(bytes))
		return &refused_safetensors;
	return is_onnx(bytes) ? &refused_onnx : NULL;
}

/* PowerShell's `>` writes UTF-16; without a byte-order mark the zeros give it away. */
static bool is_utf16(str bytes, bool *big, bool *marked)
{
	size_t n = bytes.len < 256 ? bytes.len & ~(size_t)1 : 256, even = 0, odd = 0;

	*marked = starts_with(bytes, "\xff\xfe", 2) || starts_with(bytes, "\xfe\xff", 2);
	*big = *marked && (unsigned char)bytes.ptr[0] == 0xfe;
	if (*marked)
		return true;
	for (size_t i = 0; i < n; i += 2) {
		even += !bytes.ptr[i];
		odd += !bytes.ptr[i + 1];
	}
	*big = even > odd;
	return n >= 8 && (even == 0 || odd == 0) && even + odd >= n / 2 - n / 16;
}

static str utf16_text(struct env *env, str bytes, bool big, bool marked)
{
	char *copy;

	if (marked)
		return utf16_decode(env->temp, bytes);
	copy = arena_alloc(env->temp, bytes.len + 2, 1);
	copy[0] = big ? '\xfe' : '\xff';
	copy[1] = big ? '\xff' : '\xfe';
	memcpy(copy + 2, bytes.ptr, bytes.len);
	return utf16_decode(env->temp, (str){copy, bytes.len + 2});
}

static const struct refusal *archive_refusal(enum archive_kind kind)
{
	switch (kind) {
	case ARCHIVE_COMPILED: return &refused_compiled;
	case ARCHIVE_TORCH_SAVE: return &refused_torch_save;
	case ARCHIVE_TORCHSCRIPT: return &refused_torchscript;
	case ARCHIVE_TORCH_PACKAGE: return &refused_package;
	default: return NULL;
	}
}

/* True when the archive was only the wrapping of one file. */
static bool open_archive(struct env *env, str path, struct finding *found)
{
	struct zip_file *zip;
	struct archive archive;
	bool lone;

	found->damaged = !zip_file_open(env, path, found->content, &zip);
	if (found->damaged)
		return false;
	archive = archive_classify(env, zip);
	lone = archive.kind == ARCHIVE_LONE;
	if (archive.kind == ARCHIVE_PT2 || archive.kind == ARCHIVE_PT2_OLD) {
		found->zip = zip;
		found->archive = archive;
		return false;
	}
	found->refusal = archive_refusal(archive.kind);
	found->damaged = archive.kind == ARCHIVE_DAMAGED;
	if (lone)
		found->damaged = !zip_file_read(env, zip, archive.lone, &found->content);
	zip_file_close(zip);
	return lone && !found->damaged;
}

/* Takes one wrapping off. False: there is none left, or something was found. */
static bool unwrap(struct env *env, str path, struct finding *found)
{
	str bytes = found->content;
	bool big, marked, cut = false;

	if (is_gzip(bytes)) {
		found->damaged = !gzip_read(env, path, bytes, &found->content, &cut);
		found->cut |= cut;
		return !found->damaged;
	}
	if (is_zip(bytes))
		return open_archive(env, path, found);
	if (starts_with(bytes, "\xef\xbb\xbf", 3)) {
		found->content = str_from_at(bytes, 3);
		return true;
	}
	if (is_utf16(bytes, &big, &marked)) {
		found->content = utf16_text(env, bytes, big, marked);
		return true;
	}
	return false;
}

/* The reader of a form that streams, by the beginning of a file; NULL for every other form. The
 * stream stands where it stood. */
static const struct graph_reader *streaming_reader(struct stream *stream)
{
	str head = stream_view(stream, 1);

	for (const struct graph_reader *r = readers; r->name; r++)
		if (r->stream && r->matches(head))
			return r;
	return NULL;
}

/* JSON or gzip may be a profile too large to be inflated as a whole; a line of a structured log
 * begins with the letter of its level. */
static bool may_stream(str bytes)
{
	str head = str_trim(str_slice(bytes, 0, 256));

	return head.len && (strchr("{[VIWEC", head.ptr[0]) || is_gzip(bytes));
}

static const struct graph_reader *streaming_reader_of(str bytes)
{
	const struct graph_reader *reader;
	struct stream *stream;

	if (!may_stream(bytes))
		return NULL;
	stream = stream_over(bytes);
	reader = streaming_reader(stream);
	stream_close(stream);
	return reader;
}

bool graph_head_is_profile(str head)
{
	return streaming_reader_of(head) != NULL;
}

static struct finding find(struct env *env, str path, str bytes)
{
	struct finding found = {.content = bytes};
	int layers = 0;

	found.reader = streaming_reader_of(bytes);
	if (found.reader)
		return found;
	while (layers < WRAPPINGS_MOST && unwrap(env, path, &found))
		layers++;
	if (found.damaged || found.zip || found.refusal)
		return found;
	found.refusal = refusal_of(found.content);
	for (const struct graph_reader *r = readers; !found.refusal && r->name; r++)
		if (r->matches(found.content)) {
			found.reader = r;
			break;
		}
	return found;
}

/* A damaged archive is a graph to complain about when its first entry is named like one. */
static bool looks_exported(str bytes)
{
	str head = str_slice(bytes, 30, 30 + 512);

	return is_zip(bytes) &&
	       (str_has(head, S("/data/weights/")) || str_has(head, S("archive_format")) ||
	               str_has(head, S("models/")) ||
	               str_has(head, S("serialized_exported_program")));
}

enum graph_answer graph_recognise(struct env *env, str bytes)
{
	struct diags unheard = {.arena = env->temp};
	struct env quiet = *env;
	struct finding found;

	quiet.diags = &unheard;
	found = find(&quiet, STR_NONE, bytes);
	if (found.zip)
		zip_file_close(found.zip);
	if (found.refusal)
		return GRAPH_ANSWER_REFUSED;
	if (found.zip || found.reader || (found.damaged && looks_exported(bytes)))
		return GRAPH_ANSWER_GRAPH;
	return GRAPH_ANSWER_NONE;
}

static bool report_no_graph(struct env *env, str path, str bytes)
{
	struct place place = {.path = path};

	if (!bytes.len)
		return diag_error(env->diags, place,
		        "the file is empty; expected a traced graph, export the model again");
	if (is_zip(bytes))
		return diag_error(env->diags, place,
		        "a ZIP archive without an exported program in it; " EXPORT_ADVICE);
	if (memchr(bytes.ptr, 0, bytes.len < 4096 ? bytes.len : 4096))
		return diag_error(env->diags, place,
		        "no traced graph: binary data of an unknown kind; " EXPORT_ADVICE);
	return diag_error(env->diags, place,
	        "no traced graph in it; expected a .pt2, the JSON of an exported program, or a "
	        "graph printed as text");
}

/* Reads what was found; everything kept is in `out`, whose arena is set. */
static bool read_found(struct env *env, str path, struct finding *found, struct graph_file *out)
{
	bool ok;

	if (found->zip) {
		ok = pt2_read(env, path, found->zip, &found->archive, out);
		zip_file_close(found->zip);
		return ok;
	}
	if (found->refusal)
		return diag_error(env->diags, (struct place){.path = path}, "%s; %s",
		        found->refusal->what, found->refusal->advice);
	if (!found->reader)
		return report_no_graph(env, path, found->content);
	out->format = found->reader->format;
	if (found->cut)
		left_out_add(out, phrase_cut_gzip, 1);
	return found->reader->read(env, path, found->content, out);
}

/* What stood before the place where gzip data was cut: a warning when it can be read, else one line
 * about the cut and none about what it did to the text. */
static bool read_cut(struct env *env, str path, struct finding *found, struct graph_file *out)
{
	struct place place = {.path = path};
	struct diags inner = {.arena = env->keep};
	struct env own = *env;
	size_t bytes = found->content.len;

	own.diags = &inner;
	if (!read_found(&own, path, found, out))
		return diag_error(env->diags, place,
		        "gzip data is truncated or damaged; copy the file again");
	diag_warning(env->diags, place,
	        "gzip data is truncated or damaged: only the %zu bytes before that are read; copy "
	        "the file again",
	        bytes);
	diag_merge(env->diags, &inner);
	return true;
}

static void prepare(struct env *env, str path, struct graph_file *out)
{
	*out = (struct graph_file){.arena = env->keep, .path = arena_dup(env->keep, path)};
	out->names.arena = env->keep;
}

bool graph_read(struct env *env, str path, str bytes, struct graph_file *out)
{
	struct finding found = find(env, path, bytes);

	prepare(env, path, out);
	if (found.damaged || !(found.cut ? read_cut : read_found)(env, path, &found, out))
		return false;
	graph_file_seal(out);
	return true;
}

/* Reads a profile through a window. False: it is none, and nothing was done. */
static bool read_streaming(struct env *env, str path, struct graph_file *out, bool *ok)
{
	const struct graph_reader *reader = NULL;
	struct stream *stream;

	if (!stream_open(env, path, &stream)) {
		*ok = false;
		return true;
	}
	reader = streaming_reader(stream);
	if (reader) {
		prepare(env, path, out);
		out->format = reader->format;
		*ok = reader->stream(env, path, stream, out);
		if (*ok)
			graph_file_seal(out);
	}
	stream_close(stream);
	return reader != NULL;
}

bool graph_read_file(struct env *env, str path, struct graph_file *out)
{
	struct file_view view;
	bool ok = false;

	if (!file_view_open(env, path, env->limits->file_bytes, &view))
		return false;
	/* Looking at its beginning does not bring a mapped file into memory. */
	if (!view.mapping || !streaming_reader_of(view.bytes) ||
	        !read_streaming(env, path, out, &ok))
		ok = graph_read(env, path, view.bytes, out);
	file_view_close(&view);
	return ok;
}
