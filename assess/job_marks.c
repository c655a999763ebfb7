/* The lines of a job: phases, units, waiting times, metrics.
 *
 * A job marks itself with lines that begin with `portfit: `, or patterns recognise its own. Each
 * stream is cut into lines of its own; a line counts from its end, at the time when that arrived.
 * What stands before the first phase is `prep` (loading, download, start of the interpreter). */
#include "assess/job_run.h"

#include "base/pcre.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 1 << 16 };

struct line {
	char text[LINE_MOST];
	size_t len;
};

struct waits {
	VEC(double) list;
};

struct job_marks {
	struct env *env;
	const struct job_plan *plan;
	struct pcre_set *set; /* NULL: no patterns */
	struct line *lines[2];
	struct job_run *run;
	str phase;
	double phase_start, now;
	struct waits waits;
	str text;                      /* the line being looked at */
	bool began[JOB_PATTERNS_MOST]; /* units set in this run */
};

struct job_marks *job_marks_new(struct env *env, const struct job_plan *plan)
{
	struct job_marks *m = ARENA_NEW(env->keep, struct job_marks);
	str patterns[JOB_PATTERNS_MOST];

	*m = (struct job_marks){.env = env, .plan = plan};
	for (int i = 0; i < 2; i++)
		m->lines[i] = ARENA_NEW(env->keep, struct line);
	for (uint32_t i = 0; i < plan->marks.len; i++)
		patterns[i] = plan->marks.at[i].pattern;
	if (plan->marks.len)
		m->set = pcre_set_new(patterns, plan->marks.len);
	return m;
}

void job_marks_free(struct job_marks *m)
{
	if (m->set)
		pcre_set_free(m->set);
	m->set = NULL;
}

void job_marks_begin(struct job_marks *m, struct job_run *run)
{
	m->run = run;
	m->phase = STR_NONE;
	m->phase_start = m->now = 0;
	m->waits.list.len = 0;
	m->lines[0]->len = m->lines[1]->len = 0;
	memset(m->began, 0, sizeof m->began);
}

double number_in(str text)
{
	size_t i = text.len;

	while (i > 0) {
		size_t end = i, start;
		double value;

		if (text.ptr[i - 1] < '0' || text.ptr[i - 1] > '9') {
			i--;
			continue;
		}
		start = end;
		while (start > 0 && end - start < 64 &&
		        str_find_byte(S("0123456789.eE+-"), text.ptr[start - 1]) < 15)
			start--;
		/* The longest tail that is a number: "v2-1.5" ends in -1.5. */
		for (; start < end; start++)
			if (str_float(str_slice(text, start, end), &value) && isfinite(value))
				return value;
		i--;
	}
	return NAN;
}

static void set_number(struct job_marks *m, struct named_numbers *numbers, str name, double value)
{
	for (uint32_t i = 0; i < numbers->list.len; i++)
		if (str_eq(numbers->list.at[i].name, name)) {
			numbers->list.at[i].value = value;
			return;
		}
	if (numbers->list.len < JOB_NAMES_MOST)
		*VEC_PUSH(m->env->keep, &numbers->list) =
		        (struct named_number){arena_dup(m->env->keep, name), value};
}

static void add_number(struct job_marks *m, struct named_numbers *numbers, str name, double value)
{
	double before = named_number(numbers, name);

	set_number(m, numbers, name, isnan(before) ? value : before + value);
}

static void close_phase(struct job_marks *m, double at)
{
	if (m->phase.len && at > m->phase_start)
		add_number(m, &m->run->phases, m->phase, at - m->phase_start);
}

static void begin_phase(struct job_marks *m, str name)
{
	if (!m->phase.len)
		m->phase = S("prep");
	close_phase(m, m->now);
	m->phase = arena_dup(m->env->keep, name);
	m->phase_start = m->now;
}

static void add_wait(struct job_marks *m, double seconds)
{
	if (!(seconds >= 0) || seconds > 1e9)
		return;
	m->run->waits++;
	if (m->waits.list.len < JOB_WAITS_MOST)
		*VEC_PUSH(m->env->keep, &m->waits.list) = seconds;
}

static void on_match(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct job_marks *m = context;
	const struct job_mark *mark = &m->plan->marks.at[pattern];
	double value = number_in(str_slice(m->text, start, end));

	if (mark->kind == MARK_PHASE) {
		begin_phase(m, mark->name);
	} else if (isnan(value)) {
		return;
	} else if (mark->kind == MARK_WAIT) {
		add_wait(m, value * mark->scale);
	} else if (mark->add) {
		add_number(m, &m->run->units, mark->name, value);
	} else {
		set_number(m, &m->run->units, mark->name, value);
	}
}

/* `portfit: phase NAME`, `portfit: units NAME=N`, `portfit: metric NAME=N`, `portfit: wait N` */
static void own_mark(struct job_marks *m, str rest)
{
	str word, value, name;
	double number;

	if (!str_split(rest, ' ', &word, &value))
		return;
	value = str_trim(value);
	if (str_eq(word, S("phase"))) {
		if (value.len)
			begin_phase(m, value);
		return;
	}
	if (str_eq(word, S("wait"))) {
		if (str_float(value, &number))
			add_wait(m, number);
		return;
	}
	if (!str_split(value, '=', &name, &value) || !str_float(str_trim(value), &number) ||
	        !isfinite(number))
		return;
	name = str_trim(name);
	if (str_eq(word, S("units")) && number >= 0)
		set_number(m, &m->run->units, name, number);
	else if (str_eq(word, S("metric")))
		set_number(m, &m->run->metrics, name, number);
}

static void take_line(struct job_marks *m, str line)
{
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	if (str_starts(line, S("portfit: ")))
		own_mark(m, str_from_at(line, 9));
	m->text = line;
	if (m->set && line.len)
		pcre_set_search(m->set, line, on_match, m);
}

void job_marks_take(struct job_marks *m, enum child_stream stream, str bytes, double seconds)
{
	struct line *line = m->lines[stream];

	m->now = seconds;
	while (bytes.len) {
		size_t end = str_find_byte(bytes, '\n');
		size_t room = LINE_MOST - line->len, take = end < room ? end : room;

		/* What is longer than a line may be is cut. */
		memcpy(line->text + line->len, bytes.ptr, take);
		line->len += take;
		if (end == bytes.len)
			return;
		take_line(m, (str){line->text, line->len});
		line->len = 0;
		bytes = str_from_at(bytes, end + 1);
	}
}

void job_marks_end(struct job_marks *m)
{
	struct job_run *run = m->run;

	for (int i = 0; i < 2; i++)
		if (m->lines[i]->len)
			take_line(m, (str){m->lines[i]->text, m->lines[i]->len});
	close_phase(m, run->seconds);
	values_sort(m->waits.list.at, m->waits.list.len);
	if (m->waits.list.len) {
		run->wait_p50 = sorted_median(m->waits.list.at, m->waits.list.len);
		run->wait_p95 = sorted_quantile(m->waits.list.at, m->waits.list.len, 0.95);
	}
	for (uint32_t i = 0; i < m->plan->units.len; i++)
		set_number(m, &run->units, m->plan->units.at[i].name, m->plan->units.at[i].value);
}
