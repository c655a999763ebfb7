/* What the analyses ask about an operator, found once for each name that a file calls, not for each
 * node: questions that its name, its tags and its roles answer alone. */
#ifndef ASSESS_TARGET_NOTE_H
#define ASSESS_TARGET_NOTE_H

#include "pytorch/backward.h"
#include "scanner/graph/graph.h"

enum { GRADIENT_CLASSES = DTYPE_CLASS_COMPLEX + 1 };

enum view_kind {
	VIEW_NO,
	VIEW_ALWAYS,
	VIEW_UNLESS_CAST,   /* a copy where the dtype changes */
	VIEW_UNLESS_COPIED, /* a copy of what is not laid out row by row */
	VIEW_UNTRAINED,     /* dropout, when it does nothing */
};

/* The row of the backward pass for one class of data. */
struct gradient_note {
	bool asked, measured;
	struct backward row;
};

struct target_note {
	enum view_kind view;
	bool host;          /* does no device work */
	bool looks_up;      /* reads of its first tensor no more than it gives back */
	bool backward;      /* named as part of a backward pass */
	bool attention;     /* scaled_dot_product_attention */
	bool cond, loop;    /* branches and loops that the host decides */
	bool reads_data;    /* its result is read off the device */
	bool dynamic_shape; /* the shape of its result depends on data */
	struct gradient_note gradients[GRADIENT_CLASSES];
};

/* By the interned number of a target; NULL where no node has it. In `arena`. */
struct target_note **target_notes(struct arena *arena, const struct graph_file *file);
/* The row of a target's backward pass, in its note; NULL: none. */
const struct backward *target_gradient(const struct graph_file *file, const struct node *node,
        struct target_note *note, enum dtype_class class);

#endif
