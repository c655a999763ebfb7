/* What an assessment says in words of its own, in English and Traditional Chinese (base/phrase.h):
 * reasons of the gate, the rule behind an answer, advice, what is missing. */
#ifndef ASSESS_PHRASES_H
#define ASSESS_PHRASES_H

#include "base/phrase.h"

/* X(name, format, Traditional Chinese as said in Taiwan) */
#define ASSESS_ANSWER_PHRASES(X)                                                                   \
	X(phrase_ways_of_calling, "some ways of calling it use %.*s, which is %.*s",               \
	        "部分呼叫方式會用到 {0}，其判定為「{1!}」")                                        \
	X(phrase_some_unknown, "some of the operators that it may use are unknown",                \
	        "可能用到的運算子中有尚未知道的")

#define ASSESS_GATE_PHRASES(X)                                                                     \
	X(phrase_gate_operators, "%.*s: %llu operator call%s %.*s in %.*s mode, counted as %.*s",  \
	        "{0}：{1} 次運算子呼叫為「{3!}」（{4!}），計為「{5!}」")                           \
	X(phrase_gate_findings, "%.*s: %llu finding%s of severity %.*s", "{0}：{1} 處「{3!}」")    \
	X(phrase_drift, "%u come%s from %s, not from a change", "{0} 項來自{2!}，不是變更造成")    \
	X(phrase_drift_counts, "%u come%s from %s, not from a change; --drift counts them too",    \
	        "{0} 項來自{2!}，不是變更造成；加上 --drift 也會計入")                             \
	X(phrase_from_rules, "newer rules", "較新的規則")                                          \
	X(phrase_from_facts, "newer facts", "較新的支援資料")                                      \
	X(phrase_from_calendar, "a day that has come", "已到的日期")                               \
	X(phrase_fixed_one,                                                                        \
	        "%u accepted finding is fixed, well done; 'portfit baseline prune' takes it out "  \
	        "of the baseline",                                                                 \
	        "已修正 {0} 項既有問題，做得好！執行 portfit baseline prune 可將它移出基準")       \
	X(phrase_fixed,                                                                            \
	        "%u accepted findings are fixed, well done; 'portfit baseline prune' takes them "  \
	        "out of the baseline",                                                             \
	        "已修正 {0} 項既有問題，做得好！執行 portfit baseline prune 可將它們移出基準")     \
	X(phrase_changed, "%u of %u files changed since %.*s",                                     \
	        "{1} 個檔案中有 {0} 個自 {2} 之後變更")                                            \
	X(phrase_threshold_least, "%.*s: %.*s; at least %.*s (threshold %s, %.*s)",                \
	        "{0}：{1!}；門檻為至少 {2}（{3}，{4}）")                                           \
	X(phrase_threshold_most, "%.*s: %.*s; at most %.*s (threshold %s, %.*s)",                  \
	        "{0}：{1!}；門檻為至多 {2}（{3}，{4}）")                                           \
	X(phrase_calls_are, "%llu operator call%s %s in %.*s mode",                                \
	        "{0} 次運算子呼叫為「{2!}」（{3!}）")                                              \
	X(phrase_new_operators, "%llu new operator%s", "{0} 個新的運算子")                         \
	X(phrase_no_flops, "coverage cannot be told: no counted graph has FLOPs",                  \
	        "無法得知涵蓋率：計入的計算圖沒有 FLOPs")                                          \
	X(phrase_flops_share, "%.2f%% of the FLOPs supported in %.*s mode",                        \
	        "{0}% 的 FLOPs 支援（{1!}）")                                                      \
	X(phrase_no_effort, "the effort was not estimated", "未估計工時")                          \
	X(phrase_hours_work, "%.0f hours of work (P80)", "工時 {0} 小時（P80）")                   \
	X(phrase_job_costs, "%.4g a qualified job (label %c)", "每次合格工作 {0}（證據等級 {1}）") \
	X(phrase_no_job_cost, "the cost of a job is not known", "不知道單次工作的成本")            \
	X(phrase_no_plan, "the cost of a job is not known: no plan of costs (--plan PLAN.yaml)",   \
	        "不知道單次工作的成本：未提供成本計畫（--plan PLAN.yaml）")                        \
	X(phrase_no_age, "the age of the facts is not known", "不知道支援資料的日期")              \
	X(phrase_facts_old, "facts of %.*s, %d days old", "支援資料為 {0}，已 {1} 天")

