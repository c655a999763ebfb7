/* What protects a place in Python source. */
#ifndef SCANNER_RULE_GUARD_H
#define SCANNER_RULE_GUARD_H

#include "scanner/rule_python.h"

struct protection {
	enum finding_guard guard;
	str text; /* the test, as written */
};

/* By what is around the place: a try that goes on when an import, or what is tried, fails; a test
 * of availability whose other branch goes on. The test has to be about what stands at the place
 * (raw->matched: "flash_attn", "torch.cuda.Stream"). */
/* Whether an import stands in a try that goes on when it fails. */
bool guard_of_import(struct python_matching *p, const struct python_import *in);
struct protection guard_of(struct python_matching *p, uint32_t statement, const struct raw *raw);

/* The handler of a try that catches an import which fails; PYTHON_NONE. */
uint32_t import_handler(struct python_matching *p, uint32_t try);
/* rule_guard_replaced.c: an import in the body of a try, and each name that would be missing has
 * something of its own in its place. */
bool import_is_replaced(struct python_matching *p, uint32_t statement, str matched);
/* import apex, and the file reads the name nowhere. */
bool import_is_spare(struct python_matching *p, uint32_t statement);

/* The function is handed on somewhere (map(_swap, x), swap = _swap, a decorator): it may be called
 * from there. */
bool function_is_handed_on(struct python_matching *p, uint32_t scope);
/* A block ends by a return, by leaving a test out, by going on with the next of a loop. */
bool block_returns(struct python_matching *p, uint32_t part);

/* A package whose import fails on every target, by the rules. */
bool package_needs_cuda(const struct python_matching *p, str package);

/* Which tests count. */
enum guard_width {
	WIDTH_ANY,       /* names alone as well: use_cuda */
	WIDTH_ASKED,     /* CUDA itself is asked: x.is_cuda, torch.cuda.is_available() */
	WIDTH_OF_DEVICE, /* the device at hand is: x.is_cuda, x.device.type == "cuda" */
	WIDTH_TORCH_XLA, /* whether torch_xla can be imported, for certain */
};

/* What a test would have to speak of. */
struct guard_subject {
	str word;      /* "cuda" for what torch.cuda holds and for device names, else the package */
	str attribute; /* what hasattr() would ask for; "" when that is there everywhere */
	str literal;   /* what would be looked for in a list of names */
	struct python_matching *p; /* the file */
	uint32_t held;             /* so many names were followed to the test at hand */
	enum guard_width width;
};

struct guard_subject guard_subject_of(str matched);
/* rule_guard_older.c: the place stands in a branch that is not taken where PyTorch has a name that
 * the targets' has; all handlers of a try are such branches, so that it protects nothing there. */
bool is_for_older_torch(struct python_matching *p, uint32_t statement, uint32_t place);
bool try_is_for_older_torch(struct python_matching *p, uint32_t try);
/* rule_guard_held.c: whether a word of a test, and what stands behind it, say so by what the file
 * tells of the name: HAS = is_x_available(), def has_x(): return is_x_available(). */
bool held_test_says(str word, str rest, const struct guard_subject *subject, bool *negated);
/* Before the word stand only brackets, not and bool, up to the part's beginning, and its answer is
 * not made into something else. */
bool word_is_all_of_part(struct python_matching *p, str test, str word);
/* A return of a def is reached only where the subject is, and otherwise the def goes on. */
bool return_is_guarded(
        struct python_matching *p, uint32_t statement, const struct guard_subject *subject);
/* "if not available: return" in the same block before the place, *leaving: that if. */
bool left_before(struct python_matching *p, uint32_t statement, const struct guard_subject *subject,
        struct protection *found, uint32_t *leaving);
/* Where the brackets end that the text begins with, and those that follow at once: 0 when there are
 * none. */
size_t brackets_end(str text);
/* The branch that is taken when the one of an if, elif or else is not: it goes on unless it leaves.
 */
bool other_goes_on(struct python_matching *p, uint32_t part);
/* rule_guard_choice.c: x.is_cuda that chooses between two ways of which the one for other devices
 * goes on, and is not for CUDA as well. */
bool test_has_other_way(struct python_matching *p, uint32_t statement, const struct raw *raw,
        const struct guard_subject *subject);
/* A block whose last statement returns what it made, no constant; statements from `at` on that come
 * to an end which is none of the program, and make something on the way. */
