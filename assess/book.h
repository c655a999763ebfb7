/* The price book: what machines are and what they cost, when, where, bought how, who says so.
 *
 * A price that nobody tells is `not priced` (NAN), never 0. Later layers (a user's files) win over
 * the bundled table; within a layer the newest date wins. Purchase options are never mixed: a
 * question names one and gets that one or nothing. */
#ifndef ASSESS_BOOK_H
#define ASSESS_BOOK_H

#include "assess/quantity.h"

struct machine {
	str name, provider, role, accelerator;
	double chips, devices, memory_gib, hbm_tbps, bf16_tflops, fp8_tflops, network_gbps;
	str date, source, note;
};

struct price {
	str provider, instance, region, purchase;
	double usd_per_hour; /* NAN: not priced; discounts are in */
	str date;            /* empty: the source tells none */
	int32_t days;        /* since 1970; only where there is a date */
	str evidence, source, note;
	double list_usd_per_hour; /* before a discount */
	str discount;             /* who granted it; empty: none */
	uint32_t layer;           /* 0: bundled */
};

/* Storage, requests, transfer. */
struct rate {
	str provider, item, unit;
	double usd;
	str date;
	int32_t days;
	str source;
	uint32_t layer;
};

struct discount {
	str provider, instance, region, purchase; /* empty: any; an instance may end in * */
	double percent;
	str date, source;
};

/* Money owed until a day, used or not. */
struct commitment {
	str instance, purchase, date, source;
	double usd_month;
	int32_t until;
};

/* What a machine is billed as where a cloud prices single parts (catalog.h). */
struct machine_part {
	str machine, part, match, unit; /* unit: h, GiBy.h, GiBy.mo */
	double quantity;
};

struct book {
	VEC(struct machine) machines;
	VEC(struct price) prices; /* discounts not yet in */
	VEC(struct rate) rates;
	VEC(struct discount) discounts;
	VEC(struct commitment) commitments;
	VEC(struct machine_part) parts;
};

struct price_wish {
	str instance, purchase;
	str region;         /* empty: the only region that has one */
	struct place place; /* of the question, for messages */
};

/* The bundled book with the user's files over it, in env->keep; NULL when reported. */
struct book *book_open(struct env *env, const str *overlays, uint32_t n_overlays);
/* The machines of the bundled book and nothing else. */
struct book *book_of_machines(struct env *env);
/* NULL when it is not known. */
const struct machine *book_machine(const struct book *book, str name);
/* The least time in which `count` such machines can do that many operations and move that many
 * bytes: dense peak of the dtype ("bf16" or "fp8") and memory bandwidth, whichever is slower. A
 * bound, no forecast. NAN when a peak is not known or the machine has none. */
double machine_least_hours(
        const struct machine *machine, double count, str dtype, const double flops_and_bytes[2]);
/* Whether any table knows the name; if not, reported with the nearest. */
bool book_know_instance(struct env *env, const struct book *book, struct place place, str instance);
/* The price that answers; not found or said to be unpriced: usd_per_hour is NAN. A wish without a
 * region that several regions could answer is an error at its place. */
bool book_price(
        struct env *env, const struct book *book, const struct price_wish *wish, struct price *out);
/* Every priced row of an instance, best layer and newest of each purchase and region, in the order
 * of purchase options, then regions. */
uint32_t book_offers(struct env *env, const struct book *book, str instance, struct price **out);
/* The newest row of an item; reported with the nearest when there is none. NULL then. */
const struct rate *book_rate(
        struct env *env, const struct book *book, struct place place, str item);
/* Whether a region of a row answers for a region asked for: "us" answers for "us-east-1", "any" for
 * all, "sa-east-1, ap-southeast-4" for both. */
bool region_answers(str row, str asked);
bool purchase_is_known(str purchase);
uint32_t purchase_rank(str purchase);

#endif
