#include "scanner/rule_guard_word.h"

#include "scanner/matcher_named.h"
#include "scanner/switch_texts.h"

#include <string.h>

enum {
	HEAD_RECORDS = 60, /* as much as a head takes to look at */
	TEXT_LEAST = 3,
};

/* config.TRAIN.OPTIMIZER: of a configuration whose values are files of the project. */
static bool is_of_project(str word)
{
	static const char *const roots[] = {"config.", "cfg.", "self.cfg.", "self.config.", NULL};

	for (const char *const *root = roots; *root; root++)
		if (str_starts(word, str_from(*root)))
			return word.len > strlen(*root) + 1 && word.ptr[strlen(*root)] >= 'A' &&
			       word.ptr[strlen(*root)] <= 'Z' && word.ptr[strlen(*root) + 1] <= 'Z';
	return false;
}

/* args.opt, self.opt.norm: what the command line gives. */
static bool is_option(str word)
{
	static const char *const roots[] = {"args.", "opt.", "opts.", "flags.", "FLAGS.",
	        "hparams.", "self.args.", "self.opt.", "self.opts.", "self.hparams.", NULL};

	return str_starts_one_of(word, roots) || is_of_project(word);
}

/* A name of a function that begins as an option, or is a parameter without a default. */
static bool begins_as_option(struct python_matching *p, str word, uint32_t scope)
{
	const struct python_file *file = p->file;
	uint32_t name = python_name_find(file, word), first = PYTHON_NONE;
	bool made;

	for (uint32_t i = name ? python_next_binding(p, name, PYTHON_NONE) : PYTHON_NONE;
	        i != PYTHON_NONE && python_may_look(p, 1); i = python_next_binding(p, name, i)) {
		if (file->bindings.at[i].scope != scope)
			continue;
		if (first == PYTHON_NONE || file->bindings.at[i].at < file->bindings.at[first].at)
			first = i;
	}
	if (first == PYTHON_NONE)
		return false;
	if (file->bindings.at[first].kind != PYTHON_BIND_PARAMETER)
		return is_option(given_by(p, first)); /* args.opt.lower() */
	return switch_equals_behind(file->text, file->bindings.at[first].at + word.len) ==
	               file->text.len &&
	       function_called_by(p, scope, &made).len && !made;
}

/* The text that the head of a part compares the word with; "": none. */
static str text_asked(struct python_matching *p, uint32_t part, str word)
{
	str head = python_may_look(p, HEAD_RECORDS) ? statement_head(p, &p->outline.list.at[part])
	                                            : STR_NONE,
	    rest;
	size_t at = str_find(head, word), end;

	rest = str_trim(str_from_at(head, at + word.len));
	if (at == head.len || !str_starts(rest, S("==")))
		return STR_NONE;
	rest = str_trim(str_from_at(rest, 2));
	if (rest.len < 2 || (rest.ptr[0] != '"' && rest.ptr[0] != '\''))
		return STR_NONE;
	end = str_find_byte(str_from_at(rest, 1), rest.ptr[0]);
	return str_slice(rest, 1, 1 + end);
}

/* What can be chosen instead of a part: texts, or an else. */
static bool find_others(struct python_matching *p, uint32_t part, str word, struct switch_need *out)
{
	const struct outline *o = &p->outline;
	uint32_t first = o->list.at[part].kind == STATEMENT_IF ? part : o->list.at[part].head;
	bool otherwise = false;

	for (uint32_t at = first; at != PYTHON_NONE && python_may_look(p, 1);
	        at = o->list.at[at].next) {
		enum statement_kind kind = (enum statement_kind)o->list.at[at].kind;
		str text;

		if (at != first && kind != STATEMENT_ELIF && kind != STATEMENT_ELSE)
			break;
		otherwise |= kind == STATEMENT_ELSE && !outline_leaves(o, at);
		text = at == part || kind == STATEMENT_ELSE ? STR_NONE : text_asked(p, at, word);
		if (text.len && out->n_others < SWITCH_OTHERS_MOST)
			out->others[out->n_others++] = switch_word_hash(text);
	}
	return out->n_others || otherwise;
}

bool word_need(struct python_matching *p, uint32_t part, uint32_t scope, str word, str text,
        struct switch_need *out)
{
	bool number = true; /* which code gives without quotes */

	for (size_t i = 0; i < text.len; i++) {
		number &= text.ptr[i] >= '0' && text.ptr[i] <= '9';
		if (!byte_is_word(text.ptr[i]) && text.ptr[i] != '-')
			return false;
	}
	if (number || text.len < TEXT_LEAST || p->outline.list.at[part].kind == STATEMENT_ELSE ||
	        (!is_option(word) && !begins_as_option(p, word, scope)))
		return false;
	*out = (struct switch_need){.kind = SWITCH_WORD,
	        .name = str_last_part(word, '.'),
	        .text = text,
	        .place = PYTHON_NONE};
	return find_others(p, part, word, out);
}