#define ASSESS_COST_PHRASES(X)                                                                      \
	X(phrase_label_no_price, "a price that is needed is not known", "缺少必要的價格")           \
	X(phrase_label_no_quality, "a quality result that is needed is missing or not met",         \
	        "缺少必要的品質結果，或未達標準")                                                   \
	X(phrase_label_a, "repeated with fixed settings on both sides, qualified, fresh prices",    \
	        "兩邊皆以固定設定重複實測，結果合格，價格為新")                                     \
	X(phrase_label_stale, "repeated and qualified on both sides, but a price is stale",         \
	        "兩邊皆重複實測且合格，但有價格過舊")                                               \
	X(phrase_label_few, "qualified on both sides, few timed runs", "兩邊皆合格，實測次數不足")  \
	X(phrase_label_target_only, "measured on the target, today's job is not",                   \
	        "目標裝置已實測，現況工作未實測")                                                   \
	X(phrase_label_compiled, "compiled on the target, its speed is assumed",                    \
	        "目標裝置已編譯，速度為假設")                                                       \
	X(phrase_label_paper, "on paper: nothing ran", "僅紙上計算，未執行")                        \
	X(phrase_workload_no_plan,                                                                  \
	        "no plan of costs: prices, today's machine and jobs a month are not given",         \
	        "未提供成本計畫：缺價格、現有機器與每月工作次數")                                   \
	X(phrase_workload_other,                                                                    \
	        "the plan of costs is for '%.*s': of this one no price, time or number of jobs "    \
	        "is given",                                                                         \
	        "成本計畫屬於「{0}」：未提供此工作負載的價格、時間與工作次數")                      \
	X(phrase_workload_unnamed,                                                                  \
	        "the plan of costs does not say whose job it prices (workload: NAME)",              \
	        "成本計畫未說明是哪一個工作負載的工作（workload: NAME）")                           \
	X(phrase_workload_no_machine, "the plan of costs names no machine for this target",         \
	        "成本計畫沒有此目標的機器")                                                         \
	X(phrase_stay_no_way, "not portable as it is: '%.*s' has no known way",                     \
	        "無法照現況搬遷：「{0}」尚無合適做法")                                              \
	X(phrase_stay_no_way_instead,                                                               \
	        "not portable as it is: '%.*s' has no known way; instead: %.*s",                    \
	        "無法照現況搬遷：「{0}」尚無合適做法；改用：{1}")                                   \
	X(phrase_stay_unreachable,                                                                  \
	        "parity needs R* %.3f, and at its peak the target cannot pass R %.3f",              \
	        "成本打平需要 R* {0}，目標裝置的峰值最多只到 R {1}")                                \
	X(phrase_stay_unlikely,                                                                     \
	        "the probability of break-even within 24 months is %.2f, below %.2f",               \
	        "24 個月內回本的機率為 {0}，低於 {1}")                                              \
	X(phrase_pilot_dear, "a pilot of %.2f USD is above its budget of %.2f USD",                 \
	        "試跑需 {0} USD，超過預算 {1} USD")                                                 \
	X(phrase_no_room,                                                                           \
	        "R is not known, and R* %.3f is above %.2f: too little room for a pilot",           \
	        "速度比 R 未知，且 R* {0} 高於 {1}：試跑的空間太小")                                \
	X(phrase_no_time_today, "the time of a job today is not given", "未提供現況單次工作時間")   \
	X(phrase_no_jobs, "jobs_month is not given, so nothing says whether it pays",               \
	        "未提供每月工作次數（jobs_month），無法得知是否回本")                               \
	X(phrase_no_hours, "the hours of the port are not given", "未提供搬遷工時")                 \
	X(phrase_not_sure,                                                                          \
	        "probability of break-even %.2f within 12 and %.2f within 24 months, evidence "     \
	        "%c, R* %.3f: not sure enough to port, to try or to stay",                          \
	        "12 個月內回本的機率 {0}、24 個月內 {1}，證據等級 {2}，R* {3}：" \
	        "還不足以決定搬遷、試跑或保留")                                                     \
	X(phrase_buy_otherwise, "%.*s; the same machine as %.*s costs %.1f %% less an hour",        \
	        "{0!}；同一台機器改以 {1} 購買，每小時便宜 {2} %")                                  \
	X(phrase_port,                                                                              \
	        "evidence A, and the probability of break-even within 12 months is %.2f, at "       \
	        "least %.2f",                                                                       \
	        "證據等級 A，且 12 個月內回本的機率為 {0}，至少 {1}")                               \
	X(phrase_pilot, "evidence %c, and R* %.3f is at most %.2f",                                 \
	        "證據等級 {0}，且 R* {1} 不超過 {2}")                                               \
	X(phrase_pilot_budget, "evidence %c, and R* %.3f is at most %.2f, within the budget",       \
	        "證據等級 {0}，且 R* {1} 不超過 {2}，在預算內")                                     \
	X(phrase_price_old, "the price of %.*s is of %.*s: %d days old",                            \
	        "{0} 的價格為 {1}，已 {2} 天")                                                      \
	X(phrase_block_ideal,                                                                       \
	        "every paid hour of the Capacity Block of %.*s is used (util 1); give util or "     \
	        "block_hours",                                                                      \
	        "{0} 的 Capacity Block 每個付費小時都用滿（util 1）；請提供 util 或 block_hours")   \
	X(phrase_spot_ideal,                                                                        \
	        "nothing interrupts %.*s on spot (f_retry 0); give the band of the spot advisor, "  \
	        "as in f_retry: 5-10 %%",                                                           \
	        "{0} 的 spot 不會中斷（f_retry 0）；請提供 spot advisor 的範圍，"    \
	        "例如 f_retry: 5-10 %")                                                             \
	X(phrase_for_debugging, "%.*s for debugging", "除錯用的 {0}")                               \
	X(phrase_moving, "moving the data", "資料搬移")                                             \
	X(phrase_storage_of, "storage of %.*s", "{0} 的儲存空間")                                   \
	X(phrase_requests_of, "requests of %.*s", "{0} 的請求次數")                                 \
	X(phrase_egress_of, "egress of %.*s", "{0} 的對外流量")

