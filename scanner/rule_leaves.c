/* What a value may be that is no literal itself: a name, an attribute of self or of a class, a
 * field of an object, the value of an enumeration, an entry of a table, texts that are joined, what
 * a function gives back, a default that stands beside it.
 *
 * Everything is read from the tokens, since the records hold no values of displays. What has more
 * than one answer is a choice. What is not understood adds nothing. */
#include "scanner/rule_leaves.h"

#include "scanner/matcher_named.h"

#include <string.h>

enum {
	BINDINGS_MOST = 4,  /* of one name */
	LATER_MOST = 16,    /* behind the place that asks */
	ELEMENTS_MOST = 60, /* of one table */
	RETURNS_MOST = 8,
	CELLS_LEAST = 64,
	CELLS_MOST = 1 << 16,
	STEPS_MOST = 4000, /* tokens and records looked at for one value */
};

static void read_table(struct reading *r, struct run run, str key);

bool leaves_room(struct reading *r)
{
	return ++r->steps < STEPS_MOST && r->out->count < LEAVES_MOST;
}

/* Whether nothing behind the token is a part of the expression before it. */
static bool ends_expression(uint8_t kind)
{
	return kind == TOKEN_NEWLINE || kind == TOKEN_SEMI || kind == TOKEN_COLON ||
	       kind == TOKEN_RPAR || kind == TOKEN_RSQB || kind == TOKEN_RBRACE ||
	       kind == TOKEN_END || kind == TOKEN_NONE;
}

/* Where an expression ends that stands in a statement, a loop or a bracket; of a parameter at a
 * comma as well. */
uint32_t leaves_end(const struct reading *r, uint32_t from, bool parameter)
{
	while (from < r->file->n_tokens && !ends_expression(r->tokens[from].kind) &&
	        !(parameter && r->tokens[from].kind == TOKEN_COMMA) && python_may_look(r->p, 1))
		from = python_token_behind(r->file, from);
	return from;
}

struct leaf *leaves_add(struct reading *r, uint8_t kind, struct run run)
{
	struct leaf *leaf;

	if (!leaves_room(r))
		return NULL;
	leaf = &r->out->at[r->out->count++];
	*leaf = (struct leaf){.kind = kind,
	        .at = r->tokens[run.from].at,
	        .end = r->tokens[run.to - 1].end,
	        .name = r->name,
	        .origin = r->origin};
	return leaf;
}

/* The chain that a run of tokens is as a whole; PYTHON_NONE. */
static uint32_t chain_of(const struct reading *r, struct run run)
{
	const struct python_file *file = r->file;
	const uint32_t *chains = r->p->name_chains.at;
	uint32_t at = r->tokens[run.from].at, index = python_name_chain_from(r->p, at);

	return index < r->p->name_chains.len && file->chains.at[chains[index]].at == at &&
	                       file->chains.at[chains[index]].end == r->tokens[run.to - 1].end
	               ? chains[index]
	               : PYTHON_NONE;
}

/* A colon behind a name that is bound there begins its type: it is a parameter, or the name begins
 * a statement. Behind `with f() as name` it begins a block. */
static bool may_be_annotated(const struct reading *r, const struct python_binding *b, uint32_t name)
{
	uint8_t before = r->tokens[name - 1].kind;

	return b->kind == PYTHON_BIND_PARAMETER || name < 2 || before == TOKEN_NEWLINE ||
	       before == TOKEN_INDENT || before == TOKEN_DEDENT || before == TOKEN_SEMI ||
	       before == TOKEN_COLON;
}

