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

static void put_axis(struct arena *a, const struct payback *p, struct buf *out)
{
	double first = p->at[0].jobs, last = p->at[PAYBACK_POINTS - 1].jobs;
	str left = number_fixed(a, first, first < 1 ? 3 : 0), right = number_fixed(a, last, 0);

	buf_puts(out, "     0.0 +");
	for (uint32_t i = 0; i < PAYBACK_POINTS; i++)
		buf_byte(out, '-');
	buf_format(out, "\n          %.*s", STR_ARG(left));
	for (size_t i = left.len + right.len; i < PAYBACK_POINTS; i++)
		buf_byte(out, ' ');
	buf_format(out, "%.*s jobs a month\n", STR_ARG(right));
}

void cost_curve_text(struct arena *a, const struct payback *p, struct buf *out)
{
	struct canvas c;

	if (!p->some)
		return;
	paint(p, &c);
	buf_format(out, "  time ratio; on the line (*) and below it pays back within %.0f months\n",
	        p->months);
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
	put_axis(a, p, out);
	buf_format(out, "    - %.*s: the bills tie", STR_ARG(number_fixed(a, p->parity, 3)));
	if (p->own_known)
		buf_format(out, "    X %.*s jobs at %.*s: you are here, and it %s",
		        STR_ARG(number_fixed(a, p->jobs, p->jobs == floor(p->jobs) ? 0 : 1)),
		        STR_ARG(number_fixed(a, p->r, 3)), p->pays ? "pays" : "does not pay");
	buf_byte(out, '\n');
}
