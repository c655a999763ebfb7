/* All text that a manager reads, in English and Traditional Chinese: one row a message, so a
 * missing translation does not compile. Engineers' texts (reasons, names of operators, rules) are
 * English everywhere. */
#ifndef REPORT_MESSAGE_H
#define REPORT_MESSAGE_H

#include "base/str.h"

enum language { LANGUAGE_EN, LANGUAGE_ZH_TW };

/* X(enumerator, English, Traditional Chinese as said in Taiwan) */
#define MESSAGE_LIST(X)                                                                            \
	X(MESSAGE_TITLE, "What a move off NVIDIA takes", "搬離 NVIDIA 需要什麼")                   \
	X(MESSAGE_SCANNED_ONLY, "scanned only, nothing was run", "僅掃描，未執行")                 \
	X(MESSAGE_GRAPHS, "graphs", "張計算圖")                                                    \
	X(MESSAGE_CALLS, "operator calls", "次運算子呼叫")                                         \
	X(MESSAGE_SOURCES, "source files", "個原始檔")                                             \
	X(MESSAGE_LINES, "lines", "行")                                                            \
	X(MESSAGE_STOPS, "It does not run as it is", "目前還不能執行")                             \
	X(MESSAGE_CANNOT_SAY, "Cannot say yet", "資料不足，無法判斷")                              \
	X(MESSAGE_NEEDS_CHANGE, "Runs with changes", "需調整")                                     \
	X(MESSAGE_NOTHING_FOUND, "Nothing was found against it", "未發現阻礙")                     \
	X(MESSAGE_NOT_LOOKED_AT, "Nothing was looked at", "本次未檢查")                            \
	X(MESSAGE_NO_PROMISE,                                                                      \
	        "What was scanned is not the whole port: a model that loads has not run.",         \
	        "掃描結果不等於完成搬遷：能載入不代表跑得完。")                                    \
	X(MESSAGE_CAUSES_STOP, "causes stop the run", "項會擋住執行")                              \
	X(MESSAGE_CAUSES_CHANGE, "causes need a change", "項必須修改")                             \
	X(MESSAGE_NO_WAY, "of them without a known way", "項尚無合適做法")                         \
	X(MESSAGE_HOURS,                                                                           \
	        "engineering hours (P50 to P90), estimated from a scan alone: assumed, not measured", \
	        "工時（小時，P50 到 P90），僅依掃描結果估計，非實測")                              \
	X(MESSAGE_NO_HOURS,                                                                        \
	        "No hours: something has no known way, so it is not portable as it is",            \
	        "不估工時：有項目尚無合適做法，無法照現況搬遷")                                    \
	X(MESSAGE_EAGER, "eager", "即時執行（eager）")                                             \
	X(MESSAGE_COMPILED, "compiled", "編譯模式（compile）")                                     \
	X(MESSAGE_WHAT_STOPS, "What stops it", "擋住搬遷的原因")                                   \
	X(MESSAGE_OPERATORS, "Operators that need thought", "需要處理的運算子")                    \
	X(MESSAGE_ALL_OPERATORS, "All operators", "全部運算子")                                    \
	X(MESSAGE_APIS, "Calls of torch in the sources", "原始碼中的 torch 呼叫")                  \
	X(MESSAGE_RESTS_ON, "What this rests on", "依據有多強")                                    \
	X(MESSAGE_NOT_SEEN, "Not looked at", "本次未檢查")                                         \
	X(MESSAGE_GATE_OFF, "Gate: off", "CI 關卡：未啟用")                                        \
	X(MESSAGE_GATE_PASSED, "Gate: passed", "CI 關卡：通過")                                    \
	X(MESSAGE_GATE_HIT, "Gate: failed", "CI 關卡：未通過")                                     \
	X(MESSAGE_OPERATOR, "operator", "運算子")                                                  \
	X(MESSAGE_DTYPES, "dtypes", "資料型別")                                                    \
	X(MESSAGE_NUMBER_CALLS, "calls", "次數")                                                   \
	X(MESSAGE_WHERE, "where", "位置")                                                          \
	X(MESSAGE_WHY, "why", "原因")                                                              \
	X(MESSAGE_INSTEAD, "instead", "改用")                                                      \
	X(MESSAGE_PLACES, "places", "處")                                                          \
	X(MESSAGE_FILES, "files", "個檔案")                                                        \
	X(MESSAGE_GUARDED, "guarded", "有保護")                                                    \
	X(MESSAGE_SAME_CAUSE, "However often a cause shows, it is one piece of work.",             \
	        "同一原因不論出現幾處，只算一項工作。")                                            \
	X(MESSAGE_FILTER, "filter", "篩選")                                                        \
	X(MESSAGE_FACTS_FROM, "facts of", "支援資料日期")                                          \
	X(MESSAGE_NONE, "none", "無")                                                              \
	X(MESSAGE_SUPPRESSED, "suppressed", "豁免")                                                \
	X(MESSAGE_BASELINE, "in the baseline", "既有問題基準")                                     \
	X(MESSAGE_UNREACHED, "reached by no entry point", "沒有進入點會用到")                      \
	X(MESSAGE_SUPPORTED, "supported", "支援")                                                  \
	X(MESSAGE_DECOMPOSED, "decomposed", "拆解後支援")                                          \
	X(MESSAGE_CONDITIONAL, "conditional", "有條件支援")                                        \
	X(MESSAGE_FALLBACK, "on the CPU", "改由 CPU 執行")                                         \
	X(MESSAGE_SKIPPED, "skipped by the vendor", "官方刻意略過")                                \
	X(MESSAGE_UNSUPPORTED, "unsupported", "未支援")                                            \
	X(MESSAGE_UNKNOWN, "unknown", "未知（待實測）")                                            \
	X(MESSAGE_MEASURED, "measured on the device", "裝置實測")                                  \
	X(MESSAGE_COMPILED_BY, "compiled by the vendor's compiler, not on a device",               \
	        "官方編譯器已通過（未上裝置）")                                                    \
	X(MESSAGE_LOWERED, "accepted by the back end, not on a device",                            \
	        "官方後端已接受（未上裝置）")                                                      \
	X(MESSAGE_DISPATCH, "a kernel is registered", "已註冊核心")                                \
	X(MESSAGE_DOCUMENTED, "documented", "官方文件")                                            \
	X(MESSAGE_DERIVED, "inferred from source", "由原始碼推得")                                 \
	X(MESSAGE_COMMUNITY, "reported by the community", "社群回報")                              \
	X(MESSAGE_ASSUMED, "assumed, not checked", "假設（未查證）")                               \
	X(MESSAGE_NO_GROUND, "nothing", "沒有依據")                                                \
	X(MESSAGE_BLOCKER, "blocker", "擋住執行")                                                  \
	X(MESSAGE_MAJOR, "major", "必須修改")                                                      \
	X(MESSAGE_MINOR, "minor", "建議修改")                                                      \
	X(MESSAGE_INFO, "info", "參考")

enum message {
#define X(name, en, zh) name,
	MESSAGE_LIST(X)
#undef X
};

const char *message(enum language language, enum message message);
/* "en", "zh-TW"; also from LANG ("zh_TW.UTF-8"). False when there is no such language. */
bool language_parse(str text, enum language *out);

#endif
