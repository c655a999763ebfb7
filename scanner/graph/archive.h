/* What a ZIP archive is to us: an exported program, something to refuse, or a wrapping. */
#ifndef SCANNER_GRAPH_ARCHIVE_H
#define SCANNER_GRAPH_ARCHIVE_H

#include "base/zip.h"

enum archive_kind {
	ARCHIVE_OTHER,    /* nothing of ours */
	ARCHIVE_PT2,      /* torch.export.save from 2.8 on; `root` ends with a slash or is empty */
	ARCHIVE_PT2_OLD,  /* torch.export.save of 2.1 to 2.7; `root` stands before the entry */
	ARCHIVE_COMPILED, /* an AOTInductor package without a graph */
	ARCHIVE_TORCH_SAVE,    /* a pickle */
	ARCHIVE_TORCHSCRIPT,   /* torch.jit.save */
	ARCHIVE_TORCH_PACKAGE, /* torch.package */
	ARCHIVE_LONE,          /* one file that somebody packed: `lone` is its entry */
	ARCHIVE_EMPTY,
	ARCHIVE_DAMAGED, /* reported: what says the format cannot be read */
};

struct archive {
	enum archive_kind kind;
	str root;
	uint32_t lone;
};

/* Looks at the names, and at the three bytes of `archive_format`. */
struct archive archive_classify(struct env *env, struct zip_file *zip);

#endif
