/* One pass over the bytes. Of Python it knows comments, texts, brackets and the indentation of
 * lines, which is what tells the definitions at the top level, and in a class its methods: what
 * stands beside those runs when the file is loaded, and so does the head of a def. */
#include "scanner/used_words.h"

#include "scanner/word_parts.h"

enum {
	NAME_MOST = SOUGHT_NAME_MOST,
	BASES_MOST = 16,
	HEAD_MOST = 1024,
	SESSION_BYTES = 8192,
	LISTING_MOST = 40
};

/* ------------------------------------------------------------------ reading */

/* Where a word stands. */
enum part {
	PART_LOADED, /* runs when the file is loaded */
	PART_HEAD,   /* of a class at the top level: what it inherits from */
	PART_BODY,   /* of a def at the top level, or of a method of a class there */
};

struct reader {
	struct used_words *words;
	str text;
	size_t at;
	uint32_t file;
	uint32_t depth;   /* of brackets */
	uint32_t owner;   /* definition; OWNER_NONE */
	size_t method;    /* how far the method at hand is indented; 0: between methods */
	size_t body;      /* likewise what stands in the class; 0: nothing so far */
	uint32_t around;  /* the class at hand, when the owner is one of its methods */
	size_t head_from; /* behind the bracket of a class's bases; 0: none yet */
	bool owners;      /* definitions are told */
	bool methods;     /* methods too */
	bool class_, in_head, def_head; /* of the owner; up to the colon; of a def */
	bool decorated;                 /* by the line above */
	bool wrapped;                   /* a method, by a line above, in more than its binding */
	str registry;                   /* by the lines above, of registries alone: the last one */
	bool importing;                 /* in an import that begins a line */
	bool path;                      /* likewise, before its word import */
	size_t module_from, module_end; /* what stands there */
	str module;                     /* likewise, once it is asked for */
	bool listing;                   /* in __all__ = [...] */
	bool fresh; /* nothing but blanks stands before on this line, and it begins a statement */
	bool naming, naming_class; /* behind def or class; behind class */
	bool commented; /* a comment ends the line: a backslash before its end joins nothing */
	bool broken;    /* what was read cannot be what stands there */
	const struct guarded_calls *guarded; /* NULL: none is asked for */
	uint32_t next_guarded;               /* that does not end before the word at hand */
	const struct off_parts *off;         /* likewise */
	uint32_t next_off;
};

void used_words_init(struct used_words *words, struct arena *arena, const struct sought *sought)
{
	size_t room = (size_t)sought->names.len + 1;

	*words = (struct used_words){.arena = arena,
	        .sought = sought,
	        .seen = ARENA_ARRAY(arena, uint32_t, 2 * room),
	        .seen_loaded = ARENA_ARRAY(arena, uint32_t, 2 * room),
	        .definition_of = ARENA_ARRAY(arena, uint32_t, room),
	        .inherited = ARENA_ARRAY(arena, bool, room),
	        .named = ARENA_ARRAY(arena, bool, room),
	        .imported_in = ARENA_ARRAY(arena, uint32_t, room),
	        .module_of = ARENA_ARRAY(arena, str, room),
	        .quoted = ARENA_ARRAY(arena, bool, room),
	        .named_in = ARENA_ARRAY(arena, uint32_t, room),
	        .bases = {.words = {.arena = arena}},
	        .parts = {.arena = arena}};
}

static enum part part_of(const struct reader *r)
{
	if (r->owner == OWNER_NONE || (r->in_head && r->def_head))
		return PART_LOADED;
	if (r->in_head)
		return PART_HEAD;
	return r->class_ && !r->method ? PART_LOADED : PART_BODY;
}

static void take_use(struct used_words *words, struct word_use use)
{
	uint32_t *seen =
	        &(use.owner == OWNER_NONE ? words->seen_loaded : words->seen)[2 * (size_t)use.name];
	uint32_t mark = use.owner == OWNER_NONE ? use.file + 1 : use.owner + 1;

	if (!use.imported) {
		words->named_in[use.name] = use.file + 1;
		words->named[use.name] = true;
	}
	if (seen[0] == mark || (use.bare && seen[1] == mark))
		return;
	if (!use.guarded && !use.off && !use.mere)
		seen[use.bare] = mark;
	*VEC_PUSH(words->arena, &words->uses) = use;
}

