/* Mappings that a name or an attribute of self holds.
 *
 * Within one function the source is gone through in its order, from the first binding to the call:
 * each thing that is done counts as done, as done perhaps, or not at all, by the blocks in which it
 * stands. What another function sees (a name of the module, self.options) must be bound once. */
#include "scanner/mapping.h"

enum {
	BINDINGS_MOST = 12,  /* of one name */
	USES_MOST = 4000,    /* names between a binding and the call */
	LOOKED_MOST = 50000, /* names of a file that are looked at in all */
	USE_RECORDS = 100,   /* as much as a use of a mapping takes */
};

/* What is followed: a name of a scope, or an attribute of self in a class. */
struct subject {
	uint32_t name, owner; /* owner: the scope that binds it, or in which it counts */
	uint32_t class_, attribute;
	uint32_t at, scope; /* of the use */
	bool elsewhere;     /* in another function, so that everything in the owner counts */
};

enum taken { TAKEN_NEVER, TAKEN_PERHAPS, TAKEN_ALWAYS };

/* The scope that binds a name as seen from another; PYTHON_NONE: none does. */
static uint32_t owner_of(struct mapping *m, uint32_t scope, uint32_t name)
{
	const struct python_file *file = m->file;
	bool own = true;

	for (; scope != PYTHON_NONE; scope = file->scopes.at[scope].parent, own = false) {
		uint32_t steps = 0;

		if (!own && file->scopes.at[scope].kind == PYTHON_CLASS)
			continue;
		for (uint32_t i = python_next_binding(m->p, name, PYTHON_NONE);
		        i != PYTHON_NONE && steps < USES_MOST;
		        i = python_next_binding(m->p, name, i), steps++)
			if (file->bindings.at[i].scope == scope)
				return scope;
	}
	return PYTHON_NONE;
}

/* The innermost def around a scope, the module when there is none. */
static uint32_t function_of(const struct mapping *m, uint32_t scope)
{
	uint32_t function = m->file->scopes.at[scope].function;

	return function == PYTHON_NONE ? 0 : function;
}

/* A branch that ends by leaving the function: nothing behind it has seen what it does. */
static bool is_left(const struct outline *o, uint32_t block)
{
	uint32_t last = o->list.at[block].last_child;

	return o->list.at[block].kind != STATEMENT_DEF && last != PYTHON_NONE &&
	       (o->list.at[last].exits || o->list.at[last].kind == STATEMENT_RETURN);
}

/* Two blocks are branches of one if. */
static bool excludes(const struct outline *o, uint32_t block, uint32_t user)
{
	uint32_t head = o->list.at[block].head;

	if (o->list.at[head].kind != STATEMENT_IF)
		return false;
	for (uint32_t i = user; i != PYTHON_NONE; i = o->list.at[i].parent)
		if (o->list.at[i].head == head)
			return true;
	return false;
}

/* Whether what stands at a place has happened when another is reached further down. */
static enum taken is_taken(const struct outline *o, uint32_t at, uint32_t use)
{
	uint32_t user = outline_find(o, use), block = outline_find(o, at);
	bool always = true;

	block = block == PYTHON_NONE ? block : o->list.at[block].parent;
	for (; block != PYTHON_NONE; block = o->list.at[block].parent) {
		uint32_t around = user;

		while (around != PYTHON_NONE && around != block)
			around = o->list.at[around].parent;
		if (around == block)
			break;
		if (is_left(o, block) || excludes(o, block, user))
			return TAKEN_NEVER;
		always &= o->list.at[block].kind == STATEMENT_WITH;
	}
	return always ? TAKEN_ALWAYS : TAKEN_PERHAPS;
}

/* What happens at a place counts for the use of the subject. */
static enum taken counts(
        const struct mapping *m, const struct subject *subject, uint32_t at, uint32_t scope)
{
	const struct outline *o = m->loose ? NULL : python_outline(m->p);
	uint32_t block, from = m->file->scopes.at[subject->owner].at;

	if (m->loose)
		return TAKEN_PERHAPS;
	if (!subject->elsewhere)
		return is_taken(o, at, subject->at);
	if (function_of(m, scope) != function_of(m, subject->owner) ||
	        (at > subject->at && function_of(m, scope) == function_of(m, subject->scope)))
		return TAKEN_PERHAPS;
	block = outline_find(o, at);
	block = block == PYTHON_NONE ? block : o->list.at[block].parent;
	while (block != PYTHON_NONE && o->list.at[block].kind == STATEMENT_WITH)
		block = o->list.at[block].parent;
	return block == PYTHON_NONE || (subject->owner && o->list.at[block].at <= from)
	               ? TAKEN_ALWAYS
	               : TAKEN_PERHAPS;
}