bool returns_made(struct python_matching *p, uint32_t part);
bool way_works(struct python_matching *p, uint32_t at);
/* What stands there is for CUDA or the host, by its words; so is what is not looked at. */
bool names_device_between(struct python_matching *p, uint32_t from, uint32_t to);
/* By its name a word of a test is one, true or false: has_…, use_…, is_x_available. */
bool speaks_of_availability(str word);
/* A value that is asked whether it is there: what follows it in the test. False: it is held
 * against something else. */
bool asks_whether(str rest, bool *negated);
/* Whether a test that is true says that the subject is there ("HAS_TRITON"), or that the device is
 * none of a target ("x.is_cuda", name == "npu"): its word, else STR_NONE. *negated: it says so when
 * it is false. */
str protection_test(str test, const struct guard_subject *subject, bool *negated);
/* The word speaks of the package, in full or for short. */
bool names_package(str word, const struct guard_subject *subject);
/* A word, a part of the test, stands among others in brackets behind a not: what it says there is
 * not known. */
bool is_in_not(str test, str word);
/* rule_guard_several.c: the same for a choice by the package's name: backend == "flash_attn".
 * Somebody makes it, and may make another. *by_default: the parameter, a binding, that makes it
 * where nobody gives another value; else PYTHON_NONE. */
str choice_test(str test, const struct guard_subject *subject, bool *negated, uint32_t *by_default);
/* Around a place: such a choice that a parameter makes by its default, whose binding it is;
 * PYTHON_NONE. *test: as written. */
uint32_t chosen_by_default(struct python_matching *p, uint32_t statement,
        const struct guard_subject *subject, str *test);
/* The binding of a bare name that a scope sees: the only one of the innermost scope that has one;
 * PYTHON_NONE: none, or several. */
uint32_t only_binding(struct python_matching *p, uint32_t name, uint32_t scope);
/* What stands behind "NAME = " of a binding, on its line and as far as it is looked at. */
str given_by(const struct python_matching *p, uint32_t binding);
/* The name of a decorator that leaves a test out where the package is missing: @require_bnb. */
str package_required(str decorator, const struct guard_subject *subject);
/* "not" stands before a place, brackets that open between them. */
bool stands_behind_not(str test, size_t from);
/* rule_guard_callers.c: the functions around the place, from inside out, of which all calls stand
 * behind tests; `deep` callers were followed to it. */
struct protection callers_protect(struct python_matching *p, const struct raw *raw,
        const struct guard_subject *subject, uint32_t deep);
/* rule_guard_absent.c: whether a word of a test says for certain that torch_xla can be imported;
 * whether a place of torch_xla runs only behind such tests: *found is GUARD_ABSENT then, with the
 * one that says so. */
bool asks_for_torch_xla(str word, const struct guard_subject *subject);
bool runs_only_with_torch_xla(struct python_matching *p, uint32_t statement, const struct raw *raw,
        struct protection *found);
/* The subject is imported in the body of a try before the place, and a handler of that goes on. */
bool subject_imported(
        struct python_matching *p, uint32_t try, uint32_t at, const struct guard_subject *subject);
/* rule_guard_seldom.c: the test of an if or elif by which its block runs now and then, and which
 * is no part of the step: step % every == 0, is_log_step; else STR_NONE. */
str seldom_test(struct python_matching *p, uint32_t part);
/* Whether `text` holds `word`, letters of any case, underscores left out of both. */
bool text_holds_loosely(str text, str word);
/* is_bnb_available holds bnb as a part of its own; from_dgl holds dgl, wdgly does not. */
bool name_has_part(str word, str wanted);
/* rule_guard_device.c: a test that is true where a device is CUDA or another accelerator that is no
 * target, or with `host` the host, by its words: x.device.type == "cuda", name == "npu"; STR_NONE.
 * *negated: it is false there. */
str device_test(str test, bool host, bool *negated);
/* What is for CUDA alone (its memory, what it is called, its streams): where a test asks for the
 * device at hand, no target comes there, or misses it. Not so where a target needs the same: a
 * device that is chosen or counted, a wait, a seed, a cast. */
bool is_for_cuda_alone(str matched);
/* The test of a guard, as written, asks for the device at hand: by its words, or by what the file
 * tells of the function that it calls. */
bool is_test_of_device(struct python_matching *p, str test);
/* Where the operand begins that ends before `at`, blanks between: names, dots and brackets. */
size_t operand_start(str test, size_t at);
/* What stands behind a comparison's operator: a literal without its quotes, or the last part of a
 * dotted name (DeviceType.CUDA). *end: behind it. */
str compared_with(str test, size_t at, size_t *end);
/* A word that names an accelerator which is neither CUDA nor a target. */
bool is_other_accelerator(str word);
/* The accelerator, neither CUDA nor a target, that a name of a file, class or function speaks of:
 * "npu_accelerator.py", "XPUWorker". STR_NONE when there is none. */
