/* Nearly every text of a program is none, so a look at its last byte comes first: names of
 * backends, of modes and of devices, and a device's index, end in few different ones. */
#include "scanner/python/device_name.h"

#include <string.h>

static const str devices[] = {{"cuda", 4}, {"xla", 3}, {"tpu", 3}, {"neuron", 6}, {"mps", 3},
        {"npu", 3}, {"xpu", 3}, {"hpu", 3}, {"mlu", 3}, {"musa", 4}, {"gpu", 3}, {"rocm", 4},
        {"hip", 3}, {"privateuseone", 13}};

static const str backends[] = {{"nccl", 4}, {"gloo", 4}, {"mpi", 3}, {"ucc", 3}, {"hccl", 4},
        {"rccl", 4}, {"xccl", 4}, {"cncl", 4}, {"mccl", 4}, {"eccl", 4}, {"ccl", 3},
        {"tpu_dist", 8}, {"smddp", 5}};

static const str modes[] = {
        {"max-autotune", 12}, {"reduce-overhead", 15}, {"max-autotune-no-cudagraphs", 26}};

static bool is_in(str text, const str *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(text, list[i]))
			return true;
	return false;
}

static bool all_digits(str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned)(s.ptr[i] - '0') >= 10)
			return false;
	return s.len > 0;
}

static bool is_device(str s)
{
	size_t colon = str_find_byte(s, ':');
	str index = str_from_at(s, colon + 1);

	if (colon < s.len && !all_digits(index) && !str_eq(index, S("{}")))
		return false;
	return is_in(str_slice(s, 0, colon), devices, sizeof devices / sizeof *devices);
}

/* "nccl", or "cuda:nccl" with lower-case letters before the colon. */
static bool is_one_backend(str s)
{
	size_t colon = str_find_byte(s, ':');

	for (size_t i = 0; colon < s.len && i < colon; i++)
		if ((unsigned)(s.ptr[i] - 'a') >= 26)
			return false;
	if (!colon)
		return false;
	return is_in(colon < s.len ? str_from_at(s, colon + 1) : s, backends,
	        sizeof backends / sizeof *backends);
}

static bool is_backend(str s)
{
	str part;

	while (str_cut(&s, ',', &part))
		if (!is_one_backend(part))
			return false;
	return true;
}

/* The words are short and begin with few letters; what holds neither a colon nor a comma is one of
 * them or nothing. */
static bool is_no_word(str text)
{
	enum { WORD_MOST = 26 };

	return (text.len > WORD_MOST || !memchr("cxtnmhgprues", text.ptr[0], 12)) &&
	       str_find_byte(text, ':') == text.len && str_find_byte(text, ',') == text.len;
}

enum python_string_class device_class(str text)
{
	if (!text.len || !memchr("aunsmep0123456789}loictd", text.ptr[text.len - 1], 24) ||
	        is_no_word(text))
		return PYTHON_PLAIN;
	if (is_device(text))
		return PYTHON_DEVICE;
	if (is_in(text, modes, sizeof modes / sizeof *modes))
		return PYTHON_MODE;
	return is_backend(text) ? PYTHON_BACKEND : PYTHON_PLAIN;
}
