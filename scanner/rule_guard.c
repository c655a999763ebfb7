/* A guard counts only with a working other branch: a handler that raises again, or an else that
 * exits, protects nothing, since the program still cannot go on without the thing. A try does not
 * help what runs everywhere, only slowly or wrongly.
 *
 * The flags of the front end say where torch.cuda.is_available() is known to be true; the outline
 * says which statement that is and how its other branch ends. Other tests are told by their words:
 * a name that speaks of availability and holds the name of what it guards. */
#include "scanner/rule_guard.h"

#include "base/file.h"

#include <string.h>

enum {
	HEAD_BYTES = 2000,
	HEAD_RECORDS = 4, /* as much as a byte of a test takes */
	BEFORE_MOST = 60,
	NAMED_LEAST = 4,
	FOLDERS_MOST = 4,
	RETURN_RECORDS = 100, /* as much as a test before a return takes */
	TEST_RECORDS = 4000,  /* as much as what stands around a call takes */
};

str head_written(const struct python_matching *p, uint32_t statement, uint32_t most)
{
	const struct statement *s = &p->outline.list.at[statement];

	return str_slice(p->file->text, s->at, s->end - s->at > most ? s->at + most : s->end);
}

static str head_text(const struct python_matching *p, uint32_t statement)
{
	return head_written(p, statement, HEAD_BYTES);
}

static bool handles(str head, const char *word)
{
	size_t at = str_find(head, str_from(word));

	return at < head.len &&
	       (at + strlen(word) == head.len || !byte_is_word(head.ptr[at + strlen(word)]));
}

static bool handles_one_of(str head, const char *const *words)
{
	for (; *words; words++)
		if (handles(head, *words))
			return true;
	return false;
}

/* What a handler has to catch. */
enum failure {
	FAILS_IMPORT,
	FAILS_MOVE, /* to a device that is none here: x.cuda(), x.to("cuda") */
	FAILS_CALL, /* of what is missing here, which may be a function of a build or a program */
};

static bool catches(str head, enum failure failure)
{
	static const char *const all[] = {"Exception", "BaseException", NULL};
	static const char *const imports[] = {"ImportError", "ModuleNotFoundError", NULL};
	static const char *const moves[] = {
	        "RuntimeError", "AssertionError", "NotImplementedError", NULL};
	static const char *const calls[] = {"RuntimeError", "AttributeError", "AssertionError",
	        "NotImplementedError", "OSError", "FileNotFoundError", "CalledProcessError", NULL};
	const char *const *of[] = {
	        [FAILS_IMPORT] = imports, [FAILS_MOVE] = moves, [FAILS_CALL] = calls};

	return handles_one_of(head, all) || handles_one_of(head, of[failure]);
}

static bool handler_catches(struct python_matching *p, uint32_t handler, enum failure failure)
{
	str head = head_text(p, handler);

	return str_trim(str_from_at(head, 6)).len <= 1 || catches(head, failure); /* except: */
}

/* The handler of a try that catches it; PYTHON_NONE. */
static uint32_t handler_of(struct python_matching *p, uint32_t try, enum failure failure)
{
	const struct outline *o = &p->outline;

	for (uint32_t next = o->list.at[try].next; next != PYTHON_NONE;
	        next = o->list.at[next].next) {
		if (o->list.at[next].kind != STATEMENT_EXCEPT)
			break;
		if (handler_catches(p, next, failure))
			return next;
	}
	return PYTHON_NONE;
}

uint32_t import_handler(struct python_matching *p, uint32_t try)
{
	return handler_of(p, try, FAILS_IMPORT);
}

/* A try of whose body the place is part: the handler that catches it goes on. */
static bool try_goes_on(struct python_matching *p, uint32_t try, enum failure failure)
{
	uint32_t handler = handler_of(p, try, failure);

	return handler != PYTHON_NONE && !outline_leaves(&p->outline, handler);
}

