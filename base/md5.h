/* MD5 (RFC 1321), only to tell whether a text is the one that was written: no security in it. */
#ifndef BASE_MD5_H
#define BASE_MD5_H

#include "base/str.h"

/* Zero-initialised is empty. */
struct md5 {
	uint32_t state[4];
	uint64_t bytes;
	unsigned char block[64];
};

/* Takes text in any number of pieces. */
void md5_add(struct md5 *md5, str piece);
/* 32 lower-case hexadecimal digits and a NUL. Ends the digest. */
void md5_hex(struct md5 *md5, char hex[33]);

/* Digests of many texts side by side, faster than one after the other; best in order of falling
 * length. */
void md5_hex_many(const str *texts, uint32_t count, char (*hex)[33]);

#endif
