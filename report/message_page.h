/* Messages of the page and of what all reports share (report/message.h). */
#ifndef REPORT_MESSAGE_PAGE_H
#define REPORT_MESSAGE_PAGE_H

/* X(enumerator, English, Traditional Chinese as said in Taiwan) */
#define MESSAGE_PAGE_LIST(X)                                                                                   \
	X(MESSAGE_TITLE, "What a move off NVIDIA takes", "搬離 NVIDIA 需要什麼")                               \
	X(MESSAGE_SCANNED_ONLY, "scanned only, nothing was run", "僅掃描，未執行")                             \
	X(MESSAGE_GRAPHS, "graphs", "張計算圖")                                                                \
	X(MESSAGE_CALLS, "operator calls", "次運算子呼叫")                                                     \
	X(MESSAGE_SOURCES, "source files", "個原始檔")                                                         \
	X(MESSAGE_LINES, "lines", "行")                                                                        \
	X(MESSAGE_STOPS, "It does not run as it is", "目前還不能執行")                                         \
	X(MESSAGE_CANNOT_SAY, "Cannot say yet", "資料不足，無法判斷")                                          \
	X(MESSAGE_NEEDS_CHANGE, "Runs with changes", "需調整")                                                 \
	X(MESSAGE_NOTHING_FOUND, "Nothing was found against it", "未發現阻礙")                                 \
	X(MESSAGE_NOT_LOOKED_AT, "Nothing was looked at", "本次未檢查")                                        \
	X(MESSAGE_NO_PROMISE,                                                                                  \
	        "What was scanned is not the whole port: a model that loads has not run.",                     \
	        "掃描結果不等於完成搬遷：能載入不代表跑得完。")                                                \
	X(MESSAGE_CAUSES_STOP, "causes stop the run", "項會擋住執行")                                          \
	X(MESSAGE_CAUSES_CHANGE, "causes need a change", "項必須修改")                                         \
	X(MESSAGE_NO_WAY, "of them without a known way", "項尚無合適做法")                                     \
	X(MESSAGE_HOURS,                                                                                       \
	        "engineering hours (P50 to P90), estimated from a scan alone: assumed, not "                   \
	        "measured",                                                                                    \
	        "工時（小時，P50 到 P90），僅依掃描結果估計，非實測")                                          \
	X(MESSAGE_NO_HOURS,                                                                                    \
	        "No hours: something has no known way, so it is not portable as it is",                        \
	        "不估工時：有項目尚無合適做法，無法照現況搬遷")                                                \
	X(MESSAGE_EAGER, "eager", "即時執行（eager）")                                                         \
	X(MESSAGE_COMPILED, "compiled", "編譯模式（compile）")                                                 \
	X(MESSAGE_WHAT_STOPS, "What stops it", "擋住搬遷的原因")                                               \
	X(MESSAGE_OPERATORS, "Operators that need thought", "需要處理的運算子")                                \
	X(MESSAGE_ALL_OPERATORS, "All operators", "全部運算子")                                                \
	X(MESSAGE_APIS, "Calls of torch in the sources", "原始碼中的 torch 呼叫")                              \
	X(MESSAGE_RESTS_ON, "What this rests on", "依據有多強")                                                \
	X(MESSAGE_NOT_SEEN, "Not looked at", "本次未檢查")                                                     \
	X(MESSAGE_GATE_OFF, "Gate: off", "CI 關卡：未啟用")                                                    \
	X(MESSAGE_GATE_PASSED, "Gate: passed", "CI 關卡：通過")                                                \
	X(MESSAGE_GATE_HIT, "Gate: failed", "CI 關卡：未通過")                                                 \
	X(MESSAGE_OPERATOR, "operator", "運算子")                                                              \
	X(MESSAGE_DTYPES, "dtypes", "資料型別")                                                                \
	X(MESSAGE_NUMBER_CALLS, "calls", "次數")                                                               \
	X(MESSAGE_WHERE, "where", "位置")                                                                      \
	X(MESSAGE_WHY, "why", "原因")                                                                          \
	X(MESSAGE_INSTEAD, "instead", "改用")                                                                  \
	X(MESSAGE_PLACES, "places", "處")                                                                      \
	X(MESSAGE_FILES, "files", "個檔案")                                                                    \
	X(MESSAGE_GUARDED, "guarded", "有保護")                                                                \
	X(MESSAGE_SAME_CAUSE, "However often a cause shows, it is one piece of work.",                         \
	        "同一原因不論出現幾處，只算一項工作。")                                                        \
	X(MESSAGE_FILTER, "filter", "篩選")                                                                    \
	X(MESSAGE_FACTS_FROM, "facts of", "支援資料日期")                                                      \
	X(MESSAGE_NONE, "none", "無")                                                                          \
	X(MESSAGE_SUPPRESSED, "suppressed", "豁免")                                                            \
	X(MESSAGE_BASELINE, "in the baseline", "既有問題基準")                                                 \
	X(MESSAGE_UNREACHED, "reached by no entry point", "沒有進入點會用到")                                  \
	X(MESSAGE_SUPPORTED, "supported", "支援")                                                              \
	X(MESSAGE_DECOMPOSED, "decomposed", "拆解後支援")                                                      \
	X(MESSAGE_CONDITIONAL, "conditional", "有條件支援")                                                    \
	X(MESSAGE_FALLBACK, "on the CPU", "改由 CPU 執行")                                                     \
	X(MESSAGE_SKIPPED, "skipped by the vendor", "官方刻意略過")                                            \
	X(MESSAGE_UNSUPPORTED, "unsupported", "未支援")                                                        \
	X(MESSAGE_UNKNOWN, "unknown", "未知（待實測）")                                                        \
	X(MESSAGE_LEFT_ALONE, "left alone by an exception: {0}", "已豁免：{0}")                                \
	X(MESSAGE_LEFT_ALONE_UNTIL, "left alone until {1} by an exception: {0}",                               \
	        "豁免至 {1}：{0}")                                                                             \
	X(MESSAGE_LEFT_ALONE_CALLS, "calls of operators that an exception leaves alone",                       \
	        "次運算子呼叫屬豁免")                                                                          \
	X(MESSAGE_API_NAME_ONE, "name of torch", "個 torch 名稱")                                              \
	X(MESSAGE_API_NAME, "names of torch", "個 torch 名稱")                                                 \
	X(MESSAGE_CONTENTS, "contents", "目錄")                                                                \
	X(MESSAGE_EQUAL_SPEED_NEVER, "At the same speed no number of jobs pays it back.",                      \
	        "同樣速度下，工作次數再多也無法回本。")                                                        \
	X(MESSAGE_R_STAR, "R*: the share of today's speed at which both bills are equal",                      \
	        "R*：兩邊帳單相等時，速度占現況的比例")                                                        \
	X(MESSAGE_ONCE_HOURS, "once {0} h (P50), {1} h (P80)",                                                 \
	        "一次性 {0} 小時（P50）、{1} 小時（P80）")                                                     \
	X(MESSAGE_A_MONTH, "{0} a month", "每月 {0}")                                                          \
	X(MESSAGE_LEFT_OUT_ONE,                                                                                \
	        "{0} finding that is accepted, suppressed or unchanged is not counted here",                   \
	        "另有 {0} 處為既有、豁免或未變更，未計入")                                                     \
	X(MESSAGE_LEFT_OUT,                                                                                    \
	        "{0} findings that are accepted, suppressed or unchanged are not counted here",                \
	        "另有 {0} 處為既有、豁免或未變更，未計入")                                                     \
	X(MESSAGE_BEHAVIOUR, "behaviour", "行為")                                                              \
	X(MESSAGE_MEASURED, "measured on the device", "裝置實測")                                              \
	X(MESSAGE_COMPILED_BY, "compiled by the vendor's compiler, not on a device",                           \
	        "官方編譯器已通過（未上裝置）")                                                                \
	X(MESSAGE_LOWERED, "accepted by the back end, not on a device",                                        \
	        "官方後端已接受（未上裝置）")                                                                  \
	X(MESSAGE_DISPATCH, "a kernel is registered", "已註冊核心")                                            \
	X(MESSAGE_DOCUMENTED, "documented", "官方文件")                                                        \
	X(MESSAGE_DERIVED, "inferred from source", "由原始碼推得")                                             \
	X(MESSAGE_COMMUNITY, "reported by the community", "社群回報")                                          \
	X(MESSAGE_ASSUMED, "assumed, not checked", "假設（未查證）")                                           \
	X(MESSAGE_NO_GROUND, "nothing", "沒有依據")                                                            \
	X(MESSAGE_BLOCKER, "blocker", "擋住執行")                                                              \
	X(MESSAGE_MAJOR, "major", "必須修改")                                                                  \
	X(MESSAGE_MINOR, "minor", "建議修改")                                                                  \
	X(MESSAGE_INFO, "info", "參考")                                                                        \
	X(MESSAGE_PORT, "Port", "建議搬遷")                                                                    \
	X(MESSAGE_PILOT, "Pilot", "建議先小範圍試跑")                                                          \
	X(MESSAGE_STAY, "Stay", "保留現有環境")                                                                \
	X(MESSAGE_INSUFFICIENT, "Insufficient evidence", "資料不足，無法判斷")                                 \
	X(MESSAGE_STAY_BUY, "Stay, buy differently", "不搬遷，先改購買方式")                                   \
	X(MESSAGE_BECAUSE_BLOCKED,                                                                             \
	        "Something that stops the run has no known way, so it is not portable as it is.",              \
	        "有會擋住執行的項目尚無合適做法，無法照現況搬遷。")                                            \
	X(MESSAGE_BECAUSE_NO_PLAN,                                                                             \
	        "Only the code was scanned: no price and no number of jobs is given, so no "                   \
	        "saving is claimed.",                                                                          \
	        "僅掃描程式碼，不主張任何節省：未提供價格與工作次數。")                                        \
	X(MESSAGE_BECAUSE_LABEL, "A price or the quality of the result is missing.",                           \
	        "缺價格或品質結果。")                                                                          \
	X(MESSAGE_BECAUSE_PILOT, "Worth a small trial before any port; no saving is proven yet.",              \
	        "值得先小範圍試跑再決定；尚未證明能節省。")                                                    \
	X(MESSAGE_BECAUSE_STAY, "By these prices and hours it does not pay back.",                             \
	        "以目前的價格與工時計算，無法回本。")                                                          \
	X(MESSAGE_BECAUSE_PORT,                                                                                \
	        "Both stages passed, and it pays back within 12 months with good probability.",                \
	        "兩階段皆通過，且 12 個月內回本的機率高。")                                                    \
	X(MESSAGE_BECAUSE_ROOM,                                                                                \
	        "Not sure enough to port, to try or to stay: see what is missing below.",                      \
	        "還不足以決定搬遷、試跑或保留：缺少的資料列於下方。")                                          \
	X(MESSAGE_LABEL_A, "both stages passed", "兩階段皆通過")                                               \
	X(MESSAGE_LABEL_B, "output qualified, too few repeats", "輸出合格，實測次數不足")                      \
	X(MESSAGE_LABEL_C, "compiled for the target, speed assumed", "目標裝置已編譯，速度為假設")             \
	X(MESSAGE_LABEL_D, "scanned only, not run", "僅掃描，未執行")                                          \
	X(MESSAGE_LABEL_X, "price or quality result missing", "缺價格或品質結果")                              \
	X(MESSAGE_STOP_TODAY, "causes stop the run today", "項目前會擋住執行")                                 \
	X(MESSAGE_EACH_KNOWN, "each has a known change", "都已有修改方式")                                     \
	X(MESSAGE_SCANNED_CODE, "Scanned code", "程式碼掃描結果")                                              \
	X(MESSAGE_WORKS, "works", "可以使用")                                                                  \
	X(MESSAGE_NEEDS_REPLACEMENT, "needs replacement", "需要替代")                                          \
	X(MESSAGE_NOT_KNOWN_YET, "not known yet", "尚未知道")                                                  \
	X(MESSAGE_WORKLOADS, "Workloads", "工作負載")                                                          \
	X(MESSAGE_WORKLOAD, "workload", "工作負載")                                                            \
	X(MESSAGE_ASK_FIRST, "Ask first", "先確認")                                                            \
	X(MESSAGE_ASK_UNKNOWN, "What do the operators that nobody knows of do on the device?",                 \
	        "尚未知道的運算子在裝置上結果如何？")                                                          \
	X(MESSAGE_ASK_STOPS, "Does it run once the causes that stop it are changed?",                          \
	        "改掉會擋住執行的項目後，是否跑得起來？")                                                      \
	X(MESSAGE_ASK_SPEED, "How fast is one job there?", "在目標裝置上跑一次工作要多久？")                   \
	X(MESSAGE_ASK_COSTS, "Cost of that", "成本")                                                           \
	X(MESSAGE_ASK_NO_PRICE,                                                                                \
	        "No price of a machine to try it on is given: set pilot in a plan of costs "                   \
	        "(--plan).",                                                                                   \
	        "未提供試跑機器的價格：請在成本計畫中設定 pilot（--plan）。")                                  \
	X(MESSAGE_STOP_ABOVE, "stop when a job takes more than {0} times as long as today",                    \
	        "單次工作時間超過現況的 {0} 倍就停止")                                                         \
	X(MESSAGE_PEOPLE_HOURS, "hours of people (P80)", "小時人力（P80，八成機率不超過）")                    \
	X(MESSAGE_BEFORE_ANY_PORT, "Before any port", "搬遷之前")                                              \
	X(MESSAGE_SAME_MACHINE, "the same machine bought otherwise", "同一台機器改用其他購買方式")             \
	X(MESSAGE_LESS_AN_HOUR, "less an hour", "每小時節省")                                                  \
	X(MESSAGE_CHEAPEST_NOW,                                                                                \
	        "today's machine is already bought the cheapest way that is priced.",                          \
	        "現有機器已是查得到的最便宜購買方式。")                                                        \
	X(MESSAGE_NOT_COMPARED,                                                                                \
	        "Other ways to buy today's machine are not compared: no plan of costs was given "              \
	        "(--plan).",                                                                                   \
	        "未比較現有機器的其他購買方式：未提供成本計畫（--plan）。")                                    \
	X(MESSAGE_HOW_FAR, "How far it gets", "能跑到哪一步")                                                  \
	X(MESSAGE_EXPECTED, "expected from facts, not yet run", "依支援資料推估，尚未實測")                    \
	X(MESSAGE_LOAD, "load", "載入")                                                                        \
	X(MESSAGE_FEATURES, "features", "特徵")                                                                \
	X(MESSAGE_FORWARD, "forward", "前向")                                                                  \
	X(MESSAGE_BACKWARD, "backward", "反向")                                                                \
	X(MESSAGE_STEP, "step", "更新")                                                                        \
	X(MESSAGE_SAVE, "save", "儲存")                                                                        \
	X(MESSAGE_RUNG_RUNS, "expected to run", "預期可執行")                                                  \
	X(MESSAGE_RUNG_NOTHING, "nothing found against it", "未發現阻礙")                                      \
	X(MESSAGE_RUNG_DEPENDS, "needs change", "需調整")                                                      \
	X(MESSAGE_RUNG_CPU, "in part on the CPU", "部分改由 CPU 執行")                                         \
	X(MESSAGE_RUNG_UNKNOWN, "nobody knows yet", "尚未知道")                                                \
	X(MESSAGE_RUNG_STOPS, "stops until changed", "修改前會擋住")                                           \
	X(MESSAGE_RUNG_NOT_SEEN, "not looked at", "本次未檢查")                                                \
	X(MESSAGE_LOADS_NOT_RUN, "A model that loads has not run.", "能載入不代表跑得完。")                    \
	X(MESSAGE_EFFORT, "Effort, hours", "工時（小時）")                                                     \
	X(MESSAGE_ONE_TEAM, "P50 to P80, one team's first port", "P50 到 P80，單一團隊第一次搬遷")             \
	X(MESSAGE_PART_NEUTRAL, "change, any device", "修改程式（任何裝置都適用）")                            \
	X(MESSAGE_PART_TARGET, "change, this target only", "修改程式（只適用此目標）")                         \
	X(MESSAGE_PART_SETUP, "set up", "環境建置")                                                            \
	X(MESSAGE_PART_CHECK, "check", "驗證")                                                                 \
	X(MESSAGE_PART_DISTRIBUTED, "several devices", "多裝置")                                               \
	X(MESSAGE_PART_TUNE, "tune", "調校")                                                                   \
	X(MESSAGE_PART_CUTOVER, "cut over", "切換上線")                                                        \
	X(MESSAGE_ALL, "all", "合計")                                                                          \
	X(MESSAGE_PARTS_VARY,                                                                                  \
	        "Parts do not add up to the whole: they vary together. Defaults are assumed, "                 \
	        "none is calibrated on your team.",                                                            \
	        "各部分相加不等於合計，因為會一起變動。預設值為假設，未依貴團隊校準。")                        \
	X(MESSAGE_P80_MEANS, "P80: eight chances in ten that it takes no longer.",                             \
	        "P80：八成機率不超過。")                                                                       \
	X(MESSAGE_NO_ESTIMATE, "No estimate: something has no known way.",                                     \
	        "不估工時：有項目尚無合適做法。")                                                              \
	X(MESSAGE_PAYS_BACK, "When it pays back", "何時回本")                                                  \
	X(MESSAGE_PAYS_BACK_WITHIN,                                                                            \
	        "On the curve and below it the port pays back within {0} months.",                             \
	        "曲線上與下方代表 {0} 個月內回本。")                                                           \
	X(MESSAGE_BILLS_TIE, "the two bills tie, nothing pays for the port",                                   \
	        "兩邊帳單相等，無法回收搬遷投入")                                                              \
	X(MESSAGE_AS_FAST, "as fast as today", "與現況一樣快")                                                 \
	X(MESSAGE_PAYS, "pays back", "可回本")                                                                 \
	X(MESSAGE_JOBS_MONTH, "jobs a month", "每月工作次數")                                                  \
	X(MESSAGE_TIME_RATIO, "time of a job against today's", "單次工作時間與現況的倍數")                     \
	X(MESSAGE_EQUAL_SPEED_FROM, "At the same speed it pays from {0} jobs a month.",                        \
	        "同樣速度下，每月 {0} 次工作起才回本。")                                                       \
	X(MESSAGE_YOU_ARE_HERE, "Your own {0} jobs a month at {1} times today's time: {2}",                    \
	        "貴單位每月 {0} 次、時間為現況的 {1} 倍：{2}")                                                 \
	X(MESSAGE_DOES_NOT_PAY, "does not pay back", "無法回本")                                               \
	X(MESSAGE_NO_CURVE, "No curve: a price, the work or today's cost of a job is not known.",              \
	        "無法畫出曲線：缺價格、工作量或現況成本。")                                                    \
	X(MESSAGE_NO_CURVE_PLAN,                                                                               \
	        "No prices were given, so no curve is drawn. A plan of costs (portfit scan "                   \
	        "--plan PLAN.yaml) adds it.",                                                                  \
	        "未提供價格，無法畫出回本曲線。加上成本計畫即可（portfit scan --plan " \
	        "PLAN.yaml）。")                                                                               \
	X(MESSAGE_ONE_JOB, "What one qualified job takes", "完成一次合格工作的成本")                           \
	X(MESSAGE_QUALIFIED, "Qualified result", "合格結果")                                                   \
	X(MESSAGE_WHOLE_TIME, "Whole time", "全程時間")                                                        \
	X(MESSAGE_CLOUD_BILL, "Cloud bill", "雲端帳單")                                                        \
	X(MESSAGE_ENGINEERING, "Engineering (once, a month)", "工程投入（一次性、每月）")                      \
	X(MESSAGE_TODAY, "today", "現況")                                                                      \
	X(MESSAGE_NOT_MEASURED, "not measured", "尚未實測")                                                    \
	X(MESSAGE_NOT_PRICED, "not priced", "查無價格")                                                        \
	X(MESSAGE_COLD_START, "cold start", "冷啟動")                                                          \
	X(MESSAGE_AT_EQUAL_SPEED, "at the same speed", "以同樣速度計")                                         \
	X(MESSAGE_NOT_TOLD, "What you have not told yet", "尚未提供的資料")                                    \
	X(MESSAGE_NOT_TOLD_LEAD, "by how much it could move the answer", "依對結論的影響程度排列")             \
	X(MESSAGE_TELL_PLAN,                                                                                   \
	        "prices, today's machine and jobs a month (--plan PLAN.yaml): without them there "             \
	        "is no money answer",                                                                          \
	        "價格、現有機器與每月工作次數（--plan PLAN.yaml）：沒有就無法談成本")                          \
	X(MESSAGE_TELL_JOBS, "jobs a month", "每月工作次數")                                                   \
	X(MESSAGE_TELL_TIME, "the time of a job today (portfit job run)",                                      \
	        "現況單次工作時間（portfit job run）")                                                         \
	X(MESSAGE_TELL_SPEED, "the speed on the target (a pilot, or portfit job run there)",                   \
	        "目標裝置上的速度（試跑，或在該裝置上 portfit job run）")                                      \
	X(MESSAGE_TELL_QUALITY, "the limit that the result has to keep (quality check)",                       \
	        "結果必須達到的品質標準")                                                                      \
	X(MESSAGE_TELL_GRAPH, "a traced graph of the model: operators were not looked at",                     \
	        "模型的計算圖：運算子尚未檢查")                                                                \
	X(MESSAGE_TELL_PROBE, "a device, to settle what is unknown (portfit probe)",                           \
	        "可實測的裝置，以釐清未知項目（portfit probe）")                                               \
	X(MESSAGE_TELL_TRAINING,                                                                               \
	        "whether it is trained (--training): backward pass and optimizer were not looked "             \
	        "at",                                                                                          \
	        "是否訓練（--training）：反向與最佳化器尚未檢查")                                              \
	X(MESSAGE_NOTHING_MISSING, "Nothing that would move the answer is missing.",                           \
	        "沒有缺少會影響結論的資料。")                                                                  \
	X(MESSAGE_ISLANDS, "Where it leaves the device", "離開加速器的區段與資料往返")                         \
	X(MESSAGE_ISLAND_STRIP,                                                                                \
	        "The graph from its first to its last operator; what is marked runs on the CPU",               \
	        "計算圖由第一個到最後一個運算子；標示處改由 CPU 執行")                                         \
	X(MESSAGE_PIECES, "pieces", "個區段")                                                                  \
	X(MESSAGE_CROSSINGS, "crossings", "次往返")                                                            \
	X(MESSAGE_AT_LEAST, "at the least", "至少")                                                            \
	X(MESSAGE_NO_ISLANDS, "Nothing leaves the device, as far as is known.",                                \
	        "就目前所知，沒有離開加速器的區段。")                                                          \
	X(MESSAGE_WHAT_IF, "If these had a kernel, that would be saved",                                       \
	        "若這些運算子有核心，可省下")                                                                  \
	X(MESSAGE_DYNAMIC, "Dynamic shapes", "動態形狀")                                                       \
	X(MESSAGE_SYMBOL, "size", "尺寸")                                                                      \
	X(MESSAGE_RANGE, "range", "範圍")                                                                      \
	X(MESSAGE_SOURCE, "where from", "來源")                                                                \
	X(MESSAGE_PROGRAMS, "programs for all sizes", "個程式（涵蓋所有尺寸）")                                \
	X(MESSAGE_NO_BOUND, "without bound", "無上限")                                                         \
	X(MESSAGE_MEMORY, "Memory against a device", "記憶體與裝置容量")                                       \
	X(MESSAGE_ITS_MEMORY, "its memory", "記憶體容量")                                                      \
	X(MESSAGE_DEVICE, "device", "裝置")                                                                    \
	X(MESSAGE_INFERENCE, "inference", "推論")                                                              \
	X(MESSAGE_TRAINING, "training", "訓練")                                                                \
	X(MESSAGE_NEEDS_DEVICES, "devices needed", "需要的裝置數")                                             \
	X(MESSAGE_FITS_NOT, "does not fit", "放不下")                                                          \
	X(MESSAGE_PARAMETERS, "parameters", "參數")                                                            \
	X(MESSAGE_MEMORY_LEAST,                                                                                \
	        "At the least: parameters spread evenly, nothing lost by the allocator.",                      \
	        "至少需要：參數平均分散，未計配置器的損耗。")                                                  \
	X(MESSAGE_ENVIRONMENT, "Environment", "環境")                                                          \
	X(MESSAGE_BACKEND, "back end", "後端")                                                                 \
	X(MESSAGE_FACTS, "facts", "筆支援資料")                                                                \
	X(MESSAGE_ASKS_TORCH, "the graphs were made with torch", "計算圖由此版本的 torch 產生")                \
	X(MESSAGE_DATES, "Sources and dates of the facts", "支援資料的來源與日期")                             \
	X(MESSAGE_NEWER, "A later release may differ: measure.", "新版可能不同，請實測。")                     \
	X(MESSAGE_EXCERPTS_MISSING,                                                                            \
	        "The lines of the sources are not part of a result; the scan shows them.",                     \
	        "結果檔不含原始碼；掃描時才會顯示。")                                                          \
	X(MESSAGE_ROWS_MORE, "more rows are in the JSON", "列更多資料見 JSON")                                 \
	X(MESSAGE_PEOPLE, "people", "人力")                                                                    \
	X(MESSAGE_BLOCKED_SHORT, "stops, no known way", "會擋住，尚無合適做法")                                \
	X(MESSAGE_CAN_STOP, "stops", "會擋住")                                                                 \
	X(MESSAGE_CHANGE, "change", "修改")                                                                    \
	X(MESSAGE_SUPPORTED_REST, "more are supported or made of supported ones",                              \
	        "個為支援或拆解後支援")                                                                        \
	X(MESSAGE_NO_DEVICE_WORK, "nodes do no device work", "個節點不使用裝置")                               \
	X(MESSAGE_SEEN_IN_LOGS, "Seen in run logs", "執行紀錄中所見")                                          \
	X(MESSAGE_TARGET, "target", "目標")                                                                    \
	X(MESSAGE_MODE, "mode", "模式")                                                                        \
	X(MESSAGE_VERDICT, "verdict", "判定")                                                                  \
	X(MESSAGE_SHOW_ALL, "everything", "全部")                                                              \
	X(MESSAGE_SHOW_THOUGHT, "only what needs thought", "只看需要處理的")                                   \
	X(MESSAGE_SKIP_TO, "skip to the answer", "跳到結論")                                                   \
	X(MESSAGE_MACHINE_HOURS, "machine hours", "機器小時")                                                  \
	X(MESSAGE_PRICE_OF, "price of", "價格日期")                                                            \
	X(MESSAGE_GRAPHS_ONE, "graph", "張計算圖")                                                             \
	X(MESSAGE_CALLS_ONE, "operator call", "次運算子呼叫")                                                  \
	X(MESSAGE_SOURCES_ONE, "source file", "個原始檔")                                                      \
	X(MESSAGE_LINES_ONE, "line", "行")                                                                     \
	X(MESSAGE_PLACES_ONE, "place", "處")                                                                   \
	X(MESSAGE_FILES_ONE, "file", "個檔案")                                                                 \
	X(MESSAGE_STOP_TODAY_ONE, "cause stops the run today", "項目前會擋住執行")                             \
	X(MESSAGE_CAUSES_CHANGE_ONE, "cause needs a change", "項必須修改")                                     \
	X(MESSAGE_PIECES_ONE, "piece", "個區段")                                                               \
	X(MESSAGE_CROSSINGS_ONE, "crossing", "次往返")                                                         \
	X(MESSAGE_EACH_KNOWN_ONE, "it has a known change", "已有修改方式")                                     \
	X(MESSAGE_FACTS_ONE, "fact", "筆支援資料")                                                             \
	X(MESSAGE_ROWS_MORE_ONE, "more row is in the JSON", "列更多資料見 JSON")

#endif