/* with contextlib.suppress(ImportError): a try whose handler does nothing. */
static bool suppresses(str head, enum failure failure)
{
	size_t at = str_find(head, S("suppress("));

	return at < head.len && catches(str_from_at(head, at), failure);
}

/* What fails at the place, in the block of a try or a with, does not end the program. */
static bool block_goes_on(struct python_matching *p, uint32_t block, enum failure failure)
{
	return p->outline.list.at[block].kind == STATEMENT_WITH
	               ? suppresses(head_text(p, block), failure)
	               : try_goes_on(p, block, failure) && !try_is_for_older_torch(p, block);
}

bool package_needs_cuda(const struct python_matching *p, str package)
{
	const struct ruleset *rules = p->m.rules;
	const struct ref_row *refs;
	uint32_t count;

	refs = ruleset_refs(rules, RULE_NAME_IMPORT, package, &count);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t t = 0; t < rules->n_targets; t++)
			if (rule_severity(rules, rules->items[refs[i].item].rule, t) ==
			        SEVERITY_BLOCKER)
				return true;
	return false;
}

/* A statement that imports what cannot be there without CUDA. */
static bool imports_blocker(struct python_matching *p, uint32_t statement)
{
	str text = head_text(p, statement);
	size_t n = 0;

	text = str_from_at(text, str_starts(text, S("from ")) ? 5 : 7);
	while (n < text.len && byte_is_word(text.ptr[n]))
		n++;
	return package_needs_cuda(p, str_slice(text, 0, n));
}

/* Such an import stands in the body of a try before the place, so that the place is not reached. */
static bool import_fails_first(struct python_matching *p, uint32_t try, uint32_t at)
{
	const struct outline *o = &p->outline;

	for (uint32_t i = try + 1; i < o->list.len && o->list.at[i].at < at; i++)
		if (o->list.at[i].parent == try && o->list.at[i].kind == STATEMENT_IMPORT &&
		        imports_blocker(p, i))
			return true;
	return false;
}

/* The program stops there: raise, sys.exit(). */
static bool is_end(const struct outline *o, uint32_t statement)
{
	return statement != PYTHON_NONE && o->list.at[statement].exits;
}

/* What comes behind an if without else stops the program: raise ValueError(backend). */
static bool stops_behind(const struct outline *o, uint32_t part)
{
	uint32_t at = o->list.at[part].next;

	while (at != PYTHON_NONE && o->list.at[at].kind == STATEMENT_ELIF)
		at = o->list.at[at].next;
	return is_end(o, at);
}

bool other_goes_on(struct python_matching *p, uint32_t part)
{
	const struct outline *o = &p->outline;
	uint32_t other;

	if (o->list.at[part].kind == STATEMENT_ELSE) {
		other = o->list.at[part].head;
		return !outline_leaves(o, other);
	}
	other = outline_part(o, part, STATEMENT_ELSE);
	return other == PYTHON_NONE ? !stops_behind(o, part) : !outline_leaves(o, other);
}

/* Some other branch of an if goes on, or there is a way past it. */
static bool some_branch_goes_on(const struct outline *o, uint32_t part)
{
	uint32_t first = o->list.at[part].kind == STATEMENT_IF ? part : o->list.at[part].head,
	         at = first;
	bool all = false; /* one of them is taken */

	while (at != PYTHON_NONE) {
		enum statement_kind kind = (enum statement_kind)o->list.at[at].kind;

		if (at != first && kind != STATEMENT_ELIF && kind != STATEMENT_ELSE)
			break;
		if (at != part && !outline_leaves(o, at))
			return true;
		all |= kind == STATEMENT_ELSE;
		at = o->list.at[at].next;
	}
	return !all && !is_end(o, at);
}