/* Behind a name that is bound there. */
static void read_binding(struct reading *r, const struct python_binding *b, bool table, str key)
{
	uint32_t name = python_token_at(r->file, b->at), next = name + 1;
	bool annotated = r->tokens[next].kind == TOKEN_COLON && may_be_annotated(r, b, name);
	bool parameter = b->kind == PYTHON_BIND_PARAMETER;
	uint32_t end = leaves_end(r, next, parameter), equal;
	struct run run = {0, 0, b->value_scope};

	if (annotated)
		end = leaves_end(r, next + 1, parameter);
	if (r->tokens[next].kind == TOKEN_COLONEQUAL) {
		run.from = next + 1;
	} else {
		equal = python_token_find(r->file, next, end, TOKEN_EQUAL);
		if (equal == end)
			equal = python_token_find(r->file, next, end, TOKEN_IN);
		if (equal == end)
			return;
		table |= r->tokens[equal].kind == TOKEN_IN || r->tokens[next].kind == TOKEN_COMMA ||
		         r->tokens[next].kind == TOKEN_RPAR;
		while (r->tokens[equal].kind == TOKEN_EQUAL &&
		        python_token_find(r->file, equal + 1, end, TOKEN_EQUAL) < end)
			equal = python_token_find(r->file, equal + 1, end, TOKEN_EQUAL);
		if (r->tokens[equal].kind == TOKEN_IN) /* of a comprehension */
			end = python_token_find(r->file, equal + 1, end, TOKEN_IF);
		run.from = equal + 1;
	}
	run.to = end;
	if (run.from >= run.to)
		return;
	if (table)
		read_table(r, run, key);
	else
		leaves_value(r, run);
}

/* A later binding in the same block, before the place that asks, has taken a binding's value away.
 */
static bool is_taken_away(const struct reading *r, const struct python_binding *const *found,
        uint32_t count, uint32_t index)
{
	const struct outline *o;
	uint32_t one;

	if (count < 2 || r->depth > 1)
		return false;
	o = python_outline(r->p);
	one = outline_find(o, found[index]->at);
	if (one == PYTHON_NONE)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t other = outline_find(o, found[i]->at);

		if (found[i]->at > found[index]->at && found[i]->at < r->at &&
		        found[i]->kind != PYTHON_BIND_PARAMETER && other != PYTHON_NONE &&
		        o->list.at[one].parent == o->list.at[other].parent)
			return true;
	}
	return false;
}

/* The name that is read at a place stands in a loop. */
static bool comes_back(const struct reading *r, uint32_t at)
{
	uint32_t index = python_name_chain_from(r->p, at);
	const struct python_chain *chain =
	        index < r->p->name_chains.len ? &r->file->chains.at[r->p->name_chains.at[index]]
	                                      : NULL;

	return !chain || chain->at != at || chain->loops;
}

/* All that a scope binds a name to. False: it binds it nowhere. */
bool leaves_bound(struct reading *r, uint32_t name, uint32_t scope, bool table, str key)
{
	const struct python_file *file = r->file;
	const struct python_binding *found[BINDINGS_MOST];
	uint32_t reader = scope == r->reader_scope ? r->reader : 0, count = 0, later = 0;
	struct reading before = *r;

	r->reader = 0;
	for (uint32_t i = python_next_binding(r->p, name, PYTHON_NONE);
	        i != PYTHON_NONE && leaves_room(r); i = python_next_binding(r->p, name, i)) {
		if (file->bindings.at[i].scope != scope)
			continue;
		if (reader && file->bindings.at[i].at > reader) {
			if (!later && comes_back(r, reader))
				reader = 0;
			else if (++later > LATER_MOST)
				return true;
			else
				continue;
		}
		if (count == BINDINGS_MOST)
			return true;
		found[count++] = &file->bindings.at[i];
	}
	r->out->choice |= count > 1;
	for (uint32_t i = 0; i < count; i++) {
		bool parameter = found[i]->kind == PYTHON_BIND_PARAMETER;

		if (is_taken_away(r, found, count, i))
			continue;
		r->name = name;
		r->origin = parameter || (file->scopes.at[scope].kind == PYTHON_CLASS &&
		                                 !class_is_enumeration(r->p, scope))
		                    ? LEAF_DEFAULT
		                    : LEAF_ASSIGNED;
		r->out->choice |= parameter;
		if (found[i]->kind != PYTHON_BIND_DEFINITION)
			read_binding(r, found[i], table, key);
	}
	r->name = before.name;
	r->origin = before.origin;
	return count + later > 0;
}

/* A name, as seen from a scope. */
static void read_name(struct reading *r, uint32_t name, struct run run, bool table, str key)
{
	const struct python_scope *scopes = r->file->scopes.at;
	uint32_t scope = run.scope;
	bool own = true;

	r->reader_scope = scope;
	r->reader = r->tokens[run.from].at;
	for (; scope != PYTHON_NONE; scope = scopes[scope].parent, own = false)
		if ((own || scopes[scope].kind != PYTHON_CLASS) &&
		        leaves_bound(r, name, scope, table, key))
			return;
}