/* Behind "kw" or "self.kw", at its next token: = VALUE, : T = VALUE, |= VALUE. */
static void assign(
        struct mapping *m, uint32_t next, uint32_t scope, enum taken taken, struct entries *out)
{
	uint32_t end = python_statement_end(m->file, next);
	struct entries value = {.open = true};

	if (m->tokens[next].kind == TOKEN_COLON)
		next = python_token_find(m->file, next, end, TOKEN_EQUAL);
	if (m->tokens[next].kind == TOKEN_VBAREQUAL) {
		mapping_read(m, (struct part){next + 1, end, scope}, &value);
		entries_merge(m, out, &value, taken == TAKEN_PERHAPS);
		return;
	}
	if (m->tokens[next].kind == TOKEN_EQUAL &&
	        python_token_find(m->file, next + 1, end, TOKEN_EQUAL) == end)
		mapping_read(m, (struct part){next + 1, end, scope}, &value);
	if (taken == TAKEN_PERHAPS) {
		entries_doubt(out);
		entries_merge(m, out, &value, true);
		return;
	}
	*out = value;
}

/* kw["x"] = VALUE, del kw["x"], kw["x"] += VALUE; `open` is the bracket. */
static void subscript(struct mapping *m, uint32_t open, bool deleted, uint32_t scope,
        enum taken taken, struct entries *out)
{
	uint32_t next = python_token_behind(m->file, open),
	         end = python_statement_end(m->file, next), last = next;
	str key = next == open + 3 ? mapping_plain(m, open + 1) : STR_NONE;
	bool equal = m->tokens[next].kind == TOKEN_EQUAL;

	if (!key.len) {
		entries_open(out);
		return;
	}
	for (uint32_t i = next; equal && i < end;
	        i = python_token_find(m->file, i + 1, end, TOKEN_EQUAL))
		last = i;
	if (equal && last + 1 < end) {
		struct spread_entry entry =
		        mapping_entry(m, key, (struct part){last + 1, end, scope});

		entries_put(m, out, &entry, taken == TAKEN_PERHAPS);
	} else {
		entries_drop(out, key, taken == TAKEN_PERHAPS);
		out->open |= !deleted;
	}
}

/* kw.setdefault("x", VALUE), kw.pop("x"); `open` is the bracket. */
static void keyed(struct mapping *m, uint32_t open, bool pop, uint32_t scope, enum taken taken,
        struct entries *out)
{
	uint32_t close = python_token_behind(m->file, open) - 1;
	uint32_t comma = python_token_find(m->file, open + 1, close, TOKEN_COMMA);
	str key = comma == open + 2 ? mapping_plain(m, open + 1) : STR_NONE;
	struct spread_entry entry;

	if (!key.len) {
		entries_open(out);
		return;
	}
	if (pop) {
		entries_drop(out, key, taken == TAKEN_PERHAPS);
		return;
	}
	for (uint32_t i = 0; i < out->list.len; i++)
		if (str_eq(out->list.at[i].key, key) && !out->list.at[i].perhaps)
			return;
	if (comma + 1 >= close)
		return;
	entry = mapping_entry(m, key, (struct part){comma + 1, close, scope});
	entries_put(m, out, &entry, out->open || taken == TAKEN_PERHAPS);
}

/* kw.update(…) and what else is called on it; at the dot. */
static void method(
        struct mapping *m, uint32_t dot, uint32_t scope, enum taken taken, struct entries *out)
{
	str name = mapping_text(m, dot + 1);
	uint32_t open = dot + 2;

	if (m->tokens[open].kind != TOKEN_LPAR) {
		entries_open(out);
	} else if (str_eq(name, S("update"))) {
		struct entries more = {.open = true};

		mapping_read_arguments(
		        m, (struct part){open, python_token_behind(m->file, open), scope}, &more);
		entries_merge(m, out, &more, taken == TAKEN_PERHAPS);
	} else if (str_eq(name, S("pop")) || str_eq(name, S("setdefault"))) {
		keyed(m, open, str_eq(name, S("pop")), scope, taken, out);
	} else if (str_eq(name, S("clear")) && taken == TAKEN_ALWAYS) {
		*out = (struct entries){0};
	} else {
		entries_open(out);
	}
}

/* kw.get("x"), kw["x"], print(kw), **kw: what leaves a dict as it is. first: its first token, next:
 * the one behind it. */