/* An if, elif or else around the place that is about it. */
static bool test_protects(struct python_matching *p, uint32_t part, uint16_t flags,
        const struct guard_subject *subject, struct protection *found)
{
	const struct outline *o = &p->outline;
	bool otherwise = o->list.at[part].kind == STATEMENT_ELSE, negated = false, unlike = false;
	str head = head_text(p, otherwise ? o->list.at[part].head : part), word, choice;
	uint32_t by_default;

	if (!python_may_look(p, head.len * HEAD_RECORDS))
		return false;
	if (flags & PYTHON_CUDA_IF && str_has(head, S("is_available")) &&
	        str_has(head, S("cuda"))) {
		if (other_goes_on(p, part))
			*found = (struct protection){GUARD_CUDA, STR_NONE};
		return true;
	}
	word = protection_test(head, subject, &negated);
	choice = choice_test(head, subject, &unlike, &by_default);
	/* kind == Kind.APEX: what is compared with asks for nothing */
	if (word.len && negated == otherwise && !(choice.len && str_ends(choice, word))) {
		if (other_goes_on(p, part))
			*found = (struct protection){GUARD_AVAILABLE, word};
		return true;
	}
	if (!choice.len || by_default != PYTHON_NONE || unlike != otherwise ||
	        !some_branch_goes_on(o, part))
		return false;
	*found = (struct protection){GUARD_AVAILABLE, choice};
	return true;
}

uint32_t chosen_by_default(struct python_matching *p, uint32_t statement,
        const struct guard_subject *subject, str *test)
{
	const struct outline *o = &p->outline;
	bool of_package = subject->word.len && !str_eq(subject->word, S("cuda"));

	for (uint32_t at = of_package ? statement : PYTHON_NONE; at != PYTHON_NONE;
	        at = o->list.at[at].parent) {
		uint8_t kind = o->list.at[at].kind;
		bool otherwise = kind == STATEMENT_ELSE, unlike = false;
		uint32_t binding;
		str head;

		if (at == statement ||
		        (kind != STATEMENT_IF && kind != STATEMENT_ELIF && !otherwise))
			continue;
		head = head_text(p, otherwise ? o->list.at[at].head : at);
		if (!python_may_look(p, head.len * HEAD_RECORDS))
			break;
		*test = choice_test(head, subject, &unlike, &binding);
		if (test->len && binding != PYTHON_NONE && unlike == otherwise)
			return binding;
	}
	return PYTHON_NONE;
}

bool block_returns(struct python_matching *p, uint32_t part)
{
	const struct outline *o = &p->outline;
	uint32_t last = o->list.at[part].last_child;

	return last != PYTHON_NONE &&
	       (o->list.at[last].kind == STATEMENT_RETURN || skips_test(p, last) ||
	               (o->list.at[last].kind == STATEMENT_OTHER &&
	                       str_eq(head_written(p, last, HEAD_BYTES), S("continue"))));
}

bool left_before(struct python_matching *p, uint32_t statement, const struct guard_subject *subject,
        struct protection *found, uint32_t *leaving)
{
	const struct outline *o = &p->outline;
	uint32_t block = o->list.at[statement].parent;

	for (uint32_t i = statement; i > 0 && statement - i < BEFORE_MOST; i--) {
		const struct statement *s = &o->list.at[i - 1];
		bool negated = false;
		str word;

		if (s->parent != block || s->kind != STATEMENT_IF ||
		        !python_may_look(p, RETURN_RECORDS) || !block_returns(p, i - 1))
			continue;
		word = protection_test(head_text(p, i - 1), subject, &negated);
		if (word.len && negated) {
			*found = (struct protection){GUARD_AVAILABLE, word};
			*leaving = i - 1;
			return true;
		}
	}
	return false;
}

bool subject_imported(
        struct python_matching *p, uint32_t try, uint32_t at, const struct guard_subject *subject)
{
	const struct outline *o = &p->outline;

