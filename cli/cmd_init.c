/* portfit init: look, ask what cannot be seen, write what a team needs to begin. */
#include "assess/work.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/costing.h"
#include "cli/init.h"
#include "cli/scanning.h"
#include "scanner/git.h"

#include <math.h>

struct starting {
	struct cli *cli;
	struct scanning *scanning;
	struct costing costing;
	struct init_answers answers;
	struct init_machine *paper;
	str folder; /* that the files are written to */
};

struct planned_file {
	str path;
	struct buf text;
};

/* ------------------------------------------------------------------ what can be seen */

static bool look(struct starting *s)
{
	struct cli *cli = s->cli;
	struct request *request = ARENA_NEW(cli->env.keep, struct request);
	struct cli inner = *cli;

	*request = *cli->request;
	if (!request->words.len)
		*VEC_PUSH(cli->env.keep, &request->words) = S(".");
	if (request->words.len != 1 || file_kind_of(&cli->env, request->words.at[0]) != FILE_FOLDER)
		return diag_error(cli->env.diags, (struct place){.path = request->words.at[0]},
		        "is no folder; expected the one folder of the project");
	s->folder = request->words.at[0];
	/* a configuration that is there is what init is about to write */
	s->scanning->without_config = true;
	inner.request = request;
	return scanning_resolve(&inner, s->scanning) && scanning_run(&inner, s->scanning);
}

static enum ci_host seen_host(struct starting *s)
{
	static const char *const words[] = {"config", "--get", "remote.origin.url", NULL};
	struct env *env = &s->cli->env;
	const char *why;
	str url;

	if (file_kind_of(env, path_join(env->temp, s->folder, S(".gitlab-ci.yml"))) == FILE_REGULAR)
		return CI_GITLAB;
	if (file_kind_of(env, path_join(env->temp, s->folder, S(".github"))) == FILE_FOLDER)
		return CI_GITHUB;
	if (!git_run(env->temp, s->folder, words, &url, &why))
		return CI_NONE;
	return str_has(url, S("github"))   ? CI_GITHUB
	       : str_has(url, S("gitlab")) ? CI_GITLAB
	                                   : CI_NONE;
}

static bool choose_ci(struct starting *s)
{
	str given = request_text(s->cli->request, OPTION_CI);

	if (!given.ptr)
		s->answers.ci = seen_host(s);
	else if (str_eq(given, S("github")))
		s->answers.ci = CI_GITHUB;
	else if (str_eq(given, S("gitlab")))
		s->answers.ci = CI_GITLAB;
	else if (!str_eq(given, S("none")))
		return option_problem(s->cli, OPTION_CI, given, "github, gitlab or none");
	return true;
}

/* The least money for the peak, of the machines of that target that are priced and cannot be taken
 * away while they run. */
static const struct price *best_price(const struct starting *s, uint32_t target)
{
	const struct book *book = s->costing.book;
	const struct price *best = NULL;
	double least = INFINITY;

	for (uint32_t i = 0; i < book->prices.len; i++) {
		const struct price *p = &book->prices.at[i];
		const struct machine *m = book_machine(book, p->instance);
		double each;

		if (!m || !(m->bf16_tflops > 0) || !(p->usd_per_hour > 0) || !p->date.len ||
		        (!str_eq(p->purchase, S("on-demand")) &&
		                !str_eq(p->purchase, S("capacity-block"))) ||
		        role_target(&s->scanning->assessment, m->role) != target)
			continue;
		each = p->usd_per_hour / m->bf16_tflops;
		if (each < least) {
			least = each;
			best = p;
		}
	}
	return best;
}

