/* The payback curve drawn with characters: one column a point, so nothing is interpolated. */
#include "report/cost.h"

#include "report/number.h"

#include <math.h>
#include <string.h>

enum { CURVE_ROWS = 12 };

struct canvas {
	char at[CURVE_ROWS][PAYBACK_POINTS];
	double top;
};

static void mark(struct canvas *c, uint32_t column, double r, char sign)
{
	double height = r / c->top * CURVE_ROWS;

	if (!(r > 0))
		return;
	/* What lies above the drawing stands at its edge. */
	c->at[height < CURVE_ROWS ? CURVE_ROWS - 1 - (int)height : 0][column] = sign;
}

/* The column whose number of jobs is the nearest on the scale. */
static uint32_t column_of(const struct payback *p, double jobs)
{
	double first = log10(p->at[0].jobs), last = log10(p->at[PAYBACK_POINTS - 1].jobs);
	double at = (log10(jobs) - first) / (last - first) * (PAYBACK_POINTS - 1);

	if (!(at > 0))
		return 0;
	return at >= PAYBACK_POINTS - 1 ? PAYBACK_POINTS - 1 : (uint32_t)(at + 0.5);
}

static void paint(const struct payback *p, struct canvas *c)
{
	c->top = p->top;
	memset(c->at, ' ', sizeof c->at);
	for (uint32_t i = 0; i < PAYBACK_POINTS; i += 2)
		mark(c, i, p->parity, '-');
	for (uint32_t i = 0; i < PAYBACK_POINTS; i++)
		mark(c, i, p->at[i].r_max, '*');
	if (p->own_known)
		mark(c, column_of(p, p->jobs), p->r, 'X');
}

static void put_axis(
        struct arena *a, const struct payback *p, enum language language, struct buf *out)
{
	double first = p->at[0].jobs, last = p->at[PAYBACK_POINTS - 1].jobs;
	str left = number_fixed(a, first, first < 1 ? 3 : 0), right = number_fixed(a, last, 0);

	buf_puts(out, "     0.0 +");
	for (uint32_t i = 0; i < PAYBACK_POINTS; i++)
		buf_byte(out, '-');
	buf_format(out, "\n          %.*s", STR_ARG(left));
	for (size_t i = left.len + right.len; i < PAYBACK_POINTS; i++)
		buf_byte(out, ' ');
	buf_format(out, "%.*s %s\n", STR_ARG(right), message(language, MESSAGE_COST_CURVE_JOBS));
}

static void put_legend(
        struct arena *a, const struct payback *p, enum language language, struct buf *out)
{
	str tie = number_fixed(a, p->parity, 3), own[2];

	buf_format(out, "    %.*s",
	        STR_ARG(message_fill(a, language, MESSAGE_COST_CURVE_TIE, &tie, 1)));
	if (p->own_known) {
		own[0] = number_fixed(a, p->jobs, p->jobs == floor(p->jobs) ? 0 : 1);
		own[1] = number_fixed(a, p->r, 3);
		buf_format(out, "    %.*s",
		        STR_ARG(message_fill(a, language,
		                p->pays ? MESSAGE_COST_CURVE_PAYS : MESSAGE_COST_CURVE_PAYS_NOT,
		                own, 2)));
	}
	buf_byte(out, '\n');
}

void cost_curve_text(
        struct arena *a, const struct cost_report *report, uint32_t target, struct buf *out)
{
	const struct payback *p = &report->result->targets[target].payback;
	str months = arena_format(a, "%.0f", p->months);
	struct canvas c;

	if (!p->some)
		return;
	paint(p, &c);
	buf_format(out, "  %.*s\n",
	        STR_ARG(message_fill(a, report->language, MESSAGE_COST_CURVE_HEAD, &months, 1)));
	for (int row = 0; row < CURVE_ROWS; row++) {
		size_t n = PAYBACK_POINTS;

		while (n && c.at[row][n - 1] == ' ')
			n--;
		if (row)
			buf_puts(out, "         |");
		else
			buf_format(out, "%8.1f |", p->top);
		buf_put(out, (str){c.at[row], n});
		buf_byte(out, '\n');
	}
	put_axis(a, p, report->language, out);
	put_legend(a, p, report->language, out);
}