	for (uint32_t i = o->list.at[try].child; i != PYTHON_NONE; i = o->list.at[i].next) {
		str text = head_text(p, i);

		if (o->list.at[i].at >= at || !python_may_look(p, text.len))
			break;
		text = str_from_at(text, str_find_byte(text, ' ') + 1);
		if (o->list.at[i].kind == STATEMENT_IMPORT && str_starts(text, subject->word) &&
		        (text.len == subject->word.len ||
		                !byte_is_word(text.ptr[subject->word.len])))
			return try_goes_on(p, try, FAILS_IMPORT);
	}
	return false;
}

/* try: import X; except ImportError: return: behind it, and in its else, X is there. */
static bool imported_before(
        struct python_matching *p, uint32_t statement, const struct guard_subject *subject)
{
	const struct outline *o = &p->outline;

	for (uint32_t i = statement; i > 0 && statement - i < BEFORE_MOST; i--) {
		const struct statement *s = &o->list.at[i - 1];
		uint32_t last = s->last_child;

		if (s->kind != STATEMENT_EXCEPT || s->parent != o->list.at[statement].parent ||
		        last == PYTHON_NONE || o->list.at[last].kind != STATEMENT_RETURN ||
		        !python_may_look(p, RETURN_RECORDS))
			continue;
		if (handler_catches(p, i - 1, FAILS_IMPORT) &&
		        subject_imported(p, s->head, o->list.at[statement].at, subject))
			return true;
	}
	return false;
}

bool return_is_guarded(
        struct python_matching *p, uint32_t statement, const struct guard_subject *subject)
{
	const struct outline *o = &p->outline;
	struct protection found = {GUARD_NONE, STR_NONE};

	for (uint32_t at = statement; at != PYTHON_NONE; at = o->list.at[at].parent) {
		uint32_t around = o->list.at[at].parent, leaving;
		uint8_t kind = STATEMENT_DEF;

		if (left_before(p, at, subject, &found, &leaving) ||
		        imported_before(p, at, subject))
			return true;
		if (around != PYTHON_NONE)
			kind = o->list.at[around].kind;
		if (kind == STATEMENT_DEF)
			break;
		if (kind == STATEMENT_TRY &&
		        subject_imported(p, around, o->list.at[statement].at, subject))
			return true;
		if ((kind == STATEMENT_IF || kind == STATEMENT_ELIF || kind == STATEMENT_ELSE) &&
		        test_protects(p, around, 0, subject, &found))
			return found.guard != GUARD_NONE;
	}
	return false;
}

/* What a third party's package gives fails with its import; what PyTorch itself gives does not. */
static bool fails_on_import(const struct raw *raw)
{
	str root = str_slice(raw->matched, 0, str_find_byte(raw->matched, '.'));

	if (str_eq(root, S("subprocess"))) /* comes with Python */
		return false;
	return raw->import ||
	       (root.len < raw->matched.len && !str_eq(root, S("torch")) && !str_eq(root, S("*")));
}

/* Where there is no CUDA, x.cuda() and x.to("cuda") raise an AssertionError or a RuntimeError. */
static enum failure failure_at(const struct raw *raw)
{
	static const char *const moves[] = {"torch.Tensor.", "torch.nn.Module.", "*.", NULL};
	bool word = str_find_byte(raw->matched, '.') == raw->matched.len;

	if (fails_on_import(raw))
		return FAILS_IMPORT;
	return str_starts_one_of(raw->matched, moves) || (word && str_has(raw->matched, S("cuda")))
	               ? FAILS_MOVE
	               : FAILS_CALL;
}