#define ASSESS_ADVICE_PHRASES(X)                                                                     \
	X(phrase_unbacked_bound,                                                                     \
	        "%.*s is known only once the device has computed it: keep the size fixed at its "    \
	        "bound %lld and mask what is beyond, or leave the operator out of what is "          \
	        "compiled",                                                                          \
	        "{0!} 要等裝置算完才知道：請固定為上限 {1} 並遮罩多餘部分，" \
	        "或不要編譯該運算子")                                                                \
	X(phrase_unbacked,                                                                           \
	        "%.*s is known only once the device has computed it: give it a fixed size and "      \
	        "mask what is beyond, or leave the operator out of what is compiled",                \
	        "{0!} 要等裝置算完才知道：請給固定大小並遮罩多餘部分，或不要編譯該運算子")           \
	X(phrase_each_size, "%.*s: compile each of its %llu sizes beforehand",                       \
	        "{0!}：事先編譯全部 {1} 種大小")                                                     \
	X(phrase_pad_to,                                                                             \
	        "%.*s: pad to %lld for one program, or to a few lengths (buckets) for one "          \
	        "program each",                                                                      \
	        "{0!}：補齊到 {1} 只需一個程式，或補齊到幾種長度（buckets），每種一個程式")          \
	X(phrase_choose_bound,                                                                       \
	        "%.*s has no upper bound: choose one, then pad to it or to a few lengths "           \
	        "(buckets)",                                                                         \
	        "{0!} 沒有上限：請訂出上限，再補齊到該值或幾種長度（buckets）")                      \
	X(phrase_mark_bounds, "%.*s: mark its bounds, %lld to %lld, where it is compiled; or pad",   \
	        "{0!}：在編譯處標示範圍 {1} 到 {2}，或補齊")                                         \
	X(phrase_choose_mark,                                                                        \
	        "%.*s has no upper bound: choose one and mark it where it is compiled, or pad",      \
	        "{0!} 沒有上限：請訂出上限並在編譯處標示，或補齊")                                   \
	X(phrase_size_of_input, "size %u of input %.*s", "輸入 {1} 的第 {0} 維")                     \
	X(phrase_optimizer_assumed, "assumed", "假設")                                               \
	X(phrase_optimizer_used, "used by the sources", "原始碼所用")                                \
	X(phrase_optimizer_named, "named", "使用者指定")                                             \
	X(phrase_name_and_source, "%.*s (%.*s)", "{0} ({1!})")

ASSESS_ANSWER_PHRASES(PHRASE_FORMAT)
ASSESS_GATE_PHRASES(PHRASE_FORMAT)
ASSESS_COST_PHRASES(PHRASE_FORMAT)
ASSESS_ADVICE_PHRASES(PHRASE_FORMAT)

#endif