/* Behind a word; tells it when it is sought. */
static size_t word_end(const struct reader *r, size_t at, uint32_t *name)
{
	return sought_word(r->words->sought, r->text, at, name);
}

/* The guarded call that a word of code, up to r->at, is part of + 1. */
static uint32_t guarded_at(struct reader *r, size_t from)
{
	const struct guarded_calls *g = r->guarded;

	while (g && r->next_guarded < g->list.len && g->list.at[r->next_guarded].to <= from)
		r->next_guarded++;
	return g && r->next_guarded < g->list.len && g->list.at[r->next_guarded].from <= from &&
	                       g->list.at[r->next_guarded].to >= r->at
	               ? r->next_guarded + 1
	               : 0;
}

static const struct off_part *off_at(struct reader *r, size_t from)
{
	const struct off_part *part;

	while (r->off && r->next_off < r->off->list.len && r->off->list.at[r->next_off].to <= from)
		r->next_off++;
	if (!r->off || r->next_off == r->off->list.len)
		return NULL;
	part = &r->off->list.at[r->next_off];
	return part->from <= from ? part : NULL;
}

/* That a definition names itself is no use, nor that a method names its class; that a method asks
 * something else for what is called as itself is one of all others. */
static bool names_itself(const struct reader *r, size_t from, uint32_t name)
{
	const struct definition *d =
	        r->owner == OWNER_NONE ? NULL : &r->words->definitions.at[r->owner];
	str before = str_slice(r->text, 0, from);

	if (!d || !d->of) /* models.net(x) in def net(x) is another one */
		return d && d->name == name && !str_ends(before, S("."));
	return r->words->definitions.at[d->of - 1].name == name ||
	       (d->name == name &&
	               (str_ends(before, S("self.")) || str_ends(before, S("super()."))));
}

/* A name of code that stands alone where no method of a class can be meant by that: they can in the
 * class itself, and in heads of its methods. */
static bool is_bare(const struct reader *r, size_t from)
{
	bool in_class = r->owner != OWNER_NONE && r->class_ && (!r->method || r->in_head);

	while (from && r->text.ptr[from - 1] == ' ')
		from--;
	return !in_class && (!from || r->text.ptr[from - 1] != '.');
}

/* A word from `from` on, that is sought unless it is UINT32_MAX; with what else is known of it. */
static void take_word(struct reader *r, size_t from, uint32_t name, struct word_use use)
{
	use.owner = part_of(r) == PART_LOADED ? OWNER_NONE : r->owner;
	use.name = name;
	use.file = r->file;
	use.mere = use.imported || (r->listing && use.owner == OWNER_NONE);
	if (name != UINT32_MAX && !names_itself(r, from, name))
		take_use(r->words, use);
}

/* ------------------------------------------------------------------ definitions */

/* Behind the name of a class: the words of what it inherits from. Of a class that is no definition
 * nothing else is known. */
static void take_heads(struct reader *r, size_t at, bool defined)
{
	struct map *words = &r->words->bases.words;
	uint32_t depth = 0, name;

	while (at < r->text.len && at - r->at < HEAD_MOST) {
		char c = r->text.ptr[at];

		if (byte_is_name(c)) {
			size_t from = at;

			at = word_end(r, at, &name);
			if (!map_get(words, str_slice(r->text, from, at)))
				map_at(words,
				        arena_dup(r->words->arena, str_slice(r->text, from, at)),
				        NULL);
			if (name != UINT32_MAX && !defined)
				r->words->inherited[name] = true;
			continue;
		}
		depth += c == '(';
		if ((c == ':' && !depth) || (c == ')' && depth && !--depth))
			return;
		at++;
	}
	r->broken |= at < r->text.len;
}

/* Takes what is defined where a line begins. Two of one name in a file are told as not plain: which
 * of them is meant is not asked. */
