/* What a call is given through **options, as far as the file tells it for certain.
 *
 * A display, dict(…), a name or self.name that is given one, what is put into it on the way to the
 * call. What stands in a branch that need not be taken is there perhaps, and so is all that other
 * code may have had in its hands. What is not understood leaves the mapping open: it may hold more.
 *
 * Values are read from the tokens, since the records hold nothing of displays, and only for calls
 * of which a rule asks for arguments. */
#include "scanner/mapping.h"

#include <string.h>

enum {
	DEPTH_MOST = 6, /* mappings in each other */
	ENTRIES_MOST = 100,
	ENTRY_RECORDS = 50, /* as much as the reading of an entry takes */
};

static struct arena *arena_of(const struct mapping *m)
{
	return m->p->m.env->temp;
}

str mapping_text(const struct mapping *m, uint32_t token)
{
	return str_slice(m->file->text, m->tokens[token].at, m->tokens[token].end);
}

/* The chain or the call that the tokens are as a whole. */
static void name_value(const struct mapping *m, struct part part, struct python_arg *arg)
{
	const struct python_file *file = m->file;
	uint32_t index = python_name_chain_from(m->p, arg->at);

	if (index < m->p->name_chains.len) {
		uint32_t chain = m->p->name_chains.at[index];

		if (file->chains.at[chain].at == arg->at &&
		        file->chains.at[chain].end == arg->end) {
			arg->kind = PYTHON_VALUE_CHAIN;
			arg->ref = chain;
		}
	}
	if (m->tokens[part.to - 1].kind != TOKEN_RPAR)
		return;
	index = python_call_from(file, m->tokens[m->tokens[part.to - 1].value].at);
	if (index < file->calls.len && file->calls.at[index].at == arg->at &&
	        file->calls.at[index].end == arg->end) {
		arg->kind = PYTHON_VALUE_CALL;
		arg->ref = index;
	}
}

str mapping_plain(const struct mapping *m, uint32_t token)
{
	const struct token *t = &m->tokens[token];
	uint32_t end;

	if (t->kind != TOKEN_STRING || t->flags & (TOKEN_BYTES | TOKEN_TEMPLATE) ||
	        (t->flags & TOKEN_ESCAPED && !(t->flags & TOKEN_RAW)) ||
	        t->end - t->at > 2 * PYTHON_TEXT)
		return STR_NONE;
	return literal_at(m->file->text, t->at, &end);
}

static enum python_value number_kind(str text)
{
	bool hex = str_starts(text, S("0x")) || str_starts(text, S("0X"));

	if (strchr("jJ", text.ptr[text.len - 1]))
		return PYTHON_VALUE_COMPLEX;
	for (size_t i = 0; i < text.len && !hex; i++)
		if (strchr(".eE", text.ptr[i]))
			return PYTHON_VALUE_FLOAT;
	return PYTHON_VALUE_INT;
}

/* A value of one token, or of a number behind a minus. */
static void plain_value(struct mapping *m, uint32_t token, struct python_arg *arg)
{
	const struct token *t = &m->tokens[token];
	str text;

	switch ((enum token_kind)t->kind) {
	case TOKEN_TRUE_WORD: arg->kind = PYTHON_VALUE_TRUE; break;
	case TOKEN_FALSE_WORD: arg->kind = PYTHON_VALUE_FALSE; break;
	case TOKEN_NONE_WORD: arg->kind = PYTHON_VALUE_NULL; break;
	case TOKEN_NUMBER:
		arg->ref = t->at;
		arg->kind = (uint8_t)number_kind(mapping_text(m, token));
		break;
	case TOKEN_STRING:
		text = mapping_plain(m, token);
		if (!text.ptr)
			break;
		arg->kind = PYTHON_VALUE_STR;
		arg->ref = m->file->texts.len;
		*VEC_PUSH(arena_of(m), &m->file->texts) = text;
		break;
	default: break;
	}
}

struct spread_entry mapping_entry(struct mapping *m, str key, struct part value)
{
	const struct token *first = &m->tokens[value.from];
	struct spread_entry e = {.key = key, .scope = value.scope};
	uint32_t length = value.to - value.from;

	e.arg = (struct python_arg){
	        .at = first->at, .end = m->tokens[value.to - 1].end, .kind = PYTHON_VALUE_EXPR};
	if (first->kind == TOKEN_NAME)
		name_value(m, value, &e.arg);
	else if (length == 1)
		plain_value(m, value.from, &e.arg);
	else if (length == 2 && first->kind == TOKEN_MINUS && first[1].kind == TOKEN_NUMBER)
		plain_value(m, value.from + 1, &e.arg);
	return e;
}

void entries_doubt(struct entries *e)
{
	for (uint32_t i = 0; i < e->list.len; i++)
		e->list.at[i].perhaps = true;
}

void entries_open(struct entries *e)
{
	entries_doubt(e);
	e->open = true;
}

void entries_drop(struct entries *e, str key, bool perhaps)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < e->list.len; i++) {
		bool same = str_eq(e->list.at[i].key, key);

		e->list.at[i].perhaps |= same && perhaps;
		if (!same || perhaps)
			e->list.at[kept++] = e->list.at[i];
	}
	e->list.len = kept;
}

