/* The names of one file as small numbers, so that scopes and look-ups are integer work.
 *
 * Number 0 is no name. The words of the language and the names that have a meaning of their
 * own come first, in the order of the lists below, so that a number tells a keyword. Texts are
 * views into the source where they stand there as they are, else copies in the arena. */
#ifndef SCANNER_PYTHON_NAMES_H
#define SCANNER_PYTHON_NAMES_H

#include "base/arena.h"
#include "base/bytes.h"

/* clang-format off */
#define PYTHON_KEYWORDS(X) \
	X(FALSE_WORD, "False") X(NONE_WORD, "None") X(TRUE_WORD, "True") X(AND, "and") \
	X(AS, "as") X(ASSERT, "assert") X(ASYNC, "async") X(AWAIT, "await") \
	X(BREAK, "break") X(CLASS, "class") X(CONTINUE, "continue") X(DEF, "def") \
	X(DEL, "del") X(ELIF, "elif") X(ELSE, "else") X(EXCEPT, "except") \
	X(FINALLY, "finally") X(FOR, "for") X(FROM, "from") X(GLOBAL, "global") \
	X(IF, "if") X(IMPORT, "import") X(IN, "in") X(IS, "is") X(LAMBDA, "lambda") \
	X(NONLOCAL, "nonlocal") X(NOT, "not") X(OR, "or") X(PASS, "pass") \
	X(RAISE, "raise") X(RETURN, "return") X(TRY, "try") X(WHILE, "while") \
	X(WITH, "with") X(YIELD, "yield")

#define PYTHON_KNOWN_NAMES(X) \
	X(MATCH, "match") X(CASE, "case") X(TYPE, "type") X(WILDCARD, "_") \
	X(DUNDER_NAME, "__name__") X(DUNDER_IMPORT, "__import__") X(GETATTR, "getattr") \
	X(IMPORTLIB, "importlib") X(IMPORT_MODULE, "import_module") X(TORCH, "torch") \
	X(CUDA, "cuda") X(IS_AVAILABLE, "is_available") X(COMPILE, "compile") \
	X(TYPING, "typing") X(TYPING_EXTENSIONS, "typing_extensions") \
	X(TYPE_CHECKING, "TYPE_CHECKING") X(SUPPRESS, "suppress") \
	X(IMPORT_ERROR, "ImportError") X(MODULE_NOT_FOUND, "ModuleNotFoundError") \
	X(EXCEPTION, "Exception") X(BASE_EXCEPTION, "BaseException") X(FORWARD, "forward") \
	X(BOOL, "bool") X(INT, "int") X(FLOAT, "float") X(LAMBDA_SCOPE, "<lambda>") \
	X(SELF, "self") X(LEN, "len") X(RANGE, "range") X(ISINSTANCE, "isinstance") \
	X(HASATTR, "hasattr") X(EMPTY, "")

enum name_known {
	NAME_NONE,
#define X(id, word) NAME_##id,
	PYTHON_KEYWORDS(X)
#undef X
	NAME_KEYWORDS_END,
	NAME_KEYWORD_LAST = NAME_KEYWORDS_END - 1,
	NAME_BEFORE_KNOWN = NAME_KEYWORDS_END - 1,
#define X(id, word) NAME_##id,
	PYTHON_KNOWN_NAMES(X)
#undef X
	NAME_KNOWN_END,
};
/* clang-format on */

struct name {
	const char *ptr;
	uint32_t len, hash;
	uint64_t low, high; /* the first and last eight bytes */
};

struct names {
	struct arena *arena;
	uint64_t seed;
	VEC(struct name) list; /* with room for one more */
	uint32_t *slots;       /* numbers of names; 0: free */
	uint32_t mask;
	uint64_t filter[64]; /* of some bytes of each name: most texts that are none end here */
	bool renamed;        /* some name stands in the source in another form than here (NFKC) */
};

/* Empty but for the keywords and known names; `expected` is a guess of how many will come. */
void names_init(struct names *names, struct arena *arena, uint32_t expected);
/* The number of a name that is not in the table yet. */
uint32_t names_add(struct names *names, struct name name);
/* The number of a name of more than 16 bytes. */
uint32_t names_long_id(struct names *names, str name);
/* The number of any text; it must outlive the table. */
uint32_t names_id(struct names *names, str text);
/* 0 when it was never given a number. Asked for far more words than a file has. */
uint32_t names_find(const struct names *names, str text);

static inline str names_text(const struct names *names, uint32_t id)
{
	return (str){names->list.at[id].ptr, names->list.at[id].len};
}

static inline uint32_t names_short_hash(uint64_t seed, uint64_t low, uint64_t high, size_t len)
{
	uint64_t h = bytes_fold(
	        low ^ seed, high ^ seed ^ UINT64_C(0xe7037ed1a0b428db) ^ (uint64_t)len << 56);

	return (uint32_t)h;
}

/* The number of a name of 1 to 16 bytes, given also as its first and its last eight bytes (the
 * second zero when the first hold all of it). */
static inline uint32_t names_short_id(
        struct names *names, const char *ptr, size_t len, uint64_t low, uint64_t high)
{
	uint32_t hash = names_short_hash(names->seed, low, high, len);

	for (uint32_t i = hash & names->mask, id; (id = names->slots[i]);
	        i = (i + 1) & names->mask) {
		const struct name *known = &names->list.at[id];

		if (known->low == low && known->high == high && known->len == len)
			return id;
	}
	return names_add(names, (struct name){ptr, (uint32_t)len, hash, low, high});
}

#endif