static void open_definition(struct reader *r, size_t head, bool class_)
{
	struct used_words *words = r->words;
	str name = word_at(r->text, r->at + head);
	uint32_t number = sought_find(words->sought, name), before;

	r->at = (size_t)(name.ptr - r->text.ptr) + name.len;
	r->owner = OWNER_NONE;
	if (class_)
		take_heads(r, r->at, number != UINT32_MAX);
	if (number == UINT32_MAX)
		return;
	before = words->definition_of[number];
	r->owner = words->definitions.len;
	r->class_ = class_;
	*VEC_PUSH(words->arena, &words->definitions) = (struct definition){.file = r->file,
	        .name = number,
	        .class_ = r->class_,
	        .plain = !r->decorated && !r->registry.len && !before,
	        .registry = class_ && !r->decorated && !before ? r->registry : STR_NONE};
	if (before) {
		words->definitions.at[before - 1].plain = false;
		words->definitions.at[before - 1].registry = STR_NONE;
	}
	words->definition_of[number] = r->owner + 1;
	r->in_head = true;
	r->def_head = !r->class_;
	r->head_from = 0;
	r->method = r->body = 0;
	r->wrapped = false;
}

/* A def of the class at hand: what stands in its body is its own from here on, where methods are
 * told. */
static void open_method(struct reader *r, size_t head, size_t indent)
{
	str name = word_at(r->text, r->at + head);
	uint32_t number = sought_find(r->words->sought, name);

	r->method = indent;
	r->in_head = r->def_head = true;
	r->words->definitions.at[r->owner].registers |= str_starts(name, S("__init_subclass__"));
	if (!r->methods || indent != r->body || number == UINT32_MAX)
		return;
	r->around = r->owner;
	r->owner = r->words->definitions.len;
	*VEC_PUSH(r->words->arena, &r->words->definitions) = (struct definition){
	        .file = r->file, .name = number, .of = r->around + 1, .plain = !r->wrapped};
	r->at = (size_t)(name.ptr - r->text.ptr) + name.len;
	r->fresh = false;
}

/* What changes nothing in how a def, class or method is found, and tells nobody of it. */
static bool is_plain_decorator(str line)
{
	static const char *const plain[] = {"property", "staticmethod", "classmethod",
	        "torch.no_grad", "torch.inference_mode", "torch.jit.script", "torch.compile",
	        "dataclass", "dataclasses.dataclass", "lru_cache", "functools.lru_cache",
	        "functools.cache", "contextmanager", "contextlib.contextmanager", NULL};
	size_t end = 1;

	while (end < line.len && (byte_is_word(line.ptr[end]) || line.ptr[end] == '.'))
		end++;
	return str_is_one_of(str_slice(line, 1, end), plain);
}

/* In a class, so far indented. */
static void begin_in_class(struct reader *r, size_t indent, size_t head)
{
	str rest = str_from_at(r->text, r->at);

	if (!r->body)
		r->body = indent;
	if (indent <= r->method && r->method) {
		r->method = 0;
		if (r->words->definitions.at[r->owner].of)
			r->owner = r->around;
	}
	if (!r->method && head && rest.ptr[0] != 'c')
		open_method(r, head, indent);
	if (rest.ptr[0] == '@' && !r->method)
		r->wrapped |= !is_plain_decorator(str_slice(rest, 0, str_find_byte(rest, '\n')));
	else if (!r->method || r->method == indent)
		r->wrapped = false;
}

/* The module that a base comes from: "nets" of "from nets import Base", or of nets.Base. */
static str module_of(struct reader *r, str base)
{
	size_t dot = str_rfind_byte(base, '.');
	uint32_t name = sought_find(r->words->sought, base);

	if (dot < base.len)
		return arena_dup(r->words->arena, str_slice(base, 0, dot));
	return r->words->imported_in[name] == r->file + 1 ? r->words->module_of[name] : STR_NONE;
}

/* One of the things that a class inherits from. What is called as some definition may be one. */
static void take_base(struct reader *r, struct definition *d, str base)
{
	uint32_t name = sought_find(r->words->sought, str_last_part(base, '.'));
	uint32_t same = name == UINT32_MAX || str_find_byte(base, '.') < base.len
	                        ? 0
	                        : r->words->definition_of[name];

	if (name == UINT32_MAX)
		class_takes_base(d, base);
	else
		*VEC_PUSH(r->words->arena, &r->words->bases.heads) = (struct class_head){r->owner,
		        name, same == r->owner + 1 ? 0 : same, arena_dup(r->words->arena, base),
		        same ? STR_NONE : module_of(r, base)};
}