/* self.NAME = VALUE somewhere in the class. */
void leaves_stores(struct reading *r, uint32_t class_, uint32_t name, bool table, str key)
{
	const struct python_file *file = r->file;
	uint32_t count = 0;

	for (uint32_t i = 0; i < r->p->leaves.stores.len && leaves_room(r); i++) {
		const struct python_chain *chain = &file->chains.at[r->p->leaves.stores.at[i]];
		uint32_t equal;
		struct run run;

		if (file->attributes.at[chain->names] != name ||
		        file->scopes.at[chain->scope].class_ != class_)
			continue;
		equal = python_token_at(r->file, chain->end);
		run = (struct run){equal + 1, leaves_end(r, equal + 1, false), chain->scope};
		if (r->tokens[equal].kind == TOKEN_COLON) { /* self.x: str = … */
			equal = python_token_find(r->file, equal + 1, run.to, TOKEN_EQUAL);
			run.from = equal + 1;
		}
		r->out->choice |= ++count > 1;
		if (count > BINDINGS_MOST)
			return;
		if (r->tokens[equal].kind != TOKEN_EQUAL || run.from >= run.to)
			continue;
		if (table)
			read_table(r, run, key);
		else
			leaves_value(r, run);
	}
}

/* The class that a name of this file is; PYTHON_NONE. */
uint32_t leaves_class(const struct reading *r, uint32_t name)
{
	const struct python_file *file = r->file;

	if (!python_may_look(r->p, file->classes.len))
		return PYTHON_NONE;
	for (uint32_t i = 0; i < file->classes.len; i++)
		if (file->classes.at[i].name == name)
			return i;
	return PYTHON_NONE;
}

/* NAME, self.NAME, Class.NAME, cfg.NAME, self.cfg.NAME. */
static void read_names(struct reading *r, struct run run, bool table, str key)
{
	uint32_t first = r->tokens[run.from].value, names = (run.to - run.from + 1) / 2, class_;
	str root = python_name(r->file, first);
	bool self = str_eq(root, S("self")) || str_eq(root, S("cls"));
	struct instance of;

	if (names == 1) {
		read_name(r, first, run, table, key);
		return;
	}
	if (!r->p->leaves.fields[r->tokens[run.to - 1].value] &&
	        !leaves_may_be_outside(r, r->tokens[run.to - 1].value))
		return;
	if (names == 3 && self && !table &&
	        python_instance_of_self(r->p, r->tokens[run.from + 2].value, run.scope, 0, &of)) {
		leaves_field(r, &of, 0, run);
		return;
	}
	if (names != 2)
		return;
	class_ = self ? r->file->scopes.at[run.scope].class_ : leaves_class(r, first);
	if (class_ != PYTHON_NONE)
		leaves_attribute(r, class_, r->tokens[run.from + 2].value, table, key);
	else if (!self && !table && python_instance_of_name(r->p, first, run.scope, &of))
		leaves_field(r, &of, first, run);
	else if (!self && !table && run.scope)
		leaves_set(r, first, run);
}

/* These, and the .value of an enumeration behind them. */
static void read_dotted(struct reading *r, struct run run, bool table, str key)
{
	uint32_t before = r->out->count;
	struct run member = {run.from, run.to - 2, run.scope};

	if (run.to > run.from + 2 &&
	        str_eq(python_name(r->file, r->tokens[run.to - 1].value), S("value")))
		read_names(r, member, table, key);
	if (r->out->count == before)
		read_names(r, run, table, key);
}

static bool is_dotted(const struct reading *r, struct run run)
{
	for (uint32_t i = run.from; i < run.to; i++)
		if (r->tokens[i].kind != ((i - run.from) % 2 ? TOKEN_DOT : TOKEN_NAME))
			return false;
	return (run.to - run.from) % 2;
}

/* The scope of the def that a name of the module is; PYTHON_NONE. */
static uint32_t function_of(const struct reading *r, uint32_t name)
{
	const struct python_file *file = r->file;
	uint32_t found = PYTHON_NONE;

	if (!python_may_look(r->p, file->scopes.len))
		return PYTHON_NONE;
	for (uint32_t i = 0; i < file->scopes.len; i++)
		if (file->scopes.at[i].kind == PYTHON_FUNCTION && file->scopes.at[i].parent == 0 &&
		        file->scopes.at[i].name == name)
			found = found == PYTHON_NONE ? i : PYTHON_NONE - 1;
	return found < file->scopes.len ? found : PYTHON_NONE;
}

