/* Host tool: what assess/draws.h describes as bytes of this machine, with the tables that the
 * bundled defaults (what embed_assess wrote) ask for.
 *
 *	embed_draws OUTPUT DEFAULTS */
#include "assess/book_load.h"
#include "assess/draws.h"
#include "base/file.h"

#include <math.h>
#include <stdio.h>

static bool add_shape(struct draws *draws, double low, double likely, double high)
{
	double alpha;

	if (isnan(low) || isnan(likely) || !(low < high))
		return true;
	alpha = draws_shape(low, likely, high);
	for (uint32_t i = 0; i < draws->n_shapes; i++)
		if (draws_same_shape(draws->shapes[i].alpha, alpha))
			return true;
	if (draws->n_shapes == PERT_SHAPES)
		return false;
	draws_make_table(draws, alpha, &draws->shapes[draws->n_shapes++]);
	return true;
}

/* Hours of classes and phases; the other settings are no part of an effort. */
static bool add_defaults(struct draws *draws, struct blob book)
{
	bool ok = true, factors = false;

	for (uint32_t i = 0; i < book_rows(book, BOOK_CLASSES); i++)
		ok &= add_shape(draws, book_number(book, BOOK_CLASSES, i, CLASS_LOW),
		        book_number(book, BOOK_CLASSES, i, CLASS_LIKELY),
		        book_number(book, BOOK_CLASSES, i, CLASS_HIGH));
	for (uint32_t i = 0; i < book_rows(book, BOOK_SETTINGS); i++) {
		str key = book_text(book, BOOK_SETTINGS, i, SETTING_KEY);

		if (str_eq(key, S("u.scan"))) {
			draws_make_factors(draws,
			        book_number(book, BOOK_SETTINGS, i, SETTING_VALUE),
			        &draws->factors);
			factors = true;
		}
		if (str_starts(key, S("phase.")))
			ok &= add_shape(draws, book_number(book, BOOK_SETTINGS, i, SETTING_LOW),
			        book_number(book, BOOK_SETTINGS, i, SETTING_LIKELY),
			        book_number(book, BOOK_SETTINGS, i, SETTING_HIGH));
	}
	return ok && factors;
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
		draws_make(draws);
		ok = add_defaults(draws, (struct blob){(const uint32_t *)(const void *)book.ptr}) &&
		     file_write(&env, str_from(argv[1]), (str){(const char *)draws, sizeof *draws});
	}
	if (!ok)
		fprintf(stderr,
		        "embed_draws: defaults cannot be read, are too many, or nothing can be "
		        "written\n");
	arena_free(arena);
	return !ok;
}
