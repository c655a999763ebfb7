/* The price book, fetched prices and bills: text, JSON, CSV, and YAML that --prices reads. */
#ifndef REPORT_PRICES_H
#define REPORT_PRICES_H

#include "assess/book.h"
#include "assess/focus.h"
#include "assess/offers.h"

struct price_list {
	const struct book *book;
	const struct price *prices;
	uint32_t n;
	bool storage; /* with storage, requests and transfer */
	int32_t as_of;
	double stale_days;
};

void report_prices_text(struct arena *arena, const struct price_list *list, struct buf *out);
void report_prices_json(struct arena *arena, const struct price_list *list, struct buf *out);
void report_prices_csv(struct arena *arena, const struct price_list *list, struct buf *out);

/* Fetched prices beside what the book says now. */
struct price_update {
	const struct book *book;
	const struct offers *offers;
	uint32_t n;
};

void report_update_text(struct arena *arena, const struct price_update *update, struct buf *out);
void report_update_json(struct arena *arena, const struct price_update *update, struct buf *out);
void report_update_yaml(struct arena *arena, const struct price_update *update, struct buf *out);

struct bill_report {
	const struct focus_bill *bill;
	str path;
};

void report_bill_text(struct arena *arena, const struct bill_report *report, struct buf *out);
void report_bill_json(struct arena *arena, const struct bill_report *report, struct buf *out);
/* What an hour of each machine really cost, as prices; nothing for a bill that is not in USD. */
void report_bill_yaml(struct arena *arena, const struct bill_report *report, struct buf *out);

/* One row of `prices:`. */
void price_yaml(struct buf *out, const struct price *price);

#endif