str other_accelerator(str name);
/* Conditional expressions and `and` around a place in a statement, from inside out: the first
 * test that protects it. GUARD_NONE when there is none. */
struct protection protection_in_expression(str text, uint32_t from, uint32_t to, uint32_t at,
        uint32_t end, const struct guard_subject *subject);

/* Of a statement its head, of a simple one the whole, as it is written: at most so many bytes. */
str head_written(const struct python_matching *p, uint32_t statement, uint32_t most);
/* rule_aside.c: pytest.skip(…) and its like; a mark or a test that ends in
 * one, for what is asked of CUDA in it; the call that the
 * rule says does it on every device, in the same function: GUARD_DONE, else GUARD_NONE. */
bool skips_test(struct python_matching *p, uint32_t statement);
bool decides_on_test(struct python_matching *p, uint32_t statement, str matched);
struct protection done_beside(struct python_matching *p, const struct raw *raw);
/* A value of this type is made for a file alone, or goes back to float32 at once. */
bool is_only_stored(struct python_matching *p, uint32_t statement, const struct raw *raw);
/* A copy to the host in a function that is called as what writes a file: save_results. */
bool place_saves(const struct python_matching *p, const struct raw *raw);
/* Likewise as an array, in one that is called as what gives an answer, outside of its loops:
 * generate_tag. */
bool place_answers(struct python_matching *p, uint32_t statement, const struct raw *raw);
/* rule_idle.c: what binds names that nothing reads: an import of what every target has; a device's
 * name that a def keeps in a variable, or a parameter has by its default. */
bool binding_is_idle(struct python_matching *p, uint32_t statement, const struct raw *raw);
/* rule_mapped.c: texts are padded in what is called for large blocks of rows. */
bool pads_whole_blocks(struct python_matching *p, uint32_t statement, const struct raw *raw);
/* rule_guard_size.c: positions of a model brought to another size than it is built for. */
bool place_resizes_positions(struct python_matching *p, uint32_t statement, const struct raw *raw);
/* rule_single.c: a tensor of one number, whose type is one of several. */
bool compares_sizes(struct python_matching *p, uint32_t statement, const struct raw *raw);
bool tensor_of_one_number(struct python_matching *p, uint32_t statement, const struct raw *raw);
/* rule_half.c: behind a test of float16. */
struct protection runs_for_half(
        struct python_matching *p, uint32_t statement, const struct raw *raw);
/* rule_fresh.c: a test loads what it has saved itself. */
bool test_reads_its_own(struct python_matching *p, uint32_t statement, const struct raw *raw);
/* By what stands around a place and in its statement. */
struct protection place_protection(struct python_matching *p, uint32_t statement,
        const struct raw *raw, const struct guard_subject *subject);
/* rule_chosen.c: the value that a match asks for is chosen only where its package is there, and
 * another one else. */
bool value_is_asked_for(struct python_matching *p, const struct raw *raw);
/* rule_guard_tests.c: a def or class that is skipped without the subject by a decorator:
 * @unittest.skipUnless(torch.cuda.is_available(), …), @requires_cuda. */
bool skipped_by_decorator(struct python_matching *p, uint32_t definition,
        const struct guard_subject *subject, struct protection *found);
/* The call of pytest.param() that a place of a decorator is in, if it wants CUDA: the word. */
str param_wants_cuda(struct python_matching *p, const struct raw *raw);
/* The place is part of a test that every target skips: *found is GUARD_SKIPPED then, else it stays.
 */
void test_is_left_out(struct python_matching *p, uint32_t statement,
        const struct guard_subject *subject, struct protection *found);
/* rule_guard_skipped.c: a place that only asks, reports or tunes CUDA behind a test of whether it
 * is there, without another way of its own: the target skips it, and nothing waits for what it
 * made. */
bool nothing_is_lost(struct python_matching *p, uint32_t statement, const struct raw *raw,
        struct protection *found);
/* A word of a test asks for CUDA itself (torch.cuda.is_available, is_cuda_available, CUDA =
 * torch.cuda.is_available()): no target says so, whatever anybody wants. */
bool word_asks_for_cuda(struct python_matching *p, str word);
/* An extension for the test of CUDA that was found, which is one of C++ where there is none. */
bool extension_is_built_anyway(
        struct python_matching *p, const struct raw *raw, const struct protection *found);
