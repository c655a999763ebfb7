/* Host tool: what assess/draws.h describes as bytes of this machine, with the tables that the
 * bundled defaults (what embed_assess wrote) ask for.
 *
 *	embed_draws OUTPUT DEFAULTS */
#include "assess/book_load.h"
#include "assess/statistics.h"
#include "base/file.h"
#include "base/lanes.h"

#include <stdio.h>
#include <string.h>

static const struct pert_table *add_shape(struct draws *draws, struct points hours)
{
	double alpha = draws_shape(hours.low, hours.likely, hours.high);
	struct pert_table *table = draws->shapes;

	for (; table < draws->shapes + draws->n_shapes; table++)
		if (draws_same_shape(table->alpha, alpha))
			return table;
	if (draws->n_shapes == PERT_SHAPES)
		return NULL;
	draws->n_shapes++;
	draws_make_table(draws, alpha, table);
	return table;
}

/* Three columns in a row. */
static struct points points_at(
        struct blob book, enum book_table table, uint32_t row, uint32_t column)
{
	return (struct points){book_number(book, table, row, column),
	        book_number(book, table, row, column + 1),
	        book_number(book, table, row, column + 2)};
}

static bool add_classes(struct draws *draws, struct blob book)
{
	bool ok = true;

	for (uint32_t i = 0; i < book_rows(book, BOOK_CLASSES); i++) {
		struct points hours = points_at(book, BOOK_CLASSES, i, CLASS_LOW);

		ok &= !points_are_range(hours) || add_shape(draws, hours);
	}
	return ok;
}

static bool add_factors(struct draws *draws, struct blob book)
{
	for (uint32_t i = 0; i < book_rows(book, BOOK_SETTINGS); i++)
		if (str_eq(book_text(book, BOOK_SETTINGS, i, SETTING_KEY), S("u.scan"))) {
			draws_make_factors(draws,
			        book_number(book, BOOK_SETTINGS, i, SETTING_VALUE),
			        &draws->factors);
			return true;
		}
	return false;
}

/* Room for one item's draws. */
struct room {
	double draws[EFFORT_DRAWS];
	struct quantile_room quantiles;
};

static bool draw_phase(struct draws *draws, struct points hours, struct room *room)
{
	struct drawn_phases *out = &draws->phases;
	const struct pert_table *table = add_shape(draws, hours);
	double factor;
	struct points unit = points_unit(hours, &factor);

	if (!table || out->count == DRAWN_PHASES)
		return false;
	pert_draws(table, unit, &out->behind, room->draws, EFFORT_DRAWS);
	lanes_multiply(room->draws, draws->factors.at, EFFORT_DRAWS);
	lanes_add(out->sum, room->draws, EFFORT_DRAWS, factor);
	out->hours[out->count] = hours;
	out->spread[out->count++] = spread_scaled(spread_of(room->draws, &room->quantiles), factor);
	return true;
}

/* In their order, as assess/effort.c draws them; several devices are no default. */
static bool add_phases(struct draws *draws, struct blob book, struct arena *arena)
{
	struct room *room = ARENA_NEW(arena, struct room);
	bool ok = true;

	room->quantiles = quantile_room(arena, EFFORT_DRAWS);
	draws->phases.behind = draws->behind;
	for (uint32_t i = 0; i < book_rows(book, BOOK_SETTINGS); i++) {
		str key = book_text(book, BOOK_SETTINGS, i, SETTING_KEY);
		struct points hours = points_at(book, BOOK_SETTINGS, i, SETTING_LOW);

		if (str_eq(key, S("phase.distributed")))
			ok &= add_shape(draws, hours) != NULL;
		else if (str_starts(key, S("phase.")))
			ok &= draw_phase(draws, hours, room);
	}
	return ok;
}

int main(int argc, char **argv)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	struct draws *draws = ARENA_NEW(arena, struct draws);
	str book;
	bool ok = argc == 3 &&
	          file_read(&env, str_from(argv[2]), limits_default.text_file_bytes, &book);

	if (ok) {
		struct blob table = {
		        memcpy(arena_room(arena, book.len, sizeof(double)), book.ptr, book.len)};

		draws_make(draws);
		ok = add_factors(draws, table) && add_classes(draws, table) &&
		     add_phases(draws, table, arena) &&
		     file_write(&env, str_from(argv[1]), (str){(const char *)draws, sizeof *draws});
	}
	if (!ok)
		fprintf(stderr,
		        "embed_draws: defaults cannot be read, are too many, or nothing can be "
		        "written\n");
	arena_free(arena);
	return !ok;
}