static bool is_only_read(const struct mapping *m, uint32_t first, uint32_t next)
{
	static const char *const methods[] = {"get", "items", "keys", "values", "copy", NULL};
	static const char *const readers[] = {"print", "len", "dict", "list", "str", "repr",
	        "sorted", "isinstance", "type", "bool", "set", "deepcopy", "copy", "debug", "info",
	        "warning", "dumps", "pprint", "id", "hasattr", NULL};
	const struct token *before = &m->tokens[first - 1], *after = &m->tokens[next];
	uint8_t behind =
	        after->kind == TOKEN_LSQB ? m->tokens[python_token_behind(m->file, next)].kind : 0;

	if (after->kind == TOKEN_DOT)
		return str_is_one_of(mapping_text(m, next + 1), methods);
	if (after->kind == TOKEN_LSQB)
		return before->kind != TOKEN_DEL && behind != TOKEN_EQUAL &&
		       !(behind >= TOKEN_PLUSEQUAL && behind <= TOKEN_ATEQUAL);
	switch ((enum token_kind)before->kind) {
	case TOKEN_DOUBLESTAR:
	case TOKEN_IN:
	case TOKEN_IF:
	case TOKEN_ELIF:
	case TOKEN_NOT:
	case TOKEN_AND:
	case TOKEN_VBAR:
	case TOKEN_ASSERT:
	case TOKEN_IS:
	case TOKEN_STAR:
	case TOKEN_EQEQUAL: return true;
	case TOKEN_LPAR:
		return (after->kind == TOKEN_RPAR || after->kind == TOKEN_COMMA) &&
		       before[-1].kind == TOKEN_NAME &&
		       str_is_one_of(mapping_text(m, first - 2), readers);
	default: return after->kind == TOKEN_IS || after->kind == TOKEN_VBAR;
	}
}

/* A use of the mapping, whose tokens are from to to - 1. */
static void follow(
        struct mapping *m, const struct subject *subject, struct part use, struct entries *out)
{
	const struct token *next = &m->tokens[use.to];
	uint8_t before = m->tokens[use.from - 1].kind;
	enum taken taken;

	if (is_only_read(m, use.from, use.to) ||
	        (before == TOKEN_RETURN && !subject->elsewhere && next->kind != TOKEN_DOT))
		return;
	if (next->kind != TOKEN_LSQB && next->kind != TOKEN_DOT && !out->list.len) {
		out->open = true;
		return;
	}
	taken = counts(m, subject, m->tokens[use.from].at, use.scope);
	if (taken == TAKEN_NEVER)
		return;
	if (next->kind == TOKEN_LSQB)
		subscript(m, use.to, before == TOKEN_DEL, use.scope, taken, out);
	else if (next->kind == TOKEN_DOT)
		method(m, use.to, use.scope, taken, out);
	else
		entries_open(out);
}

/* The places where the name is bound, the last one first; as many as there is room for: perhaps
 * more. */
static uint32_t bindings_of(
        struct mapping *m, const struct subject *subject, uint32_t found[BINDINGS_MOST])
{
	const struct python_binding *bindings = m->file->bindings.at;
	uint32_t count = 0;

	for (uint32_t i = python_next_binding(m->p, subject->name, PYTHON_NONE);
	        i != PYTHON_NONE && count < BINDINGS_MOST;
	        i = python_next_binding(m->p, subject->name, i)) {
		uint32_t place = count;

		if (bindings[i].scope != subject->owner ||
		        (!subject->elsewhere && bindings[i].at >= subject->at))
			continue;
		for (; place && bindings[found[place - 1]].at < bindings[i].at; place--)
			found[place] = found[place - 1];
		found[place] = i;
		count++;
	}
	return count;
}

static void bind(
        struct mapping *m, const struct subject *subject, uint32_t binding, struct entries *out)
{
	const struct python_binding *b = &m->file->bindings.at[binding];
	enum taken taken;

	if (b->kind == PYTHON_BIND_PARAMETER) {
		*out = (struct entries){.open = true};
		return;
	}
	taken = counts(m, subject, b->at, b->scope);
	if (taken != TAKEN_NEVER)
		assign(m, python_token_at(m->file, b->at) + 1, b->scope, taken, out);
}

/* Bindings and uses by place. False: there are too many. */
static bool follow_name(struct mapping *m, const struct subject *subject, const uint32_t *found,
        uint32_t bound, struct entries *out)
{
	const struct python_file *file = m->file;
	const uint32_t *chains = m->p->name_chains.at;
	uint32_t most = USES_MOST;

	for (uint32_t i = python_name_chain_from(m->p, file->bindings.at[found[bound - 1]].at);
	        i < m->p->name_chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[chains[i]];
		uint32_t token;

		if (!subject->elsewhere && (chain->at >= subject->at || !most--))
			break;
		if (chain->root != subject->name)
			continue;
		for (; bound && file->bindings.at[found[bound - 1]].at < chain->at; bound--)
			bind(m, subject, found[bound - 1], out);
		if (chain->scope != subject->scope &&
		        owner_of(m, chain->scope, subject->name) != subject->owner)
			continue;
		if (!python_may_look(m->p, USE_RECORDS))
			return false;
		token = python_token_at(m->file, chain->at);
		follow(m, subject, (struct part){token, token + 1, chain->scope}, out);
	}
	for (; bound; bound--)
		bind(m, subject, found[bound - 1], out);
	return most != UINT32_MAX;
}