/* torch.cuda.get_device_name, torch.cuda.memory_allocated: what asks a device, and no more. */
bool asks_cuda_device(str path);
/* In the def at hand the innermost if, elif or else around a statement, or this itself, that is by
 * a test which holds the word, or without one asks for CUDA; PYTHON_NONE. */
uint32_t block_of_test(struct python_matching *p, uint32_t statement, str word);
/* rule_guard_shown.c: what is asked of a CUDA device behind a test of whether there is one is shown
 * to somebody, and nothing else is made of it. */
bool query_is_only_shown(struct python_matching *p, uint32_t statement, const struct raw *raw,
        const struct protection *found);
/* What a name of the file that stands for a test is given; "" when that is not known. */
str held_test_text(struct python_matching *p, str word);
/* rule_step.c: whether the file shows that a place runs outside of any step, once or once an epoch.
 */
bool place_runs_once(struct python_matching *p, uint32_t statement, const struct raw *raw);
/* How often a place runs, as its function alone tells. */
enum place_runs {
	RUNS_AGAIN, /* in a loop, in a step; or it is not known */
	RUNS_ONCE,
	RUNS_AS_CALLED, /* as often as its function is called */
};
/* `outside`: it is known that no loop is around it in its function. */
enum place_runs place_runs(struct python_matching *p, uint32_t statement, uint32_t place,
        uint32_t scope, bool outside);
/* forward, training_step, __call__: by its name it is run at each step. */
bool is_step_by_name(str name);
/* @main.command(), of click or typer: who starts the program calls it, once. */
bool is_command(struct python_matching *p, uint32_t def);
/* rule_step_calls.c: by call of the file: see struct host_notes. In env->temp; callers in `keep`.
 */
const struct host_caller **callers_of_calls(struct python_matching *p, struct arena *keep);
/* The function around a place that costs each step something, where it runs as often as that is
 * called, by functions of any file; NULL: it is not known by what. In the findings' arena. */
const struct host_caller *called_around(
        struct python_matching *p, uint32_t statement, const struct raw *raw);
/* The head of a loop, for x in train_loader, for batch in …: many turns, one for each batch. */
bool is_over_batches(str head);
/* rule_prepares.c: the place prepares data, where nothing shows that a value is on a device. */
bool place_prepares_data(struct python_matching *p, const struct raw *raw);
/* A decorator that hands a def or class to somebody else: @app.post("/"), @register. */
bool decorator_hands_on(struct python_matching *p, uint32_t def);
/* rule_guard_switch.c: what has to be switched on before the place is reached, where the file alone
 * does not tell that nobody does; NULL: nothing, or it is not known. `tried`: it is an import that
 * may fail, and what uses its names counts. In the findings' arena. */
const struct switch_wait *switch_wait_of(
        struct python_matching *p, uint32_t statement, const struct raw *raw, bool tried);
/* What has to be switched on before a part of an if is come to, or what follows it in its block
 * where it leaves that: in the order of the tests; NULL: nothing. In the findings' arena. */
const struct switch_need *branch_waits(struct python_matching *p, uint32_t part, uint32_t scope);
const struct switch_need *rest_waits(struct python_matching *p, uint32_t part, uint32_t scope);
/* The name that a function is called by; "" when other names, or a framework, may call it. *made:
 * it is that of the class whose __init__ it is. */
str function_called_by(struct python_matching *p, uint32_t function, bool *made);
/* The same, whatever decorates it. */
str function_named(struct python_matching *p, uint32_t function, bool *made);
/* The place is one side of a choice by a switch: whether something chooses the other one is told
 * where all is read (switch_wait.otherwise). */
bool choice_waits(struct python_matching *p, const struct raw *raw);
/* rule_raises.c: the branch of an if around the place ends in a raise of its own, behind the place,
 * and no try around may go on. */
bool branch_raises(struct python_matching *p, uint32_t statement);
/* rule_guard_default.c: the parameter, a binding, whose whole default the place is: no call;
 * PYTHON_NONE. */
uint32_t parameter_by_default(struct python_matching *p, const struct raw *raw);
/* A match that is the default of a parameter, and nothing that runs by itself, or that stands
 * behind a choice which a default makes; NULL. */
const struct default_need *default_need_of(
        struct python_matching *p, uint32_t statement, const struct raw *raw);
bool is_only_traced(struct python_matching *p, const struct raw *raw);
/* Where a word that begins with a blank stands outside of brackets; the length when it does not. */
size_t find_outside(str text, str word);
/* rule_drawn.c: a match that makes a distribution of which nothing is drawn. */
bool is_never_drawn(struct python_matching *p, const struct raw *raw, uint32_t statement);

#endif
