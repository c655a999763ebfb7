/* Words, order and fingerprints of findings.
 *
 * The fingerprint is FNV-1a with 128 bits (offset basis and prime as published), over a version
 * number and the three parts with a separator that stands in none of them. It must never change
 * for the same input: baselines of other people hold it. */
#include "scanner/finding.h"

#include <stdlib.h>

static const char *const severity_words[SEVERITY_COUNT] = {"", "info", "minor", "major", "blocker"};

str severity_word(enum severity severity)
{
	return str_from(severity_words[severity]);
}

bool severity_parse(str word, enum severity *severity)
{
	for (int i = 1; i < SEVERITY_COUNT; i++)
		if (str_eq(word, str_from(severity_words[i]))) {
			*severity = (enum severity)i;
			return true;
		}
	return false;
}

str finding_from_word(enum finding_from from)
{
	static const char *const words[FROM_COUNT] = {
	        [FROM_CHANGE] = "change",
	        [FROM_RULES] = "rules",
	        [FROM_FACTS] = "facts",
	        [FROM_CALENDAR] = "calendar",
	};

	return str_from(words[from]);
}

str finding_state_word(enum finding_state state)
{
	static const char *const words[] = {
	        [FINDING_NEW] = "new",
	        [FINDING_BASELINE] = "baseline",
	        [FINDING_SUPPRESSED] = "suppressed",
	        [FINDING_UNCHANGED] = "unchanged",
	};

	return str_from(words[state]);
}

enum severity finding_worst(const struct finding *finding, uint32_t targets)
{
	enum severity worst = SEVERITY_NONE;

	for (uint32_t i = 0; i < RULE_TARGETS; i++)
		if (targets >> i & 1 && finding->severity[i] > worst)
			worst = (enum severity)finding->severity[i];
	return worst;
}

struct wide {
	uint64_t high, low;
};

/* times the prime 2^88 + 0x13b, modulo 2^128 */
static struct wide times_prime(struct wide h)
{
	const uint64_t small = 0x13b;
	uint64_t low_low = (h.low & 0xffffffff) * small;
	uint64_t low_high = (h.low >> 32) * small + (low_low >> 32);
	struct wide r;

	r.low = low_high << 32 | (low_low & 0xffffffff);
	r.high = h.high * small + (low_high >> 32) + (h.low << 24);
	return r;
}

static struct wide add_bytes(struct wide h, str s)
{
	for (size_t i = 0; i < s.len; i++) {
		h.low ^= (unsigned char)s.ptr[i];
		h = times_prime(h);
	}
	return h;
}

void finding_fingerprint(str rule, str matched, str statement, uint64_t out[2])
{
	struct wide h = {UINT64_C(0x6c62272e07bb0142), UINT64_C(0x62b821756295c58d)};
	const str separator = {"\0", 1};
	const str parts[] = {S("1"), rule, matched, statement};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		h = add_bytes(h, parts[i]);
		h = add_bytes(h, separator);
	}
	out[0] = h.high;
	out[1] = h.low;
}

str fingerprint_text(struct arena *arena, const uint64_t fingerprint[2])
{
	return arena_format(arena, "%d:%016llx%016llx", FINGERPRINT_VERSION,
	        (unsigned long long)fingerprint[0], (unsigned long long)fingerprint[1]);
}

static int by_number(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_place(const struct finding *a, const struct finding *b)
{
	int c = str_cmp(a->path, b->path);

	if (!c)
		c = by_number(a->cell, b->cell);
	if (!c)
		c = by_number(a->line, b->line);
	if (!c)
		c = by_number(a->column, b->column);
	return c;
}

static int compare(const void *left, const void *right, void *rule_ids)
{
	const struct finding *a = left, *b = right;
	const str *ids = rule_ids;
	int c = compare_place(a, b);

	if (!c)
		c = str_cmp(ids[a->rule], ids[b->rule]);
	if (!c)
		c = by_number(a->end_line, b->end_line);
	if (!c)
		c = by_number(a->end_column, b->end_column);
	if (!c)
		c = str_cmp(a->message, b->message);
	return c;
}

void findings_sort_from(struct findings *findings, uint32_t first, const str *rule_ids)
{
	struct finding *list = findings->list.at;
	union {
		const void *from;
		void *to;
	} ids = {.from = rule_ids};
	uint32_t kept = first;

	if (findings->list.len <= first)
		return;
	qsort_r(list + first, findings->list.len - first, sizeof *list, compare, ids.to);
	for (uint32_t i = first + 1; i < findings->list.len; i++)
		if (list[kept].rule != list[i].rule || compare_place(&list[kept], &list[i]))
			list[++kept] = list[i];
	findings->list.len = kept + 1;
}

void findings_sort(struct findings *findings, const str *rule_ids)
{
	findings_sort_from(findings, 0, rule_ids);
}