void mapping_of_name(
        struct mapping *m, uint32_t name, uint32_t at, uint32_t scope, struct entries *out)
{
	struct subject subject = {
	        .name = name, .owner = owner_of(m, scope, name), .at = at, .scope = scope};
	uint32_t found[BINDINGS_MOST], bound;

	if (subject.owner == PYTHON_NONE)
		return;
	subject.elsewhere = function_of(m, subject.owner) != function_of(m, scope);
	if (subject.elsewhere)
		m->p->looked += m->p->name_chains.len;
	bound = bindings_of(m, &subject, found);
	if (!bound || bound == BINDINGS_MOST || (subject.elsewhere && bound > 1) ||
	        m->p->looked > LOOKED_MOST)
		return;
	if (!follow_name(m, &subject, found, bound, out))
		*out = (struct entries){.open = true};
}

/* A class of the file that is built on another. */
static bool is_built_on(const struct python_file *file, uint32_t class, uint32_t other)
{
	const struct python_class *c = &file->classes.at[class];

	for (uint32_t b = 0; b < c->base_count; b++) {
		uint32_t chain = file->bases.at[c->bases + b];

		if (chain != PYTHON_NONE && python_chain_last(file, &file->chains.at[chain]) ==
		                                    file->classes.at[other].name)
			return true;
	}
	return false;
}

/* kw = VALUE in the body of the class. */
static void class_field(struct mapping *m, const struct subject *subject, struct entries *out)
{
	const struct python_file *file = m->file;
	uint32_t body = file->classes.at[subject->class_].body;

	for (uint32_t i = python_next_binding(m->p, subject->attribute, PYTHON_NONE);
	        i != PYTHON_NONE; i = python_next_binding(m->p, subject->attribute, i))
		if (file->bindings.at[i].scope == body &&
		        file->bindings.at[i].kind != PYTHON_BIND_DEFINITION)
			assign(m, python_token_at(m->file, file->bindings.at[i].at) + 1, body,
			        TAKEN_ALWAYS, out);
}

/* self.kw = VALUE in a method; a second one makes both uncertain. */
static void store(struct mapping *m, struct subject *subject, const struct python_chain *chain,
        uint32_t stores, struct entries *out)
{
	enum taken taken;

	if (!stores)
		subject->owner = function_of(m, chain->scope);
	taken = counts(m, subject, chain->at, chain->scope);
	assign(m, python_token_at(m->file, chain->at) + 3, chain->scope,
	        stores ? TAKEN_PERHAPS : taken, out);
}

/* What is done to the attribute of another object, or in a class that is built on this one. */
static bool is_changed_elsewhere(
        const struct mapping *m, const struct subject *subject, const struct python_chain *chain)
{
	uint32_t class_ = m->file->scopes.at[chain->scope].class_;

	return chain->context == PYTHON_STORE &&
	       (chain->root != NAME_SELF ||
	               (class_ != PYTHON_NONE && is_built_on(m->file, class_, subject->class_)));
}

static void follow_self(struct mapping *m, struct subject *subject, struct entries *out)
{
	const struct python_file *file = m->file;
	uint32_t stores = 0;

	for (uint32_t i = 0; i < m->p->name_chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[m->p->name_chains.at[i]];
		uint32_t token;

		if (!chain->name_count || file->attributes.at[chain->names] != subject->attribute)
			continue;
		if (chain->root != NAME_SELF ||
		        file->scopes.at[chain->scope].class_ != subject->class_) {
			if (is_changed_elsewhere(m, subject, chain))
				entries_open(out);
			continue;
		}
		token = python_token_at(m->file, chain->at);
		if (chain->context == PYTHON_STORE && chain->name_count == 1)
			store(m, subject, chain, stores++, out);
		else
			follow(m, subject, (struct part){token, token + 3, chain->scope}, out);
	}
}

void mapping_of_self(
        struct mapping *m, uint32_t attribute, uint32_t at, uint32_t scope, struct entries *out)
{
	struct subject subject = {.class_ = m->file->scopes.at[scope].class_,
	        .attribute = attribute,
	        .at = at,
	        .scope = scope,
	        .elsewhere = true};

	m->p->looked += m->p->name_chains.len;
	if (subject.class_ == PYTHON_NONE || m->p->looked > LOOKED_MOST)
		return;
	subject.owner = m->file->classes.at[subject.class_].body;
	class_field(m, &subject, out);
	follow_self(m, &subject, out);
}