/* HEADS of "@HEADS.register_module()", META_ARCH_REGISTRY of "@META_ARCH_REGISTRY.register()": a
 * registry, by the capitals of its name, that makes what it is told of by its own name alone. Not
 * so where another name is given, or it takes the place of something. */
static str registry_of(struct used_words *words, str line)
{
	static const char *const calls[] = {
	        ".register_module()", ".register_module", ".register()", ".register", NULL};
	const char *const *call = calls;
	str name = str_trim(str_slice(line, 1, str_find_byte(line, '\n')));

	while (*call && !str_ends(name, str_from(*call)))
		call++;
	if (!*call)
		return STR_NONE;
	name = str_last_part(str_slice(name, 0, name.len - strlen(*call)), '.');
	for (size_t i = 0; i < name.len; i++)
		if (!(name.ptr[i] >= 'A' && name.ptr[i] <= 'Z') && name.ptr[i] != '_' &&
		        !(i && name.ptr[i] >= '0' && name.ptr[i] <= '9'))
			return STR_NONE;
	return name.len <= NAME_MOST ? arena_dup(words->arena, name) : STR_NONE;
}

static bool is_metaclass(str base)
{
	return str_eq(base, S("metaclass=ABCMeta")) || str_eq(base, S("metaclass=abc.ABCMeta"));
}

/* Bases of a class that a registry is told of: names, and ABCMeta. */
static void close_registered(struct definition *d, str bases)
{
	str base;

	while (d->registry.len && str_cut(&bases, ',', &base)) {
		base = str_trim(base);
		if (is_metaclass(base))
			continue;
		for (size_t i = 0; i < base.len; i++)
			if (!byte_is_name(base.ptr[i]) && base.ptr[i] != '.')
				d->registry = STR_NONE;
	}
}

/* Some class is an heir of what is named there, of which nothing else is known. */
static void take_unknown(struct reader *r, str base)
{
	size_t at = (size_t)(base.ptr - r->text.ptr), end = at + base.len;
	uint32_t name;

	while (at < end) {
		if (!byte_is_name(r->text.ptr[at])) {
			at++;
			continue;
		}
		at = word_end(r, at, &name);
		if (name != UINT32_MAX)
			r->words->inherited[name] = true;
	}
}

/* class A(BASES): no keyword, no star, nothing made by a call. */
static void close_bases(struct reader *r)
{
	struct definition *d = &r->words->definitions.at[r->owner];
	str bases = str_slice(r->text, r->head_from, r->at), base;

	close_registered(d, bases);
	for (uint32_t i = 0; i < BASES_MOST && str_cut(&bases, ',', &base); i++) {
		bool named = true;

		base = str_trim(base);
		for (size_t k = 0; k < base.len; k++)
			named &= byte_is_name(base.ptr[k]) || base.ptr[k] == '.';
		if (named) {
			take_base(r, d, base);
		} else if (!is_metaclass(base)) {
			d->plain = false;
			take_unknown(r, base);
		}
	}
	if (bases.len) {
		d->plain = false;
		take_unknown(r, bases);
	}
	r->head_from = 0;
}

/* At the start of a line: what stands above the next definition, if it stands there. */
static void note_decorator(struct reader *r, str rest)
{
	str registry = rest.ptr[0] == '@' ? registry_of(r->words, rest) : STR_NONE;

	if (rest.ptr[0] != '@') {
		r->decorated = false;
		r->registry = STR_NONE;
	} else if (registry.len) {
		r->registry = registry;
	} else {
		r->decorated |= !is_plain_decorator(rest);
	}
}

/* __all__ = [...], __all__ += (...): no table of classes by their names. */
static bool is_listing(str rest)
{
	size_t equals = str_find_byte(rest, '=');
	str value;

	if (!str_starts(rest, S("__all__")) || equals > LISTING_MOST || equals == rest.len)
		return false;
	value = str_trim(str_slice(rest, equals + 1, equals + 8));
	return value.len && (value.ptr[0] == '[' || value.ptr[0] == '(');
}

