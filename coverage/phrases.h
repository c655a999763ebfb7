/* What coverage says of an answer in words of its own, in English and Traditional Chinese
 * (base/phrase.h). Words of the facts themselves are data and stay as they are. */
#ifndef COVERAGE_PHRASES_H
#define COVERAGE_PHRASES_H

#include "base/phrase.h"

/* X(name, format, Traditional Chinese as said in Taiwan) */
#define COVERAGE_PHRASES(X)                                                                        \
	X(phrase_no_fact, "no fact names this operator", "沒有資料提到此運算子")                   \
	X(phrase_not_of_this, "what is known says nothing of this dtype or of these arguments",    \
	        "現有資料未涵蓋此資料型別或這些參數")                                              \
	X(phrase_part_unknown, "its part %.*s is unknown", "其中的 {0} 尚未知道")                  \
	X(phrase_other_device, "a name of another device: %.*s", "屬於其他裝置的名稱：{0}")        \
	X(phrase_no_operator, "no operator of this name is known", "沒有這個名稱的運算子")         \
	X(phrase_overload_unknown, "an overload of this name is unknown",                          \
	        "此名稱的某個多載尚未知道")                                                        \
	X(phrase_through, "through %.*s: %.*s", "經由 {0}：{1!}")                                  \
	X(phrase_through_alone, "through %.*s", "經由 {0}")

COVERAGE_PHRASES(PHRASE_FORMAT)

#endif
