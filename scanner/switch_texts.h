/* What is said of switches where it is written: values, options and names in texts. For switches.c.
 */
#ifndef SCANNER_SWITCH_TEXTS_H
#define SCANNER_SWITCH_TEXTS_H

#include "scanner/switches.h"

enum {
	MARK_ON = 1,       /* given something that is true, or not known */
	MARK_OFF = 2,      /* given something that is false, None, or not known */
	MARK_REF = 4,      /* handed on: who calls it then gives what is not seen */
	MARK_BASE = 8,     /* a class that others derive from */
	MARK_PART = 16,    /* imported by that name, or asked of something: x.NAME */
	MARK_TYPE = 256,   /* the type of something: some libraries make what a type says */
	MARK_SET = 512,    /* given something, and not only a text by the default of a parameter,
	                    * or a number as it is written */
	MARK_TEXT = 1024,  /* of a name, or a place, and a text or a number: that is given so */
	MARK_KEY = 2048,   /* off in a configuration */
	MARK_GIVEN = 4096, /* an option that a command gives */
	MARK_LOOSE = 8192, /* on, where no section of a configuration is known */
	MARK_ALIAS = 16384, /* known by another name as well, whose calls are followed */
	MARK_ALL = 31 | MARK_TYPE | MARK_SET | MARK_ALIAS,
};

enum { SWITCH_WORD_BITS = 1 << 20 };

/* What calls give functions by place: nothing, always the same name, or anything. */
enum {
	SWITCH_PLACES_MOST = 24,
	SWITCH_PLACE_STAR = SWITCH_PLACES_MOST, /* f(*args) */
	SWITCH_PLACE_ANY = 0xffff,
};

/* What functions are called whose name is made at run time. */
#define SWITCH_NO_NAME "()"

uint64_t switch_place_hash(uint64_t function, uint32_t place);
uint16_t *switch_place(const struct switches *s, uint64_t function, uint32_t place);
/* Likewise, numbers as they are written aside. */
uint16_t *switch_loose(const struct switches *s, uint64_t function, uint32_t place);
/* A number for the name of what is given at a place, never that of anything. */
uint16_t switch_sign(uint64_t hash);
void switch_give(uint16_t *place, uint16_t sign);

uint64_t switch_hash(str name);
/* Something of that hash is given a number, by its digits. */
void switches_number(struct switches *s, uint64_t hash, str digits);
/* A text, or a number, of something of that hash. */
uint64_t switch_text_hash(uint64_t hash, str text);
/* Of a word of a text, whatever its letters and joints: "FusedSGD" is fused_sgd. */
uint64_t switch_word_hash(str word);
/* A text has the word, or `part` of one that is made of it. */
void switches_note_word(struct switches *s, str word, bool part);
/* Likewise the words of a text of a source that begins at a quote, unless it is compared. */
void switches_note_quoted(struct switches *s, str text, size_t quote);
bool switches_have_hash(const struct switches *s, uint64_t word);
/* Some text has the word, or may be made to be it. */
bool switches_have_word(const struct switches *s, str word);
/* No more than is said. */
void switches_say(struct switches *s, uint64_t hash, unsigned kinds);
/* Likewise of a key of a section. */
void switches_say_within(struct switches *s, uint64_t hash, unsigned kinds);
/* What an heir is given is given to its base. For switch_heirs.c. */
void switches_give_on(struct switches *s, const struct switch_heir *heir);
/* What is given a value is given something, too. */
void switches_mark(struct switches *s, uint64_t hash, unsigned kinds);
bool switches_say_so(const struct switches *s, uint64_t hash, unsigned kind);
/* opt["train"].get("mode"), on one line and nothing else: what is kept under that name. */
bool switch_asks_key(str line, str name);
/* What an argument gives, by MARK_ON and MARK_OFF; nothing when it is the name itself. */
unsigned switch_argument_says(const struct python_file *file, const struct python_arg *arg);
/* parser.add_argument("--use-perf", action="store_true") */
void switches_note_flag(
        struct switches *s, const struct python_file *file, const struct python_call *call);
/* Once all are noted. */
void switches_sort_flags(struct switches *s);
/* A flag that stands nowhere but where it is declared, in any of its forms. */
bool switches_leave_flag(const struct switches *s, str name, str *spelled);
/* The text that stands as a whole behind a parameter's name as its default; "": there is none. */
str switch_text_behind(str text, size_t at);
/* Likewise a number, by its digits. */
str switch_number_behind(str text, size_t at);
/* What a number is that is more than one. */
#define SWITCH_SEVERAL S(">1")
static inline bool switch_is_several(str digits)
{
	return digits.len > 1 || (digits.len && digits.ptr[0] > '1');
}
/* Of what a test compares with: 3, or more than one. */
static inline bool switch_is_number(str text)
{
	return str_eq(text, SWITCH_SEVERAL) ||
	       (text.len && text.ptr[0] >= '0' && text.ptr[0] <= '9');
}
/* "--use-perf" as the name that it is kept under, in `out`. */
str switch_flag_name(char *out, size_t room, str flag);
/* A value, up to what ends it: True, False, None, args.NAME. */
enum switch_value switch_value_of(str text, str name);
/* Where the = stands behind a name and its annotation; the length: nowhere. */
size_t switch_equals_behind(str text, size_t at);
/* Keys, names and options among the texts of a source. */
void switches_note_literals(struct switches *s, str text);
/* The file names what makes things by their annotations, or reads these. */
bool switch_reads_annotations(const struct python_file *file);

#endif