/* A statement begins where r->at stands, so far from the start of its line. */
static void begin_statement(struct reader *r, size_t indent)
{
	str rest = str_from_at(r->text, r->at);
	size_t head = definition_head(rest);

	r->fresh = true;
	r->naming = r->in_head = false;
	r->importing = r->path = str_starts(rest, S("from "));
	r->module_from = r->module_end = r->at + 5;
	r->module = STR_NONE;
	r->listing = !indent && is_listing(rest);
	if (!r->owners || strchr("#\r\n", r->text.ptr[r->at]))
		return;
	if (!indent && head) {
		open_definition(r, head, rest.ptr[0] == 'c');
		r->fresh = false;
	} else if (!indent) {
		r->owner = OWNER_NONE;
	} else if (r->owner != OWNER_NONE && r->class_) {
		begin_in_class(r, indent, head);
	}
	if (!indent)
		note_decorator(r, rest);
}

/* ------------------------------------------------------------------ what a text is made of */

static void skip_line(struct reader *r)
{
	r->at += str_find_byte(str_from_at(r->text, r->at), '\n');
	r->commented = true;
}

/* A text from `at` on that holds nothing but what a name is made of, and the fields for it. */
static bool makes_name(const struct reader *r, size_t at, char quote)
{
	uint32_t depth = 0;

	for (size_t end = at + NAME_MOST; at < end && at < r->text.len; at++) {
		char c = r->text.ptr[at];

		if (c == quote)
			return true;
		depth += c == '{';
		depth -= c == '}' && depth;
		if (!depth && !byte_is_name(c) && !strchr("}%.()", c))
			return false;
	}
	return false;
}

/* A text in three quotes, from behind them on, that shows how something is called: ">>> net =
 * Net()", as what decorators put into docstrings does. */
static bool shows_session(str text, str three)
{
	text = str_slice(text, 0, SESSION_BYTES);
	return str_has(str_slice(text, 0, str_find(text, three)), S(">>> "));
}

/* From a quote on. A text that is a statement is not looked at. */
static void read_string(struct reader *r, bool lone)
{
	char quote = r->text.ptr[r->at];
	const char three[3] = {quote, quote, quote};
	bool triple = str_starts(str_from_at(r->text, r->at), (str){three, 3});
	bool makes = !triple && !lone && makes_name(r, r->at + 1, quote);
	uint32_t name;

	lone |= triple && shows_session(str_from_at(r->text, r->at + 3), (str){three, 3});

	for (r->at += triple ? 3 : 1; r->at < r->text.len;) {
		char c = r->text.ptr[r->at];

		if (c == '\\') {
			r->at += 2;
		} else if (c == quote &&
		           (!triple || str_starts(str_from_at(r->text, r->at), (str){three, 3}))) {
			r->at += triple ? 3 : 1;
			return;
		} else if (c == '\n' && !triple) {
			return;
		} else if (byte_is_name(c) && !lone) {
			size_t from = r->at;

			r->at = word_end(r, from, &name);
			take_word(r, from, name, (struct word_use){.off = off_at(r, from)});
			if (name != UINT32_MAX)
				r->words->quoted[name] = true;
			if (makes)
				word_parts_take(
				        &r->words->parts, r->words->arena, r->text, from, r->at);
		} else {
			r->at++;
		}
	}
}

/* Nothing but the end of the line stands behind a text that began it. */
static bool ends_line(const struct reader *r, size_t at)
{
	while (at < r->text.len && strchr(" \t\r", r->text.ptr[at]) && r->text.ptr[at])
		at++;
	return at >= r->text.len || r->text.ptr[at] == '\n' || r->text.ptr[at] == '#';
}

static void read_statement_string(struct reader *r)
{
	struct reader ahead = *r;

	if (!r->fresh || r->depth) {
		read_string(r, false);
		return;
	}
	read_string(&ahead, true);
	if (ends_line(&ahead, ahead.at))
		r->at = ahead.at;
	else
		read_string(r, false);
}

/* In a method, something else is asked for what is called as the method is: others may ask the
 * method in the same way, as a loader asks a sampler for its set_epoch. */