static void see(struct starting *s)
{
	struct arena *keep = s->cli->env.keep;
	const struct assessment *a = &s->scanning->assessment;
	const struct scan *scan = &s->scanning->scan;
	str *targets = ARENA_ARRAY(keep, str, (size_t)a->n_targets + 1);
	str *entries = ARENA_ARRAY(keep, str, (size_t)scan->workloads.len + 1);
	struct init_machine *paper =
	        ARENA_ARRAY(keep, struct init_machine, (size_t)a->n_targets + 1);

	for (uint32_t t = 0; t < a->n_targets; t++) {
		targets[t] = a->targets[t]->name;
		paper[t] = (struct init_machine){targets[t], best_price(s, t), 1};
	}
	for (uint32_t i = 0; i < scan->workloads.len; i++) {
		str entry = scan->workloads.at[i].entry, prefix = path_join(keep, s->folder, S(""));

		entries[i] = str_starts(entry, prefix) ? str_from_at(entry, prefix.len) : entry;
	}
	for (uint32_t i = 0; i < scan->api_uses.len; i++)
		s->answers.training |= str_starts(scan->api_uses.at[i].use.api, S("torch.optim."));
	s->answers.targets = targets;
	s->answers.n_targets = a->n_targets;
	s->answers.entries = entries;
	s->answers.n_entries = scan->workloads.len;
	s->answers.paper = s->paper = paper;
	s->answers.path = S(".");
}

/* ------------------------------------------------------------------ what must be asked */