/* What the returns of a function of this file give. */
static void read_returns(struct reading *r, uint32_t name)
{
	const struct outline *o;
	uint32_t function = function_of(r, name), at, count = 0, end, def;
	uint8_t origin = r->origin;

	if (function == PYTHON_NONE)
		return;
	o = python_outline(r->p);
	at = outline_find(o, r->file->scopes.at[function].at);
	if (at == PYTHON_NONE || o->list.at[at].kind != STATEMENT_DEF)
		return;
	end = outline_end(o, r->file, at);
	def = at;
	for (; ++at < o->list.len && o->list.at[at].at < end && leaves_room(r);) {
		struct run run = {0, 0, function};

		if (o->list.at[at].kind != STATEMENT_RETURN || outline_def(o, at) != def)
			continue;
		if (++count > RETURNS_MOST)
			break;
		r->out->choice |= count > 1;
		run.from = python_token_at(r->file, o->list.at[at].at) + 1;
		run.to = leaves_end(r, run.from, false);
		r->origin = LEAF_RETURNED;
		if (run.from < run.to)
			leaves_value(r, run);
	}
	r->origin = origin;
}

/* next(k for k in KINDS if f(k)): what k may be, as seen from where it stands. */
static void read_next(struct reading *r, struct run run)
{
	uint32_t end;

	if (r->tokens[run.from].kind == TOKEN_LPAR) /* next((k for …), None) */
		run.from++;
	end = python_token_find(r->file, run.from, run.to, TOKEN_FOR);
	if (end == run.to || end == run.from)
		return;
	run.to = end;
	end = chain_of(r, run);
	if (end == PYTHON_NONE)
		return;
	run.scope = r->file->chains.at[end].scope;
	r->out->choice = true;
	leaves_value(r, run);
}

/* field(default=VALUE), field(default_factory=lambda: VALUE), Field(VALUE). False: it is none. */
static bool read_default(struct reading *r, struct run run, uint32_t open)
{
	static const char *const makers[] = {"field", "Field", "ib", "attrib", NULL};
	str last = python_name(r->file, r->tokens[open - 1].value), name;

	if (!str_is_one_of(last, makers))
		return false;
	for (uint32_t at = open + 1, end; at < run.to - 1; at = end + 1) {
		uint32_t from = at;

		end = python_token_find(r->file, at, run.to - 1, TOKEN_COMMA);
		name = r->tokens[at].kind == TOKEN_NAME && r->tokens[at + 1].kind == TOKEN_EQUAL
		               ? python_name(r->file, r->tokens[at].value)
		               : S("");
		from += name.len ? 2 : 0;
		if (r->tokens[from].kind == TOKEN_LAMBDA && r->tokens[from + 1].kind == TOKEN_COLON)
			from += 2;
		if (from < end && (str_eq(name, S("default")) || str_ends(name, S("factory")) ||
		                          (!name.len && at == open + 1)))
			leaves_value(r, (struct run){from, end, run.scope});
	}
	return true;
}

/* Whether rules tell the default of a lookup: that of a variable of the environment, or by its key.
 */
static bool is_told_lookup(const struct reading *r, struct run run, bool attribute)
{
	str text = r->file->text, key = STR_NONE;
	uint32_t at = r->tokens[run.to - 1].value + 1, behind;

	if (attribute)
		at = python_token_find(r->file, at, run.to - 1, TOKEN_COMMA) + 1;
	else if (str_has(str_slice(text, r->tokens[run.from].at, r->tokens[at].at), S("environ")) ||
	         str_has(str_slice(text, r->tokens[run.from].at, r->tokens[at].at), S("getenv")))
		return true;
	if (at < run.to && r->tokens[at].kind == TOKEN_STRING)
		key = literal_at(text, r->tokens[at].at, &behind);
	return str_has(key, S("device")) || str_has(key, S("backend"));
}