void entries_put(
        const struct mapping *m, struct entries *e, const struct spread_entry *entry, bool perhaps)
{
	struct spread_entry *added;

	entries_drop(e, entry->key, perhaps || entry->perhaps);
	if (e->list.len >= ENTRIES_MOST) {
		e->open = true;
		return;
	}
	added = VEC_PUSH(arena_of(m), &e->list);
	*added = *entry;
	added->perhaps |= perhaps;
}

void entries_merge(
        const struct mapping *m, struct entries *e, const struct entries *more, bool perhaps)
{
	if (more->open)
		entries_open(e);
	for (uint32_t i = 0; i < more->list.len; i++)
		entries_put(m, e, &more->list.at[i], perhaps);
}

/* One part of a display or of arguments that is a mapping itself. */
static void read_inner(struct mapping *m, struct part part, struct entries *out)
{
	struct entries inner = {.open = true};

	mapping_read(m, part, &inner);
	entries_merge(m, out, &inner, false);
}

static void read_display(struct mapping *m, struct part part, struct entries *out)
{
	uint32_t from = part.from + 1, to = part.to - 1;

	if (m->tokens[part.from].flags & TOKEN_COMPREHENSION)
		return;
	out->open = false;
	while (from < to) {
		uint32_t end = python_token_find(m->file, from, to, TOKEN_COMMA);
		str key =
		        m->tokens[from + 1].kind == TOKEN_COLON ? mapping_plain(m, from) : STR_NONE;

		if (m->tokens[from].kind == TOKEN_DOUBLESTAR) {
			read_inner(m, (struct part){from + 1, end, part.scope}, out);
		} else if (key.len && end > from + 2) {
			struct spread_entry entry =
			        mapping_entry(m, key, (struct part){from + 2, end, part.scope});

			entries_put(m, out, &entry, false);
		} else {
			entries_open(out);
		}
		from = end + 1;
	}
}

void mapping_read_arguments(struct mapping *m, struct part part, struct entries *out)
{
	uint32_t from = part.from + 1, to = part.to - 1;

	if (m->tokens[part.from].flags & TOKEN_COMPREHENSION)
		return;
	out->open = false;
	while (from < to) {
		uint32_t end = python_token_find(m->file, from, to, TOKEN_COMMA);

		if (m->tokens[from].kind == TOKEN_NAME && m->tokens[from + 1].kind == TOKEN_EQUAL &&
		        end > from + 2) {
			struct spread_entry entry = mapping_entry(
			        m, mapping_text(m, from), (struct part){from + 2, end, part.scope});

			entries_put(m, out, &entry, false);
		} else if (m->tokens[from].kind == TOKEN_STAR) {
			entries_open(out);
		} else {
			from += m->tokens[from].kind == TOKEN_DOUBLESTAR;
			read_inner(m, (struct part){from, end, part.scope}, out);
		}
		from = end + 1;
	}
}

/* What copy(x), copy.deepcopy(x), x.copy() gives has the entries of x. */
static bool read_copy(struct mapping *m, struct part part, struct entries *out)
{
	uint32_t open = m->tokens[part.to - 1].value;
	str name;

	if (m->tokens[part.to - 1].kind != TOKEN_RPAR || open <= part.from || open >= part.to ||
	        m->tokens[open - 1].kind != TOKEN_NAME)
		return false;
	name = mapping_text(m, open - 1);
	if (str_eq(name, S("copy")) && part.to == open + 2 && open >= part.from + 3 &&
	        m->tokens[open - 2].kind == TOKEN_DOT)
		part.to = open - 2;
	else if ((str_eq(name, S("copy")) || str_eq(name, S("deepcopy"))) &&
	         python_token_find(m->file, open + 1, part.to - 1, TOKEN_COMMA) == part.to - 1)
		part = (struct part){open + 1, part.to - 1, part.scope};
	else
		return false;
	mapping_read(m, part, out);
	return true;
}

/* The mapping that stands under a key of another one: TABLE["fast"], TABLE[name], TABLE.get(name).
 * An unknown key may be any. */
static bool read_entry(struct mapping *m, struct part part, struct entries *out)
{
	uint32_t open = m->tokens[part.to - 1].value, end;
	enum token_kind close = (enum token_kind)m->tokens[part.to - 1].kind;
	struct entries table = {.open = true};
	bool one;
	str key;

	if ((close != TOKEN_RSQB && close != TOKEN_RPAR) || open <= part.from || open >= part.to ||
	        part.to < open + 3)
		return false;
	end = open;
	if (close == TOKEN_RPAR) {
		if (open < part.from + 3 || m->tokens[open - 2].kind != TOKEN_DOT ||
		        !str_eq(mapping_text(m, open - 1), S("get")))
			return false;
		end = open - 2;
	}
	mapping_read(m, (struct part){part.from, end, part.scope}, &table);
	key = mapping_plain(m, open + 1);
	one = key.len && m->tokens[open + 2].kind != TOKEN_STRING;
	for (uint32_t i = 0; i < table.list.len && python_may_look(m->p, ENTRY_RECORDS); i++) {
		const struct spread_entry *e = &table.list.at[i];
		struct entries inner = {.open = true};

		if (one && !str_eq(e->key, key))
			continue;
		mapping_read(m,
		        (struct part){python_token_at(m->file, e->arg.at),
		                python_token_at(m->file, e->arg.end), e->scope},
		        &inner);
		inner.open = true; /* or what stands in another */
		entries_merge(m, out, &inner, !one || e->perhaps);
	}
	return true;
}