static struct protection statements_protect(struct python_matching *p, uint32_t statement,
        const struct raw *raw, const struct guard_subject *subject)
{
	const struct outline *o = &p->outline;
	struct protection found = {GUARD_NONE, STR_NONE};
	bool runs = p->m.worker->runs_anyway[raw->rule] ||
	            str_eq(raw->matched, S("cuda-if-available")); /* it raises nothing */
	enum failure failure = failure_at(raw);
	bool required =
	        false;      /* by a test whose other branch leaves: a try around may still go on */
	bool again = false; /* for each batch, whatever stands around that loop */

	for (uint32_t at = statement; at != PYTHON_NONE; at = o->list.at[at].parent) {
		uint32_t around = o->list.at[at].parent, leaving;

		if (!required && left_before(p, at, subject, &found, &leaving))
			return found;
		if (around == PYTHON_NONE)
			break;
		switch ((enum statement_kind)o->list.at[around].kind) {
		case STATEMENT_TRY:
		case STATEMENT_WITH:
			if (!runs && block_goes_on(p, around, failure))
				return (struct protection){
				        failure == FAILS_IMPORT ? GUARD_IMPORT : GUARD_TRY,
				        STR_NONE};
			if (!runs && block_goes_on(p, around, FAILS_IMPORT) &&
			        import_fails_first(p, around, raw->at))
				return (struct protection){GUARD_IMPORT, STR_NONE};
			break;
		case STATEMENT_IF:
		case STATEMENT_ELIF:
		case STATEMENT_ELSE:
			if (p->m.worker->waits[raw->rule] && !again &&
			        o->list.at[around].kind != STATEMENT_ELSE) {
				found.text = seldom_test(p, around);
				found.guard = found.text.len ? GUARD_AVAILABLE : GUARD_NONE;
				if (found.guard != GUARD_NONE)
					return found;
			}
			if (!required && test_protects(p, around, raw->flags, subject, &found)) {
				if (found.guard != GUARD_NONE)
					return found;
				required = true;
			}
			break;
		case STATEMENT_FOR: again |= is_over_batches(head_text(p, around)); break;
		case STATEMENT_WHILE: again = true; break;
		case STATEMENT_DEF:
		case STATEMENT_CLASS:
			if (!required && skipped_by_decorator(p, around, subject, &found))
				return found;
			break;
		default: break;
		}
	}
	return found;
}

/* class CupyBackend: what uses a package and is called after it is chosen by somebody. */
static str scope_of_package(struct python_matching *p, const struct raw *raw)
{
	str root = str_slice(raw->matched, 0, str_find_byte(raw->matched, '.'));
	str path = python_scope_path(p->file, raw->scope), part;

	while (!str_eq(root, S("torch")) && str_cut(&path, '.', &part))
		if (root.len >= NAMED_LEAST ? text_holds_loosely(part, root)
		                            : name_has_part(part, root))
			return part;
	return STR_NONE;
}

/* cpu.py, fusion_cpu.py, x86.py, cpu/: for the host alone. */
static str host_of_path(str path)
{
	str base = path_base(path), folder = path_base(path_folder(path));

	if (str_eq(base, S("cpu.py")) || str_ends(base, S("_cpu.py")) || str_eq(base, S("x86.py")))
		return base;
	return str_eq(folder, S("cpu")) || str_eq(folder, S("x86")) ? folder : STR_NONE;
}

/* Another accelerator that the file is for, by its path. */
static str accelerator_of_path(str path)
{
	str name = other_accelerator(path_base(path)), folder = path_folder(path);

	for (uint32_t i = 0; i < FOLDERS_MOST && !name.len && folder.len > 1; i++) {
		str base = path_base(folder);

		while (base.len && base.ptr[0] == '_') /* _ascend/ */
			base = str_from_at(base, 1);
		name = other_accelerator(base);
		if (name.len != base.len) /* npu/, not my_npu_tests/ */
			name = STR_NONE;
		folder = path_folder(folder);
	}
	return name;
}

/* Code that is for another accelerator, or the host, by the name of its file, class or function. */
static struct protection elsewhere(struct python_matching *p, const struct raw *raw)
{
	str name;

