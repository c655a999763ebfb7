/* getopt_long over a table made from the command's row. The command's words may stand anywhere
 * among the options, as long as they are the first words. */
#include "cli/request.h"

#include "base/text.h"
#include "cli/command.h"

#include <getopt.h>
#include <string.h>

bool request_flag(const struct request *request, enum option_id option)
{
	return request->options[option].given;
}

str request_text(const struct request *request, enum option_id option)
{
	return request->options[option].values.len ? *VEC_LAST(&request->options[option].values)
	                                           : STR_NONE;
}

const str *request_list(const struct request *request, enum option_id option, uint32_t *count)
{
	*count = request->options[option].values.len;
	return request->options[option].values.at;
}

static bool usage(struct env *env, const char *text, str word)
{
	return diag_error(env->diags, (struct place){0}, "%s '%.*s'; see portfit --help", text,
	        STR_ARG(word));
}

/* The row for the first words; *taken is how many of them name it. */
static const struct command *find_command(str first, str second, uint32_t *taken, bool *has_subs)
{
	const struct command *scan = NULL, *whole = NULL;

	*has_subs = false;
	for (uint32_t i = 0; i < command_count(); i++) {
		const struct command *c = command_at(i);

		if (str_eq(str_from(c->name), S("scan")))
			scan = c;
		if (!str_eq(str_from(c->name), first))
			continue;
		*has_subs |= c->sub != NULL;
		if (c->sub && str_eq(str_from(c->sub), second)) {
			*taken = 2;
			return c;
		}
		if (!c->sub)
			whole = c;
	}
	if (whole) {
		*taken = 1;
		return whole;
	}
	*taken = 0;
	return *has_subs ? NULL : scan;
}

static bool unknown_option(struct env *env, str word)
{
	str names[OPTION_COUNT], name, rest, nearest;
	uint32_t n = 0;

	for (int i = 0; i < OPTION_COUNT; i++)
		names[n++] = str_from(option_row((enum option_id)i)->name);
	str_split(str_starts(word, S("--")) ? str_from_at(word, 2) : word, '=', &name, &rest);
	nearest = text_nearest(name, names, n);
	return diag_error(env->diags, (struct place){0},
	        "unknown option '%.*s'%s%.*s%s; see portfit --help", STR_ARG(word),
	        nearest.len ? "; did you mean '--" : "", STR_ARG(nearest), nearest.len ? "'?" : "");
}

static bool takes(const struct command *command, enum option_id option)
{
	if (option == OPTION_HELP || option == OPTION_VERSION || option == OPTION_QUIET ||
	        option == OPTION_VERBOSE || option == OPTION_COLOR || option == OPTION_WIDTH)
		return true;
	for (uint32_t i = 0; command && i < command->n_options; i++)
		if (command->options[i] == option)
			return true;
	return false;
}

static void keep(struct env *env, struct request *out, enum option_id option)
{
	out->options[option].given = true;
	if (optarg)
		*VEC_PUSH(env->keep, &out->options[option].values) = str_from(optarg);
}

static bool parse_options(struct env *env, int argc, char **argv, struct request *out)
{
	struct option longs[OPTION_COUNT + 1];
	char shorts[3 * OPTION_COUNT + 2] = ":";
	int got;

	memset(longs, 0, sizeof longs);
	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct option_row *row = option_row((enum option_id)i);
		char letters[3] = {row->letter, row->argument ? ':' : 0, 0};

		longs[i] = (struct option){
		        row->name, row->argument ? required_argument : no_argument, NULL, 256 + i};
		if (row->letter)
			strcat(shorts, letters);
	}
	opterr = 0;
	optind = 0;
	while ((got = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		str word = str_from(argv[optind > 0 ? optind - 1 : 0]);

		if (got == ':')
			return usage(env, "a value is missing after", word);
		if (got == '?')
			return unknown_option(env, word);
		for (int i = 0; got < 256 && i < OPTION_COUNT; i++)
			if (option_row((enum option_id)i)->letter == got)
				got = 256 + i;
		keep(env, out, (enum option_id)(got - 256));
	}
	for (int i = optind; i < argc; i++)
		*VEC_PUSH(env->keep, &out->words) = str_from(argv[i]);
	return true;
}

static bool check_options(struct env *env, const struct request *request)
{
	for (int i = 0; i < OPTION_COUNT; i++)
		if (request->options[i].given && !takes(request->command, (enum option_id)i))
			return diag_error(env->diags, (struct place){0},
			        "option '--%s' does not belong to 'portfit %s%s%s'; see portfit %s "
			        "--help",
			        option_row((enum option_id)i)->name, request->command->name,
			        request->command->sub ? " " : "",
			        request->command->sub ? request->command->sub : "",
			        request->command->name);
	return true;
}

bool request_parse(struct env *env, int argc, char **argv, struct request *out)
{
	str first = STR_NONE, second = STR_NONE;
	uint32_t taken = 0;
	bool has_subs;

	*out = (struct request){0};
	if (!parse_options(env, argc, argv, out))
		return false;
	if (out->words.len > 0)
		first = out->words.at[0];
	if (out->words.len > 1)
		second = out->words.at[1];
	if (first.ptr || !(request_flag(out, OPTION_HELP) || request_flag(out, OPTION_VERSION)))
		out->command = find_command(first, second, &taken, &has_subs);
	if (first.ptr && !out->command && !request_flag(out, OPTION_HELP))
		return usage(env,
		        second.ptr ? "unknown form of this command:"
		                   : "a further word is missing after",
		        second.ptr ? second : first);
	out->words.at = taken ? out->words.at + taken : out->words.at;
	out->words.len -= taken;
	if (!out->command || request_flag(out, OPTION_HELP) || request_flag(out, OPTION_VERSION))
		return true;
	if (!first.ptr)
		return diag_error(env->diags, (struct place){0},
		        "nothing to do: name a file or folder, as in 'portfit scan .'; see portfit "
		        "--help");
	if (out->words.len < out->command->least_words)
		return diag_error(env->diags, (struct place){0},
		        "'portfit %s%s%s' takes %s; see portfit %s --help", out->command->name,
		        out->command->sub ? " " : "", out->command->sub ? out->command->sub : "",
		        out->command->words, out->command->name);
	return check_options(env, out);
}
