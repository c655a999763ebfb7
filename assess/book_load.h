/* The price book as tables in a blob: bundled and a user's own through the same checks.
 *
 * Every column of a row is a text or a number; a number that is not there is NAN. The columns of
 * each table are data (book_load.c), so that the reader of rows and the checks are one. */
#ifndef ASSESS_BOOK_LOAD_H
#define ASSESS_BOOK_LOAD_H

#include "base/blob.h"
#include "base/yaml.h"

enum book_table {
	BOOK_MACHINES,
	BOOK_PRICES,
	BOOK_STORAGE,
	BOOK_CLASSES,
	BOOK_SETTINGS,
	BOOK_DISCOUNTS,
	BOOK_COMMITMENTS,
	BOOK_PARTS,
	BOOK_TABLES
};

enum {
	MACHINE_NAME,
	MACHINE_PROVIDER,
	MACHINE_ROLE,
	MACHINE_ACCELERATOR,
	MACHINE_CHIPS,
	MACHINE_DEVICES,
	MACHINE_MEMORY,
	MACHINE_HBM,
	MACHINE_BF16,
	MACHINE_FP8,
	MACHINE_NETWORK,
	MACHINE_ON_DEMAND,
	MACHINE_REGION,
	MACHINE_DATE,
	MACHINE_SOURCE,
	MACHINE_NOTE
};

enum {
	PRICE_PROVIDER,
	PRICE_INSTANCE,
	PRICE_REGION,
	PRICE_PURCHASE,
	PRICE_USD,
	PRICE_CURRENCY,
	PRICE_DATE,
	PRICE_EVIDENCE,
	PRICE_SOURCE,
	PRICE_NOTE
};

enum { STORAGE_PROVIDER, STORAGE_ITEM, STORAGE_UNIT, STORAGE_USD, STORAGE_DATE, STORAGE_SOURCE };

enum {
	CLASS_NAME,
	CLASS_WORDS,
	CLASS_LOW,
	CLASS_LIKELY,
	CLASS_HIGH,
	CLASS_HOURS,
	CLASS_ORIGIN,
	CLASS_TEXT,
	CLASS_SOURCE
};

enum {
	SETTING_KEY,
	SETTING_UNIT,
	SETTING_VALUE,
	SETTING_LOW,
	SETTING_LIKELY,
	SETTING_HIGH,
	SETTING_ORIGIN,
	SETTING_TEXT,
	SETTING_SOURCE
};

enum {
	DISCOUNT_PROVIDER,
	DISCOUNT_INSTANCE,
	DISCOUNT_REGION,
	DISCOUNT_PURCHASE,
	DISCOUNT_PERCENT,
	DISCOUNT_DATE,
	DISCOUNT_SOURCE
};

enum {
	COMMITMENT_INSTANCE,
	COMMITMENT_PURCHASE,
	COMMITMENT_USD_MONTH,
	COMMITMENT_UNTIL,
	COMMITMENT_DATE,
	COMMITMENT_SOURCE
};

enum { PART_MACHINE, PART_NAME, PART_MATCH, PART_QUANTITY, PART_UNIT, PART_SOURCE };

uint32_t book_rows(struct blob blob, enum book_table table);
/* The empty text for a column that is not given. */
str book_text(struct blob blob, enum book_table table, uint32_t row, uint32_t column);
/* NAN for a column that is not given. */
double book_number(struct blob blob, enum book_table table, uint32_t row, uint32_t column);

/* Reads files into one blob. `bundled`: dates may be missing, as sources leave them out; in a
 * user's file a price without a date is an error. Every problem is reported. */
struct book_loader;
struct book_loader *book_loader_new(struct env *env, bool bundled);
bool book_loader_read(struct book_loader *loader, str path, str text);
/* The blob, in env->keep. */
str book_loader_finish(struct book_loader *loader);

#endif