static void take_passing_on(struct reader *r, size_t from, uint32_t name)
{
	struct definition *d = r->owner == OWNER_NONE ? NULL : &r->words->definitions.at[r->owner];

	if (d && d->of && d->name == name && !names_itself(r, from, name))
		d->plain = false;
}

/* import Net as Base, Base = models.Net: what inherits from Base does so from Net. */
static str other_name(const struct reader *r, size_t from, size_t end)
{
	str rest = str_from_at(r->text, end);
	size_t blanks = 0;

	while (blanks < rest.len && rest.ptr[blanks] == ' ')
		blanks++;
	rest = str_from_at(rest, blanks);
	if (blanks && str_starts(rest, S("as ")))
		return word_at(rest, 3);
	if (rest.len && !strchr("\r\n#;", rest.ptr[0]))
		return STR_NONE;
	while (from && end - from < NAME_MOST &&
	        (byte_is_name(r->text.ptr[from - 1]) || r->text.ptr[from - 1] == '.'))
		from--;
	while (from && r->text.ptr[from - 1] == ' ')
		from--;
	if (!from || r->text.ptr[from - 1] != '=')
		return STR_NONE;
	for (from--; from && r->text.ptr[from - 1] == ' '; from--) {}
	for (end = from; from && byte_is_name(r->text.ptr[from - 1]); from--) {}
	return str_slice(r->text, from, end);
}

/* A word that is sought, of an import or of an assignment, may get another name. */
static void take_alias(struct reader *r, uint32_t name, str alias)
{
	if (alias.len && alias.len <= NAME_MOST)
		*VEC_PUSH(r->words->arena, &r->words->bases.aliases) =
		        (struct class_alias){name, arena_dup(r->words->arena, alias)};
}

/* from MODULE import NAME */
static void take_import(struct reader *r, uint32_t name)
{
	if (r->words->imported_in[name] == r->file + 1)
		return;
	if (!r->module.len && r->module_end > r->module_from)
		r->module = arena_dup(r->words->arena,
		        str_trim(str_slice(r->text, r->module_from, r->module_end)));
	r->words->imported_in[name] = r->file + 1;
	r->words->module_of[name] = r->module;
}

static bool is_keyword_of_definition(str word)
{
	return word.len > 2 && (word.ptr[0] == 'd' || word.ptr[0] == 'c') &&
	       (str_eq(word, S("def")) || str_eq(word, S("class")));
}

/* A word of code, or what stands before the quote of a text: r"", f''. */
static void read_word(struct reader *r)
{
	size_t from = r->at;
	uint32_t name;
	size_t end = word_end(r, from, &name);
	char next = end < r->text.len ? r->text.ptr[end] : '\n';

	r->at = end;
	if ((next == '"' || next == '\'') && end - from <= 2)
		return;
	r->fresh = false;
	if (r->path) { /* names of modules mean no definition */
		r->path = !str_eq(str_slice(r->text, from, end), S("import"));
		r->module_end = from;
	} else if (!r->naming && name != UINT32_MAX) {
		str alias = other_name(r, from, end);

		take_word(r, from, name,
		        (struct word_use){.guarded = guarded_at(r, from),
		                .off = off_at(r, from),
		                .imported = r->importing && !alias.len,
		                .bare = is_bare(r, from)});
		take_passing_on(r, from, name);
		take_alias(r, name, alias);
		if (r->importing && !alias.len && !str_ends(str_slice(r->text, 0, from), S(" as ")))
			take_import(r, name);
	}
	if (r->naming && next == '(' && r->naming_class)
		take_heads(r, end, false);
	r->naming_class = r->text.ptr[from] == 'c';
	r->naming = !r->naming && is_keyword_of_definition(str_slice(r->text, from, end));
}

static void read_bracket(struct reader *r, char c)
{
	bool bases = r->in_head && !r->def_head && part_of(r) == PART_HEAD;

	r->fresh = false;
	if (c == '(' || c == '[' || c == '{') {
		if (bases && !r->depth && c == '(')
			r->head_from = r->at + 1;
		r->depth++;
	} else if (r->depth) {
		r->depth--;
		if (bases && !r->depth && r->head_from)
			close_bases(r);
	}
	r->at++;
}

