/* Inside the named matchers: what they share. Each takes one item and looks at the whole file. */
#ifndef SCANNER_MATCHER_NAMED_H
#define SCANNER_MATCHER_NAMED_H

#include "scanner/device_argument.h"
#include "scanner/matcher.h"
#include "scanner/rule_python.h"

typedef void named_matcher(struct python_matching *p, const struct item_row *item);

named_matcher match_method_call, match_custom_op, match_argparse_choices,
        match_argparse_default_list, match_argv_command, match_factory_in_backward,
        match_index_unclamped, match_cat_in_loop, match_collate, match_provider_list,
        match_device_assigned, match_cuda_available, match_import_swallowed, match_built_on_host,
        match_own_extension, match_sum_of_losses, match_compiled_optimizer,
        match_inference_compiled, match_notebook_install, match_device_required,
        match_string_default, match_dict_entry, match_untyped_array, match_device_value,
        match_device_returned, match_name_given, match_name_passed;

/* A match of an item at a place; the text there stands in its message. */
struct raw *named_add(
        struct python_matching *p, const struct item_row *item, uint32_t at, uint32_t end);
/* Flags and scope of the match are those of a call. */
struct raw *named_add_call(
        struct python_matching *p, const struct item_row *item, const struct python_call *call);
/* rule_strings.c: the innermost call in whose arguments a place lies, the argument, and how many
 * without a name stand before it; NULL. */
const struct python_call *call_around(const struct python_file *file, uint32_t at,
        const struct python_arg **arg, uint32_t *position);
/* matcher_given.c: NAME = "cuda", NAME = A or "cuda", NAME = A if T else "cuda" as a statement, of
 * a literal at a place and a name that says that it is a device. */
bool device_is_given(struct python_matching *p, uint32_t at);
/* A class (PYTHON_NONE: none) one of whose bases, as written, has a name that ends so. */
bool class_has_base(const struct python_file *file, uint32_t class_, str ending);
/* A class that is an enumeration by one of its bases. */
bool class_is_enumeration(const struct python_matching *p, uint32_t scope);
/* Whether the first 64 bytes, in small letters, hold the word. */
/* By name, functions that put batches together or prepare examples: given as collate_fn=, to
 * set_transform(). */
bool *collate_names(struct python_matching *p);
bool has_small(str text, const char *word);
/* A place lies in a loop that trains, or in a step of training: something calls .backward() or
 * optimizer.step() there. */
bool is_in_training(struct python_matching *p, uint32_t at);
/* loss.backward(), optimizer.step(), scaler.step(…) */
bool call_trains(const struct python_matching *p, const struct python_call *call);
/* Such a call between two places, in at most so many loops of its function. */
bool trains_between(struct python_matching *p, uint32_t from, uint32_t to, uint32_t loops);
/* The resolved name of a call's callee, "" when it has none. */
str call_target(struct python_matching *p, const struct python_call *call);
/* The last part of the callee ("add_argument"), "" when it is no chain. */
str call_last(const struct python_matching *p, const struct python_call *call);
/* Whether some value of the option fits; `absent` when there is no such option. */
bool option_fits(const struct python_matching *p, const struct item_row *item, const char *key,
        str text, bool absent);
/* By name of the file, the last parts of an option's values ("gather" of torch.Tensor.gather); NULL
 * when the file holds none of them. */
bool *option_names(struct python_matching *p, const struct item_row *item, const char *key);
/* By path of the file, whether the option names it; NULL when it names none. */
bool *option_paths(struct python_matching *p, const struct item_row *item, const char *key);
/* String literals between two places of the text, and nothing but them and commas; 0 when there is
 * something else. */
uint32_t literals_between(
        const struct python_matching *p, uint32_t at, uint32_t end, str *out, uint32_t most);
/* Whether a value of an entry, as written, is one that the option wants. */
bool entry_value_fits(const struct python_matching *p, const struct item_row *item, str written);
/* The statement that holds a place; NULL when there is none. */
const struct statement *statement_at(struct python_matching *p, uint32_t at);
/* A statement on one line; of a very long one the beginning, nothing when no more of the file may
 * be looked at. */
str statement_head(struct python_matching *p, const struct statement *s);
/* A test without blanks and the brackets around all of it. */
str without_brackets(str test);
/* print(…), logger.info(…): told to somebody, and nothing is decided by it. */
bool statement_is_told(struct python_matching *p, const struct statement *s);
/* A simple one that does nothing where CUDA is absent: it only speaks to torch.cuda, or prints. */
bool statement_is_harmless(struct python_matching *p, const struct statement *s);
/* if not x.is_cuda and torch.cuda.is_available(): raise, and nothing else: where there is no CUDA
 * it lets everything through. */
bool statement_raises_with_cuda(struct python_matching *p, const struct statement *s);
/* A class that is a torch.autograd.Function by one of its bases. */
bool class_is_function(struct python_matching *p, uint32_t class_);
/* The chain as written without blanks ("self.opt"), "" when it does not begin with a name. */
str chain_written(struct python_matching *p, const struct python_chain *chain);

#endif