/* x.get("key", DEFAULT), os.getenv("X", DEFAULT), getattr(x, "key", DEFAULT); F(). */
static void read_call(struct reading *r, struct run run, uint32_t open)
{
	static const char *const lookups[] = {"get", "getenv", "pop", "setdefault", NULL};
	static const char *const casts[] = {"str", "Backend", "device", NULL};
	str last = python_name(r->file, r->tokens[open - 1].value);
	struct run value = {open + 1, run.to - 1, run.scope};
	bool attribute = str_eq(last, S("getattr")) && open == run.from + 1;
	uint8_t origin = r->origin;
	uint32_t comma = python_token_find(r->file, value.from, value.to, TOKEN_COMMA);

	if (r->tokens[open - 1].kind != TOKEN_NAME)
		return;
	if (str_is_one_of(last, casts) && open == run.from + 1 && comma == value.to &&
	        value.from < value.to) {
		leaves_value(r, value);
		return;
	}
	if (attribute && comma < value.to)
		comma = python_token_find(r->file, comma + 1, value.to, TOKEN_COMMA);
	if (attribute || (open > run.from + 1 && str_is_one_of(last, lookups))) {
		r->out->choice = true;
		if (!attribute && comma > value.from && !str_eq(last, S("getenv")) &&
		        is_dotted(r, (struct run){run.from, open - 2, run.scope}))
			read_table(r, (struct run){run.from, open - 2, run.scope}, STR_NONE);
		if (is_told_lookup(r, run, attribute))
			r->origin = LEAF_LOOKUP;
		value.from = comma + 1;
		if (value.from < value.to)
			leaves_value(r, value);
		r->origin = origin;
	} else if (read_default(r, run, open)) {
		return;
	} else if (open == run.from + 1 && str_eq(last, S("next"))) {
		read_next(r, value);
	} else if (open == run.from + 1) {
		read_returns(r, r->tokens[run.from].value);
	}
}

/* TABLE["key"], TABLE[i]: all values of the table when the key is not known. */
static void read_subscript(struct reading *r, struct run run, uint32_t open)
{
	struct run base = {run.from, open, run.scope};
	str key = STR_NONE;
	uint32_t behind;

	if (run.to - open == 3 && r->tokens[open + 1].kind == TOKEN_STRING)
		key = literal_at(r->file->text, r->tokens[open + 1].at, &behind);
	if (base.from < base.to)
		read_table(r, base, key);
}