/* How far what follows is indented, as Python counts. */
static size_t skip_indent(struct reader *r)
{
	size_t indent = 0;

	for (; r->at < r->text.len; r->at++) {
		char c = r->text.ptr[r->at];

		if (c == ' ')
			indent++;
		else if (c == '\t')
			indent = (indent / 8 + 1) * 8;
		else if (c == '\f')
			indent = 0;
		else
			break;
	}
	return indent;
}

/* At a line end: the next line begins a statement unless a bracket is open or a backslash stands
 * before it. */
static void next_line(struct reader *r)
{
	str before = str_slice(r->text, 0, r->at);
	bool joined = !r->commented && (str_ends(before, S("\\")) || str_ends(before, S("\\\r")));
	size_t from = ++r->at, indent = skip_indent(r);

	r->commented = false;
	if (!r->depth && !joined && r->at < r->text.len)
		begin_statement(r, indent);
	else if (r->depth && r->at == from && definition_head(str_from_at(r->text, from)))
		r->broken = true;
}

static void read_python(struct reader *r)
{
	while (r->at < r->text.len) {
		char c = r->text.ptr[r->at];

		if (byte_is_name(c))
			read_word(r);
		else if (c == '\n')
			next_line(r);
		else if (c == '"' || c == '\'')
			read_statement_string(r);
		else if (c == '#')
			skip_line(r);
		else if (c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}')
			read_bracket(r, c);
		else {
			r->in_head &= c != ':' || r->depth;
			r->importing &= c != ';';
			r->at++;
		}
	}
}

/* Where brackets do not close, a quote was taken for another: then any word may be a use. */
static void give_up(struct used_words *words, uint32_t first_definition, uint32_t first_use)
{
	words->bases.broken = true;
	for (uint32_t i = first_definition; i < words->definitions.len; i++) {
		words->definitions.at[i].plain = false;
		words->definitions.at[i].registry = STR_NONE;
	}
	for (uint32_t i = first_use; i < words->uses.len; i++) {
		words->uses.at[i].owner = OWNER_NONE;
		words->uses.at[i].guarded = 0;
		words->uses.at[i].off = NULL;
		words->uses.at[i].imported = words->uses.at[i].mere = false;
		words->uses.at[i].bare = false;
	}
}

void used_words_python(struct used_words *words, const struct word_source *source)
{
	str text = source->text;
	struct reader r = {.words = words,
	        .text = text,
	        .file = source->file,
	        .owner = OWNER_NONE,
	        .owners = source->owners,
	        .methods = source->methods,
	        .guarded = source->guarded,
	        .off = source->off};
	uint32_t definitions = words->definitions.len, uses = words->uses.len;

	if (str_starts(text, S("\xef\xbb\xbf")))
		r.at = 3;
	if (r.at < text.len)
		begin_statement(&r, 0);
	read_python(&r);
	if (r.broken || r.depth)
		give_up(words, definitions, uses);
	for (uint32_t i = uses; i < words->uses.len; i++) {
		struct word_use *use = &words->uses.at[i];

		use->own = use->bare && words->definition_of[use->name] &&
		           words->imported_in[use->name] != source->file + 1;
	}
	for (uint32_t i = definitions; i < words->definitions.len; i++)
		words->definition_of[words->definitions.at[i].name] = 0;
	for (uint32_t i = uses; i < words->uses.len; i++) {
		struct word_use *use = &words->uses.at[i];

		use->lone = use->imported && words->named_in[use->name] != source->file + 1;
		use->imported &= !use->lone;
	}
}

void used_words_text(struct used_words *words, str text, uint32_t file)
{
	struct reader r = {.words = words, .text = text, .file = file, .owner = OWNER_NONE};
	uint32_t name;

	while (r.at < text.len) {
		if (byte_is_name(text.ptr[r.at])) {
			size_t from = r.at;

			r.at = word_end(&r, from, &name);
			take_word(&r, from, name, (struct word_use){0});
		} else {
			r.at += text.ptr[r.at] == '\\' ? 2 : 1; /* "\nName" of JSON */
		}
	}
}