	if (!p->path_looked)
		p->path_accelerator = accelerator_of_path(p->file->below);
	p->path_looked = true;
	name = p->path_accelerator;
	if (!name.len)
		name = other_accelerator(python_scope_path(p->file, raw->scope));
	if (!name.len)
		name = host_of_path(p->file->below);
	if (!name.len && str_starts(raw->matched, S("torch.ops."))) /* torch.ops.hpu.… */
		name = other_accelerator(raw->matched);
	if (name.len)
		return (struct protection){GUARD_ELSEWHERE, name};
	if (raw->import)
		name = scope_of_package(p, raw);
	return (struct protection){name.len ? GUARD_NAMED : GUARD_NONE, name};
}

struct protection place_protection(struct python_matching *p, uint32_t statement,
        const struct raw *raw, const struct guard_subject *subject)
{
	const struct outline *o = python_outline(p);
	struct protection found = statements_protect(p, statement, raw, subject);

	if (found.guard != GUARD_NONE)
		return found;
	/* a conditional expression: its other side is the other branch, where it is no part of the
	 * place itself */
	if (raw->flags & PYTHON_CUDA_IF && str_has(head_text(p, statement), S("is_available")) &&
	        !str_has(str_slice(p->file->text, raw->at, raw->end), S("cuda.is_available")))
		found.guard = GUARD_CUDA;
	else if (o->list.at[statement].kind != STATEMENT_ASSERT) /* all of it is asked for */
		found = protection_in_expression(p->file->text, o->list.at[statement].at,
		        o->list.at[statement].end, raw->at, raw->end, subject);
	if (found.guard == GUARD_NONE && o->list.at[statement].kind == STATEMENT_DECORATOR) {
		found.text = param_wants_cuda(p, raw);
		found.guard = found.text.len ? GUARD_SKIPPED : GUARD_NONE;
	}
	return found;
}

/* What stands in a function and is of a package that no target has and that the file imports only
 * where it is there: who comes here has chosen the package. Code of the module runs all the same.
 */
static struct protection import_protects(
        struct python_matching *p, const struct raw *raw, const struct guard_subject *subject)
{
	struct python_file *file = p->file;
	str root = str_slice(raw->matched, 0, str_find_byte(raw->matched, '.'));
	struct protection found = {GUARD_NONE, STR_NONE};

	if (raw->import || !fails_on_import(raw) ||
	        file->scopes.at[raw->scope].function == PYTHON_NONE)
		return found;
	for (uint32_t i = 0; i < file->imports.len; i++) {
		const struct python_import *in = &file->imports.at[i];
		struct raw at = *raw;
		uint32_t statement;
		str path;

		if (!python_may_look(p, 1))
			return (struct protection){GUARD_NONE, STR_NONE};
		path = in->level || !in->module ? STR_NONE : python_path(file, in->module);
		if (!str_eq(str_slice(path, 0, str_find_byte(path, '.')), root))
			continue;
		at.at = at.end = in->at;
		at.flags = in->flags;
		at.scope = in->scope;
		at.import = true;
		statement = outline_find(python_outline(p), in->at);
		if (statement == PYTHON_NONE || !python_may_look(p, TEST_RECORDS) ||
		        !imports_blocker(p, statement))
			return (struct protection){GUARD_NONE, STR_NONE};
		found = statements_protect(p, statement, &at, subject);
		if (found.guard == GUARD_NONE)
			return found;
	}
	return found;
}

/* extension = CppExtension, and CUDAExtension behind a test: what is called by that name. All that
 * give it this one stand behind tests, and it is given another. */
static struct protection values_protect(
        struct python_matching *p, const struct raw *raw, const struct guard_subject *subject)
{
	const struct python_file *file = p->file;
	struct protection found = {GUARD_NONE, STR_NONE}, next;
	uint32_t index = python_name_chain_from(p, raw->at), path;
	const struct python_chain *chain =
	        index < p->name_chains.len ? &file->chains.at[p->name_chains.at[index]] : NULL;
	bool other = false;