/* A name that stands for a path only from further down on, in code that no loop comes back to. */
static bool is_given_later(const struct reading *r, const struct python_chain *chain)
{
	const struct python_binding *bindings = r->file->bindings.at;
	bool later = false;

	if (chain->certain || chain->loops || chain->root_kind != PYTHON_ROOT_NAME)
		return false;
	for (uint32_t i = python_next_binding(r->p, chain->root, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(r->p, chain->root, i)) {
		if (bindings[i].scope != chain->scope || bindings[i].kind == PYTHON_BIND_PARAMETER)
			continue;
		if (bindings[i].at < chain->at)
			return false;
		later = true;
	}
	return later;
}

static void read_literal(struct reading *r, struct run run)
{
	uint32_t chain;
	struct leaf *leaf;

	switch ((enum token_kind)r->tokens[run.from].kind) {
	case TOKEN_TRUE_WORD: leaves_add(r, PYTHON_VALUE_TRUE, run); break;
	case TOKEN_FALSE_WORD: leaves_add(r, PYTHON_VALUE_FALSE, run); break;
	case TOKEN_NAME:
		chain = chain_of(r, run);
		if (chain == PYTHON_NONE)
			break;
		if (!r->file->chains.at[chain].target_count) {
			read_dotted(r, run, false, STR_NONE);
			break;
		}
		leaf = is_given_later(r, &r->file->chains.at[chain])
		               ? NULL
		               : leaves_add(r, PYTHON_VALUE_CHAIN, run);
		if (leaf)
			leaf->chain = chain;
		break;
	default: break;
	}
}

/* `if torch.cuda.is_available() else "cpu"` from the `if` on: cuda-if-available tells a device that
 * stands before it. */
static bool is_asked_of_cuda(const struct reading *r, uint32_t if_, uint32_t else_, struct run run)
{
	uint32_t path = python_path_find(r->file, S("torch.cuda.is_available")), chain, end;
	str other = literal_at(r->file->text, r->tokens[else_ + 1].at, &end);

	if (!path || run.to != else_ + 2 || !str_eq(other, S("cpu")) || else_ < if_ + 4 ||
	        r->tokens[else_ - 2].kind != TOKEN_LPAR || r->tokens[else_ - 1].kind != TOKEN_RPAR)
		return false;
	chain = chain_of(r, (struct run){if_ + 1, else_ - 2, run.scope});
	return chain != PYTHON_NONE &&
	       python_chain_stands_for(r->file, &r->file->chains.at[chain], path);
}

/* `A if TEST else B`, `A or B`. */
static bool read_branches(struct reading *r, struct run run)
{
	uint32_t if_ = python_token_find(r->file, run.from, run.to, TOKEN_IF);
	uint32_t else_ = python_token_find(r->file, if_, run.to, TOKEN_ELSE);
	uint32_t or_ = python_token_find(r->file, run.from, run.to, TOKEN_OR);
	uint32_t before = r->out->count;

	if (if_ > run.from && else_ < run.to) {
		r->out->choice = true;
		leaves_value(r, (struct run){run.from, if_, run.scope});
		if (if_ == run.from + 1 && r->out->count == before + 1)
			r->out->at[before].asked = is_asked_of_cuda(r, if_, else_, run);
		if (else_ + 1 < run.to)
			leaves_value(r, (struct run){else_ + 1, run.to, run.scope});
		return true;
	}
	if (or_ == run.to || if_ < run.to)
		return false;
	r->out->choice = true;
	if (or_ > run.from)
		leaves_value(r, (struct run){run.from, or_, run.scope});
	if (or_ + 1 < run.to)
		leaves_value(r, (struct run){or_ + 1, run.to, run.scope});
	return true;
}

void leaves_value(struct reading *r, struct run run)
{
	uint8_t last = r->tokens[run.to - 1].kind;
	uint32_t open = r->tokens[run.to - 1].value;

	if (r->depth >= LEAVES_DEEP || !leaves_room(r))
		return;
	r->depth++;
	if (r->tokens[run.from].kind == TOKEN_LPAR && r->tokens[run.from].value == run.to - 1 &&
	        python_token_find(r->file, run.from + 1, run.to - 1, TOKEN_COMMA) == run.to - 1 &&
	        run.to - run.from > 2)
		leaves_value(r, (struct run){run.from + 1, run.to - 1, run.scope});
	else if (read_branches(r, run))
		;
	else if (leaves_text(r, run))
		;
	else if (last == TOKEN_RSQB && open > run.from)
		read_subscript(r, run, open);
	else if (last == TOKEN_RPAR && open > run.from)
		read_call(r, run, open);
	else if (is_dotted(r, run) || run.to == run.from + 1)
		read_literal(r, run);
	r->depth--;
}

/* One element of a display; a dict's begins with its key. */
static void read_element(struct reading *r, struct run run, bool dict, str key)
{
	uint32_t colon = dict ? python_token_find(r->file, run.from, run.to, TOKEN_COLON)
	                      : run.from,
	         behind;
	str name = STR_NONE;
	uint8_t kind;

	if (dict && colon == run.to)
		return;
	if (dict && colon == run.from + 1 && r->tokens[run.from].kind == TOKEN_STRING)
		name = literal_at(r->file->text, r->tokens[run.from].at, &behind);
	if (key.ptr && name.ptr && !str_eq(key, name))
		return;
	run.from = colon + dict;
	if (run.from >= run.to)
		return;
	kind = r->tokens[run.from].kind;
	if ((kind == TOKEN_LPAR || kind == TOKEN_LBRACE || kind == TOKEN_LSQB) &&
	        r->tokens[run.from].value == run.to - 1)
		read_table(r, run, STR_NONE);
	else
		leaves_value(r, run);
}

static void read_elements(struct reading *r, struct run run, str key)
{
	bool dict = r->tokens[run.from].kind == TOKEN_LBRACE &&
	            python_token_find(r->file, run.from + 1, run.to - 1, TOKEN_COLON) < run.to - 1;
	uint32_t before = r->out->count, count = 0;
	uint8_t origin = r->origin;

	r->origin = LEAF_ENTRY;
	for (uint32_t at = run.from + 1; at < run.to - 1 && count < ELEMENTS_MOST; count++) {
		uint32_t end = python_token_find(r->file, at, run.to - 1, TOKEN_COMMA);

		if (end > at)
			read_element(r, (struct run){at, end, run.scope}, dict, key);
		at = end + 1;
	}
	r->out->choice |= count > 1 && (!key.ptr || r->out->count > before + 1);
	r->origin = origin;
}

/* The values of a display, of what a name stands for, of dict(…). */
static void read_table(struct reading *r, struct run run, str key)
{
	uint8_t first = r->tokens[run.from].kind;
	bool whole = r->tokens[run.from].value == run.to - 1;

	if (r->depth >= LEAVES_DEEP || !leaves_room(r))
		return;
	r->depth++;
	if ((first == TOKEN_LPAR || first == TOKEN_LSQB || first == TOKEN_LBRACE) && whole &&
	        !(r->tokens[run.from].flags & TOKEN_COMPREHENSION))
		read_elements(r, run, key);
	else if (is_dotted(r, run))
		read_dotted(r, run, true, key);
	else if (r->tokens[run.to - 1].kind == TOKEN_RSQB && r->tokens[run.to - 1].value > run.from)
		read_subscript(r, run, r->tokens[run.to - 1].value);
	r->depth--;
}

static void make_cells(struct python_matching *p)
{
	const struct python_file *file = p->file;
	struct leaf_cache *c = &p->leaves;

	c->size = CELLS_LEAST;
	c->cells = ARENA_ARRAY(p->m.env->temp, struct leaf_cell, c->size);
	c->fields = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);
	python_name_chains(p);
	for (uint32_t n = 0; n < p->name_chains.len; n++) {
		const struct python_chain *chain = &file->chains.at[p->name_chains.at[n]];

		if (chain->context != PYTHON_STORE || chain->name_count != 1)
			continue;
		*VEC_PUSH(p->m.env->temp, &c->stores) = p->name_chains.at[n];
		c->fields[file->attributes.at[chain->names]] = true;
	}
	for (uint32_t i = 0; file->classes.len && i < file->bindings.len; i++)
		if (file->scopes.at[file->bindings.at[i].scope].kind == PYTHON_CLASS)
			c->fields[file->bindings.at[i].name] = true;
}