/* A if test else B, A | B */
static void read_joined(struct mapping *m, struct part part, struct entries *out)
{
	uint32_t test = python_token_find(m->file, part.from, part.to, TOKEN_IF);
	uint32_t other = python_token_find(m->file, test, part.to, TOKEN_ELSE);
	uint32_t bar = python_token_find(m->file, part.from, part.to, TOKEN_VBAR);
	struct entries more = {.open = true};

	if (other < part.to) {
		mapping_read(m, (struct part){part.from, test, part.scope}, out);
		mapping_read(m, (struct part){other + 1, part.to, part.scope}, &more);
		entries_doubt(out);
		entries_merge(m, out, &more, true);
	} else if (bar < part.to) {
		mapping_read(m, (struct part){part.from, bar, part.scope}, out);
		mapping_read(m, (struct part){bar + 1, part.to, part.scope}, &more);
		entries_merge(m, out, &more, false);
	}
}

static bool is_dict_call(const struct mapping *m, struct part part)
{
	const struct token *first = &m->tokens[part.from];

	return part.to - part.from > 2 && first->kind == TOKEN_NAME &&
	       first[1].kind == TOKEN_LPAR &&
	       python_token_behind(m->file, part.from + 1) == part.to &&
	       str_eq(mapping_text(m, part.from), S("dict"));
}

static void read_expression(struct mapping *m, struct part part, struct entries *out)
{
	const struct token *first = &m->tokens[part.from];
	uint32_t end = python_token_behind(m->file, part.from), length = part.to - part.from;

	if (first->kind == TOKEN_LPAR && end == part.to)
		mapping_read(m, (struct part){part.from + 1, part.to - 1, part.scope}, out);
	else if (first->kind == TOKEN_LBRACE && end == part.to)
		read_display(m, part, out);
	else if (first->kind == TOKEN_NAME && length == 1)
		mapping_of_name(m, first->value, first->at, part.scope, out);
	else if (first->kind == TOKEN_NAME && first->value == NAME_SELF && length == 3 &&
	         first[1].kind == TOKEN_DOT && first[2].kind == TOKEN_NAME)
		mapping_of_self(m, first[2].value, first->at, part.scope, out);
	else if (is_dict_call(m, part))
		mapping_read_arguments(m, (struct part){part.from + 1, part.to, part.scope}, out);
	else if (!read_copy(m, part, out) && !read_entry(m, part, out))
		read_joined(m, part, out);
}

void mapping_read(struct mapping *m, struct part part, struct entries *out)
{
	if (part.from >= part.to || m->depth >= DEPTH_MOST)
		return;
	m->depth++;
	read_expression(m, part, out);
	m->depth--;
}

/* Entries of one key know each other. */
static struct spread *keep(struct mapping *m, const struct entries *e)
{
	struct spread *spread = ARENA_NEW(arena_of(m), struct spread);

	*spread = (struct spread){.at = e->list.at, .count = e->list.len, .whole = !e->open};
	for (uint32_t i = 0; i < e->list.len; i++) {
		e->list.at[i].loose = m->loose;
		for (uint32_t k = i + 1; k < e->list.len && !e->list.at[i].more; k++)
			if (str_eq(e->list.at[k].key, e->list.at[i].key))
				e->list.at[i].more = &e->list.at[k];
	}
	return spread;
}

const struct spread *python_spread(struct python_matching *p, const struct python_call *call,
        uint32_t argument, enum spread_view view)
{
	static const struct spread nothing;
	struct python_arg *arg = &p->file->args.at[call->args + argument];
	struct mapping m = {.p = p, .file = p->file, .loose = view == SPREAD_ANY};
	struct entries e = {.open = true};
	struct spread **known;

	if (arg->kind != PYTHON_VALUE_DOUBLE_STAR || !python_keep_tokens(p->file))
		return &nothing;
	if (!arg->ref) {
		arg->ref = p->spreads.len + 1;
		for (int i = 0; i < SPREAD_VIEWS; i++)
			*VEC_PUSH(p->m.env->temp, &p->spreads) = NULL;
	}
	known = &p->spreads.at[arg->ref - 1 + (uint32_t)view];
	if (!*known) {
		m.tokens = p->file->tokens;
		python_name_chains(p);
		mapping_read(&m,
		        (struct part){python_token_at(m.file, arg->at) + 1,
		                python_token_at(m.file, arg->end), call->scope},
		        &e);
		*known = keep(&m, &e);
	}
	return *known;
}
