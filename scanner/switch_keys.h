/* Keys of configurations by the section that they stand in: _C.DETECTION.ENABLE = False,
 *     DETECTION:
 *       ENABLE: false
 * where ENABLE alone means something in several of them. */
#ifndef SCANNER_SWITCH_KEYS_H
#define SCANNER_SWITCH_KEYS_H

#include "scanner/switches.h"

/* What a key is given in its section, MARK_…; section "": it stands in none that is known. */
void switches_give_key(struct switches *s, str section, str name, unsigned kinds);
/* Some configuration, or its defaults, has the key, SECTION.NAME, off, and nothing gives it in that
 * section, nor the name where no section is known. */
bool switches_leave_key(const struct switches *s, str key);

enum { SECTIONS_MOST = 8 };

/* The sections around a line of YAML. */
struct switch_sections {
	struct {
		size_t indent;
		str name;
	} around[SECTIONS_MOST];
	uint32_t count;
	size_t seen, line; /* so far looked through; where the last line begins there, */
	size_t indent;     /* and its first byte that is no blank, dash or quote */
};

/* The section of a key at a place, which is one of those around the next line from then on; "": of
 * the file. Of one text, place after place. */
str switch_section(struct switch_sections *of, str text, size_t from, size_t end);
/* cfg.DETECTION.ENABLE: DETECTION.ENABLE; "": a name with less parts. */
str switch_key_asked(str word);

#endif