static const struct {
	enum option_id option;
	const char *question, *why;
	size_t answer; /* offset of the str in struct init_answers */
	bool number;
} questions[] = {
        {OPTION_INSTANCE, "Today's machine, as the price list calls it (p5.48xlarge)?",
                "without it there is no bill to compare with",
                offsetof(struct init_answers, instance), false},
        {OPTION_JOBS_MONTH, "How many jobs run in a month?", "without it there is no break-even",
                offsetof(struct init_answers, jobs_month), true},
        {OPTION_BILL, "Today's bill of a month for them, in USD?",
                "the price list is taken instead, at full use", offsetof(struct init_answers, bill),
                true},
        {OPTION_QUALITY, "What must a result reach to count (wer<=0.12)?",
                "a job whose result is not checked proves nothing",
                offsetof(struct init_answers, quality), false},
        {OPTION_MACHINES, NULL, NULL, offsetof(struct init_answers, machines), true},
        {OPTION_PURCHASE, NULL, NULL, offsetof(struct init_answers, purchase), false},
        {OPTION_REGION, NULL, NULL, offsetof(struct init_answers, region), false},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static str *answer_of(struct starting *s, size_t i)
{
	return (str *)(void *)((char *)&s->answers + questions[i].answer);
}

static bool is_positive(str text)
{
	double value;

	return str_float(text, &value) && value > 0 && value <= 1e12;
}

/* As many machines of each target as have the peak of today's: else one chip would be held against
 * a whole machine. */
static void size_paper(struct starting *s)
{
	const struct machine *today = book_machine(s->costing.book, s->answers.instance);
	double machines = 1;

	if (!today || !(today->bf16_tflops > 0))
		return;
	if (s->answers.machines.len)
		str_float(s->answers.machines, &machines);
	for (uint32_t t = 0; t < s->answers.n_targets; t++) {
		struct init_machine *paper = &s->paper[t];
		const struct machine *m =
		        paper->price ? book_machine(s->costing.book, paper->price->instance) : NULL;
		double count = m ? ceil(machines * today->bf16_tflops / m->bf16_tflops - 1e-9) : 1;

		paper->count = count < 1 ? 1 : count > 1e6 ? 1000000 : (uint32_t)count;
	}
}

static bool take_answers(struct starting *s)
{
	for (size_t i = 0; i < QUESTIONS; i++) {
		str given = request_text(s->cli->request, questions[i].option);

		if (!given.ptr && questions[i].question && s->cli->ask)
			given = s->cli->ask(s->cli, questions[i].question);
		given = str_trim(given);
		if (given.len && questions[i].number && !is_positive(given))
			return option_problem(
			        s->cli, questions[i].option, given, "a number above 0");
		*answer_of(s, i) = given;
	}
	if (s->answers.instance.len && !book_machine(s->costing.book, s->answers.instance))
		return option_problem(s->cli, OPTION_INSTANCE, s->answers.instance,
		        "a machine of the price book; 'portfit prices list' shows them");
	size_paper(s);
	return true;
}

/* ------------------------------------------------------------------ files */

static void write_baseline(struct starting *s, struct buf *out)
{
	struct baseline baseline;

	scanning_gather(s->cli, s->scanning, false, &baseline);
	baseline_write(out, s->cli->env.keep, &baseline, s->scanning->scan.rules);
}

static bool may_write(struct starting *s, const struct planned_file *files, uint32_t n)
{
	bool ok = true;

	for (uint32_t i = 0; i < n && !request_flag(s->cli->request, OPTION_FORCE); i++)
		if (file_kind_of(&s->cli->env, files[i].path) != FILE_NONE)
			ok = diag_error(s->cli->env.diags, (struct place){.path = files[i].path},
			        "is there already; nothing was written (--force writes over it)");
	return ok;
}

static void add(struct starting *s, struct planned_file *files, uint32_t *n, str name,
        void (*write)(const struct init_answers *, struct buf *))
{
	files[*n].path = path_join(s->cli->env.keep, s->folder, name);
	if (write)
		write(&s->answers, &files[*n].text);
	++*n;
}

static bool write_files(struct starting *s)
{
	struct planned_file files[4] = {0};
	uint32_t n = 0, done = 0;
	bool ok = true;

	add(s, files, &n, S("portfit.yaml"), init_write_config);
	add(s, files, &n, S("portfit-baseline.json"), NULL);
	write_baseline(s, &files[1].text);
	if (s->answers.instance.len)
		add(s, files, &n, S("portfit-plan.yaml"), init_write_plan);
	if (s->answers.ci != CI_NONE)
		add(s, files, &n, init_ci_path(s->answers.ci), init_write_ci);
	ok = may_write(s, files, n);
	for (; ok && done < n; done += ok) {
		ok = folder_make(&s->cli->env, path_folder(files[done].path)) &&
		     file_write(&s->cli->env, files[done].path, buf_str(&files[done].text));
		if (ok) {
			buf_puts(&s->cli->out, "  wrote ");
			text_visible(&s->cli->out, files[done].path);
			buf_byte(&s->cli->out, '\n');
		}
	}
	for (uint32_t i = 0; i < n; i++)
		buf_free(&files[i].text);
	return ok;
}

static void say_seen(struct starting *s)
{
	struct buf *out = &s->cli->out;
	const struct scan *scan = &s->scanning->scan;
	uint32_t counted = 0;

	for (uint32_t i = 0; i < scan->graphs.len; i++)
		counted += scan->graphs.at[i].counted;
	buf_format(out, "found: %u entry point%s, %u graph%s, %u version pin%s, %u finding%s\n",
	        scan->workloads.len, scan->workloads.len == 1 ? "" : "s", counted,
	        counted == 1 ? "" : "s", scan->findings.pins.len,
	        scan->findings.pins.len == 1 ? "" : "s", scan->findings.list.len,
	        scan->findings.list.len == 1 ? "" : "s");
	for (uint32_t i = 0; i < scan->workloads.len && i < 10; i++) {
		buf_puts(out, "  entry ");
		text_visible(out, scan->workloads.at[i].entry);
		buf_byte(out, '\n');
	}
}

static void say_missing(struct starting *s)
{
	struct buf *out = &s->cli->out;
	bool any = false;

	for (size_t i = 0; i < QUESTIONS; i++) {
		if (!questions[i].question || answer_of(s, i)->len)
			continue;
		buf_puts(out, any ? "" : "not told yet, most important first:\n");
		buf_format(out, "  --%s %s: %s\n", option_row(questions[i].option)->name,
		        option_row(questions[i].option)->argument, questions[i].why);
		any = true;
	}
	if (!s->scanning->scan.graphs.len)
		buf_puts(out,
		        "  a graph of the model (torch.export.save): without one operators are "
		        "judged by names alone\n");
	if (s->answers.ci == CI_NONE)
		buf_puts(out,
		        "  --ci github|gitlab: no CI host was seen, so no CI file was written\n");
	else
		buf_puts(out, "  OWNER and REVISION in the CI file: where you keep portfit\n");
	buf_puts(out, "next: portfit scan\n");
}

bool cmd_init(struct cli *cli)
{
	struct starting s = {.cli = cli, .scanning = ARENA_NEW(cli->env.keep, struct scanning)};
	bool ok = look(&s) && costing_open(cli, &s.costing);

	if (ok) {
		s.answers.today = date_format(cli->env.keep, s.costing.as_of);
		see(&s);
		say_seen(&s);
		ok = choose_ci(&s) && take_answers(&s) && write_files(&s);
		if (ok)
			say_missing(&s);
		else
			cli->out.len = 0;
	}
	scanning_end(s.scanning);
	return ok;
}