/* The cell of a place, or a free one for it; NULL: there is no room near it. */
static struct leaf_cell *find_cell(const struct leaf_cache *c, uint32_t at)
{
	uint32_t i = at * 2654435761u & (c->size - 1);

	for (uint32_t n = 0; n < 8; n++, i = (i + 1) & (c->size - 1))
		if (!c->cells[i].leaves || c->cells[i].at == at)
			return &c->cells[i];
	return NULL;
}

/* Of most files few expressions are asked for. */
static void more_cells(struct python_matching *p)
{
	struct leaf_cache *c = &p->leaves;
	const struct leaf_cell *old = c->cells;
	uint32_t size = c->size;

	c->size *= 2;
	c->cells = ARENA_ARRAY(p->m.env->temp, struct leaf_cell, c->size);
	for (uint32_t i = 0; i < size; i++) {
		struct leaf_cell *cell = old[i].leaves ? find_cell(c, old[i].at) : NULL;

		if (cell)
			*cell = old[i];
	}
}

/* Where the leaves of an expression that begins at a place are kept. */
static struct leaves **cell_of(struct python_matching *p, uint32_t at)
{
	struct leaf_cache *c = &p->leaves;
	struct leaf_cell *cell;

	if (!c->cells)
		make_cells(p);
	cell = find_cell(c, at);
	if ((!cell || !cell->leaves) && ++c->used * 2 > c->size && c->size < CELLS_MOST) {
		more_cells(p);
		cell = find_cell(c, at);
	}
	if (cell) {
		cell->at = at;
		return &cell->leaves;
	}
	c->spare = NULL;
	return &c->spare;
}

static void read_leaves(
        struct python_matching *p, struct leaves *out, uint32_t at, uint32_t end, uint32_t scope)
{
	struct reading r = {.p = p, .file = p->file, .out = out, .at = at};
	struct run run;

	if (!python_keep_tokens(p->file))
		return;
	r.tokens = p->file->tokens;
	run.from = python_token_at(r.file, at);
	run.to = python_token_at(r.file, end);
	run.scope = scope;
	if (run.to > run.from)
		leaves_value(&r, run);
}

const struct leaves *python_leaves(
        struct python_matching *p, uint32_t at, uint32_t end, uint32_t scope)
{
	struct leaves **known = cell_of(p, at), *leaves = *known;

	if (!leaves) {
		*known = leaves = ARENA_NEW(p->m.env->temp, struct leaves);
		read_leaves(p, leaves, at, end, scope);
	}
	return leaves;
}
