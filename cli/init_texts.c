/* Values that people typed or that stand in file names are written as quoted YAML, so that none of
 * them can become a key, a tag or a command. */
#include "cli/init.h"

#include "base/text.h"

static void quoted(struct buf *out, str text)
{
	buf_byte(out, '"');
	for (size_t i = 0; i < text.len;) {
		size_t length;
		uint32_t point = utf8_decode(str_from_at(text, i), &length);

		if (point == '"' || point == '\\')
			buf_format(out, "\\%c", (char)point);
		else if (text_hostile(point))
			buf_format(out, point < 0x10000 ? "\\u%04x" : "\\U%08x", point);
		else
			buf_put(out, str_slice(text, i, i + length));
		i += length;
	}
	buf_byte(out, '"');
}

static void list(struct buf *out, const char *key, const str *values, uint32_t n)
{
	buf_format(out, "%s: [", key);
	for (uint32_t i = 0; i < n; i++) {
		buf_puts(out, i ? ", " : "");
		quoted(out, values[i]);
	}
	buf_puts(out, "]\n");
}

void init_write_config(const struct init_answers *a, struct buf *out)
{
	buf_puts(out,
	        "# What portfit looks at and what the gate stops. docs/gate.md tells every key;\n"
	        "# 'portfit config show' prints what holds and where each value comes from.\n");
	list(out, "targets", a->targets, a->n_targets);
	list(out, "paths", &a->path, 1);
	if (a->n_entries)
		list(out, "entries", a->entries, a->n_entries);
	else
		buf_puts(out, "# entries: [train.py]      # entry points; none was found\n");
	if (a->training)
		buf_puts(out, "training: true             # judge the backward pass and the "
		              "optimizer too\n");
	buf_puts(out, "baseline: portfit-baseline.json\n"
	              "fail_on: major\n"
	              "thresholds:\n"
	              "  new_operators: 0         # operators that the baseline does not know\n");
	if (a->instance.len)
		buf_puts(out, "plan: portfit-plan.yaml\n");
}

static void today_side(const struct init_answers *a, struct buf *out)
{
	buf_puts(out, "today:\n  name: today\n  instance: ");
	quoted(out, a->instance);
	buf_puts(out, "\n  count: ");
	buf_put(out, a->machines.len ? a->machines : S("1"));
	buf_puts(out, "\n  purchase: ");
	quoted(out, a->purchase.len ? a->purchase : S("on-demand"));
	if (a->region.len) {
		buf_puts(out, "\n  region: ");
		quoted(out, a->region);
	}
	if (a->bill.len)
		buf_format(out,
		        "\n  bill: {usd_month: %.*s, date: %.*s, source: told to portfit init}",
		        STR_ARG(a->bill), STR_ARG(a->today));
	buf_puts(out,
	        "\n  # t_run: 10 h              # how long one job runs: moves the answer most\n");
}

static void target_side(const struct init_machine *m, struct buf *out)
{
	if (!m->price) {
		buf_puts(out, "  # - target: ");
		buf_put(out, m->target);
		buf_puts(out,
		        "               # no machine of it is priced: see 'portfit prices list'\n");
		return;
	}
	buf_puts(out, "  - name: ");
	quoted(out, m->target);
	buf_puts(out, "\n    target: ");
	quoted(out, m->target);
	buf_puts(out, "\n    instance: ");
	quoted(out, m->price->instance);
	buf_format(out,
	        "    # least USD for its peak of what is priced\n    count: %u    # as many as "
	        "have the "
	        "peak of today's\n    purchase: ",
	        m->count);
	quoted(out, m->price->purchase);
	buf_puts(out, "\n    region: ");
	quoted(out, m->price->region);
	buf_puts(out,
	        "\n    # R: [0.8, 0.95, 1.05]   # its speed over today's; left out: not known\n");
}

void init_write_plan(const struct init_answers *a, struct buf *out)
{
	bool any = false;

	buf_puts(out, "# What one qualified job costs, today and there, on paper (evidence D). "
	              "docs/cost.md tells\n"
	              "# every key; what is commented out is not told yet.\n"
	              "name: jobs of this project\n");
	if (a->jobs_month.len)
		buf_format(out, "jobs_month: %.*s\n", STR_ARG(a->jobs_month));
	else
		buf_puts(out, "# jobs_month: 60           # without it there is no break-even\n");
	today_side(a, out);
	for (uint32_t i = 0; i < a->n_targets; i++)
		any |= a->paper[i].price != NULL;
	buf_puts(out, any ? "targets:\n" : "targets: []\n");
	for (uint32_t i = 0; i < a->n_targets; i++)
		target_side(&a->paper[i], out);
	if (a->quality.len) {
		buf_puts(out,
		        "# A job counts when its result qualifies; measure one with\n"
		        "#   portfit job run --name JOB --platform today --repeat 6 --require ");
		text_visible(out, a->quality);
		buf_puts(out, " -- COMMAND\n");
	}
}

static const char github[] =
        "# Holds what a change brings against portfit-baseline.json. docs/gate.md tells how it "
        "decides.\n"
        "name: portfit\n"
        "on:\n"
        "  pull_request:\n"
        "permissions:\n"
        "  contents: read\n"
        "  security-events: write     # for the findings in the pull request\n"
        "jobs:\n"
        "  portfit:\n"
        "    runs-on: ubuntu-latest\n"
        "    steps:\n"
        "      - uses: actions/checkout@v4\n"
        "        with:\n"
        "          fetch-depth: 0     # --since needs the history\n"
        "      - id: portfit\n"
        "        uses: OWNER/portfit@REVISION     # where you keep portfit; pin a revision\n"
        "      - uses: github/codeql-action/upload-sarif@v3\n"
        "        if: always() && steps.portfit.outputs.sarif != ''\n"
        "        with:\n"
        "          sarif_file: ${{ steps.portfit.outputs.sarif }}\n";

static const char gitlab[] =
        "# Holds what a merge request brings against portfit-baseline.json. docs/gate.md tells how "
        "it decides.\n"
        "include:\n"
        "  - project: OWNER/portfit    # where you keep portfit; pin a revision\n"
        "    ref: REVISION\n"
        "    file: ci/gitlab.yml\n"
        "portfit:\n"
        "  extends: .portfit\n"
        "  variables:\n"
        "    PORTFIT_REPOSITORY: https://HOST/OWNER/portfit.git\n"
        "    PORTFIT_REVISION: REVISION\n";

void init_write_ci(const struct init_answers *a, struct buf *out)
{
	buf_puts(out, a->ci == CI_GITLAB ? gitlab : a->ci == CI_GITHUB ? github : "");
}

str init_ci_path(enum ci_host host)
{
	return host == CI_GITHUB   ? S(".github/workflows/portfit.yml")
	       : host == CI_GITLAB ? S(".gitlab/portfit.yml")
	                           : S("");
}