	if (!chain || chain->at != raw->at || chain->name_count)
		return found;
	path = python_path_find(p->file, raw->matched);
	for (uint32_t i = python_next_binding(p, chain->root, PYTHON_NONE);
	        path && i != PYTHON_NONE; i = python_next_binding(p, chain->root, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		struct raw at = *raw;

		if (b->kind != PYTHON_BIND_VALUE || b->value != PYTHON_VALUE_CHAIN ||
		        !python_may_look(p, TEST_RECORDS))
			return (struct protection){GUARD_NONE, STR_NONE};
		if (!python_chain_stands_for(file, &file->chains.at[b->ref], path)) {
			other = true;
			continue;
		}
		at.at = at.end = b->at;
		at.flags = file->chains.at[b->ref].flags;
		next = place_protection(p, outline_find(python_outline(p), b->at), &at, subject);
		if (next.guard != GUARD_AVAILABLE && next.guard != GUARD_CUDA)
			return (struct protection){GUARD_NONE, STR_NONE};
		found = next;
	}
	return other ? found : (struct protection){GUARD_NONE, STR_NONE};
}

/* Words of a test ask whether something is there, and not whether somebody wants it. */
static bool asks_for_presence(str test)
{
	static const char *const words[] = {
	        "avail", "install", "find_spec", "has_", "have_", "cache(", "import", NULL};
	char room[64];

	return str_has_one_of(str_lower(room, sizeof room, test), words);
}

/* x.enable_xformers_memory_efficient_attention(), whatever x is: a package that no target has and
 * that the name of the method holds is asked for around it. */
static struct protection named_package_protects(
        struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	str rest = str_starts(raw->matched, S("*.")) ? str_from_at(raw->matched, 2) : STR_NONE;
	struct protection found = {GUARD_NONE, STR_NONE};
	str part;

	while (str_cut(&rest, '_', &part)) {
		struct guard_subject subject = {.word = part, .p = p};

		if (part.len < NAMED_LEAST || !python_may_look(p, 1) ||
		        !package_needs_cuda(p, part) || !python_may_look(p, TEST_RECORDS))
			continue;
		found = place_protection(p, statement, raw, &subject);
		if (found.guard == GUARD_AVAILABLE && asks_for_presence(found.text))
			return found;
	}
	return (struct protection){GUARD_NONE, STR_NONE};
}

bool guard_of_import(struct python_matching *p, const struct python_import *in)
{
	uint32_t statement = outline_find(python_outline(p), in->at);
	struct raw raw = {.at = in->at,
	        .end = in->at,
	        .flags = in->flags,
	        .scope = in->scope,
	        .import = true,
	        .matched = in->module ? python_path(p->file, in->module) : S("")};
	struct guard_subject subject = guard_subject_of(raw.matched);
	enum finding_guard guard;

	subject.p = p;
	if (statement == PYTHON_NONE || !python_may_look(p, TEST_RECORDS))
		return false;
	guard = place_protection(p, statement, &raw, &subject).guard;
	return guard == GUARD_IMPORT || guard == GUARD_TRY;
}

/* What stands at the place itself, not around it: why it does less than the rule says. */
static struct protection harmless_as(
        struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct rule_row *rule = &p->m.rules->rules[raw->rule];
	struct protection found = {GUARD_NONE, STR_NONE};

	if (decides_on_test(p, statement, raw->matched))
		return (struct protection){GUARD_SKIP, STR_NONE};
	found = done_beside(p, raw);
	if (found.guard != GUARD_NONE)
		return found;
	if (rule->computes && is_only_stored(p, statement, raw))
		return (struct protection){GUARD_STORED, STR_NONE};
	if (test_reads_its_own(p, statement, raw))
		return (struct protection){GUARD_FRESH, STR_NONE};
	if (p->m.worker->runs_anyway[raw->rule])
		found = runs_for_half(p, statement, raw);
	if (found.guard != GUARD_NONE)
		return found;
	if (binding_is_idle(p, statement, raw))
		found.guard = GUARD_IDLE;
	else if (pads_whole_blocks(p, statement, raw))
		found.guard = GUARD_BLOCKS;
	else if (is_only_traced(p, raw))
		found.guard = GUARD_UNREAD;
	else if (rule->each_step && place_runs_once(p, statement, raw))
		found.guard = GUARD_ONCE;
	else if (rule->each_step && place_saves(p, raw))
		found.guard = GUARD_WRITTEN;
	else if (rule->each_step && place_answers(p, statement, raw))
		found.guard = GUARD_ANSWER;
	else if (place_resizes_positions(p, statement, raw))
		found.guard = GUARD_RESIZED;
	else if (place_prepares_data(p, raw))
		found.guard = GUARD_PREPARED;
	return found;
}

struct protection guard_of(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	struct protection found = {GUARD_NONE, STR_NONE};
	struct guard_subject subject = guard_subject_of(raw->matched);
	str test;

	subject.p = p;
	if (statement == PYTHON_NONE)
		return found;
	if (is_for_older_torch(p, statement, raw->at))
		return (struct protection){GUARD_OLDER, STR_NONE};
	if (branch_raises(p, statement))
		return (struct protection){GUARD_RAISES, STR_NONE};
	found = place_protection(p, statement, raw, &subject);
	if (found.guard == GUARD_NONE)
		found = named_package_protects(p, statement, raw);
	/* torch.version.cuda or "none" */
	if (found.guard == GUARD_NONE && str_starts(raw->matched, S("torch.version.")) &&
	        str_starts(str_from_at(p->file->text, raw->end), S(" or ")))
		found = (struct protection){GUARD_AVAILABLE, raw->matched};
	if (found.guard == GUARD_IMPORT && raw->import &&
	        import_is_replaced(p, statement, raw->matched))
		found.guard = GUARD_REPLACED;
	if ((found.guard == GUARD_IMPORT || found.guard == GUARD_TRY) && raw->import &&
	        import_is_spare(p, statement))
		found.guard = GUARD_SPARE;
	if (nothing_is_lost(p, statement, raw, &found))
		found.guard = GUARD_SKIPPED;
	else
		test_is_left_out(p, statement, &subject, &found);
	if (found.guard == GUARD_NONE)
		found = elsewhere(p, raw);
	if (found.guard == GUARD_NONE && value_is_asked_for(p, raw))
		found.guard = GUARD_CHOSEN;
	if (found.guard == GUARD_NONE && compares_sizes(p, statement, raw))
		found.guard = GUARD_SIZES;
	if (found.guard == GUARD_NONE && tensor_of_one_number(p, statement, raw))
		found.guard = GUARD_SINGLE;
	if (found.guard == GUARD_NONE && raw->choice &&
	        !(p->m.worker->asks_switches && choice_waits(p, raw)))
		found.guard = GUARD_CHOICE;
	if (found.guard == GUARD_NONE)
		found = callers_protect(p, raw, &subject, 0);
	if (found.guard == GUARD_AVAILABLE &&
	        !runs_only_with_torch_xla(p, statement, raw, &found) &&
	        is_for_cuda_alone(raw->matched) && is_test_of_device(p, found.text))
		found.guard = GUARD_DEVICE;
	if (found.guard == GUARD_NONE &&
	        chosen_by_default(p, statement, &subject, &test) == PYTHON_NONE)
		found = import_protects(p, raw, &subject);
	if (found.guard == GUARD_NONE)
		found = values_protect(p, raw, &subject);
	if (found.guard == GUARD_AVAILABLE && extension_is_built_anyway(p, raw, &found))
		found.guard = GUARD_SKIPPED;
	if (found.guard == GUARD_NONE && test_has_other_way(p, statement, raw, &subject))
		found.guard = GUARD_OTHER_WAY;
	return found.guard == GUARD_NONE ? harmless_as(p, statement, raw) : found;
}
