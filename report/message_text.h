/* Messages of the text and the Markdown report (report/message.h). */
#ifndef REPORT_MESSAGE_TEXT_H
#define REPORT_MESSAGE_TEXT_H

/* X(enumerator, English, Traditional Chinese as said in Taiwan) */
#define MESSAGE_TEXT_LIST(X)                                                                                              \
	X(MESSAGE_TEXT_INPUTS, "{0} inputs", "{0} 個輸入")                                                                \
	X(MESSAGE_TEXT_OTHER_ONE, "other file", "個其他檔案")                                                             \
	X(MESSAGE_TEXT_OTHER, "other files", "個其他檔案")                                                                \
	X(MESSAGE_TEXT_STOPS_ONE_KNOWN, "{0} cause stops the run, each has a known change",                               \
	        "{0} 項會擋住執行，都已有修改方式")                                                                       \
	X(MESSAGE_TEXT_STOPS_KNOWN, "{0} causes stop the run, each has a known change",                                   \
	        "{0} 項會擋住執行，都已有修改方式")                                                                       \
	X(MESSAGE_TEXT_STOPS_ONE_NONE, "{0} cause stops the run, for {1} no way is known",                                \
	        "{0} 項會擋住執行，其中 {1} 項尚無合適做法")                                                              \
	X(MESSAGE_TEXT_STOPS_NONE, "{0} causes stop the run, for {1} no way is known",                                    \
	        "{0} 項會擋住執行，其中 {1} 項尚無合適做法")                                                              \
	X(MESSAGE_TEXT_NEEDS_ONE, "{0} needs a change", "{0} 項必須修改")                                                 \
	X(MESSAGE_TEXT_NEEDS, "{0} need a change", "{0} 項必須修改")                                                      \
	X(MESSAGE_TEXT_OPERATOR_ONE, "operator", "個運算子")                                                              \
	X(MESSAGE_TEXT_OPERATOR, "operators", "個運算子")                                                                 \
	X(MESSAGE_TEXT_CALL_ONE, "call", "次呼叫")                                                                        \
	X(MESSAGE_TEXT_CALL, "calls", "次呼叫")                                                                           \
	X(MESSAGE_TEXT_OPERATORS_ARE, "{0} ({1}) {2}", "{0}（{1}）{2}")                                                   \
	X(MESSAGE_TEXT_NO_KERNEL_ONE, "has no kernel", "未支援")                                                          \
	X(MESSAGE_TEXT_NO_KERNEL, "have no kernel", "未支援")                                                             \
	X(MESSAGE_TEXT_SKIPPED_ONE, "is skipped by the vendor", "官方刻意略過")                                           \
	X(MESSAGE_TEXT_SKIPPED, "are skipped by the vendor", "官方刻意略過")                                              \
	X(MESSAGE_TEXT_CPU_ONE, "runs on the CPU", "改由 CPU 執行")                                                       \
	X(MESSAGE_TEXT_CPU, "run on the CPU", "改由 CPU 執行")                                                            \
	X(MESSAGE_TEXT_UNKNOWN_ONE, "is unknown", "未知（待實測）")                                                       \
	X(MESSAGE_TEXT_UNKNOWN, "are unknown", "未知（待實測）")                                                          \
	X(MESSAGE_TEXT_DEPENDS_ONE, "depends on conditions", "有條件支援")                                                \
	X(MESSAGE_TEXT_DEPENDS, "depend on conditions", "有條件支援")                                                     \
	X(MESSAGE_TEXT_ALL_FINE, "all {0} calls are supported or made of supported parts",                                \
	        "全部 {0} 次呼叫皆為支援或拆解後支援")                                                                    \
	X(MESSAGE_TEXT_WORD_NOT_LOOKED, "NOT LOOKED AT", "本次未檢查")                                                    \
	X(MESSAGE_TEXT_WORD_STOPS, "STOPS", "目前還不能執行")                                                             \
	X(MESSAGE_TEXT_WORD_CANNOT_SAY, "CANNOT SAY", "資料不足，無法判斷")                                               \
	X(MESSAGE_TEXT_WORD_THOUGHT, "NEEDS THOUGHT", "需調整")                                                           \
	X(MESSAGE_TEXT_WORD_NOTHING_NEW, "NOTHING NEW", "沒有新的項目")                                                   \
	X(MESSAGE_TEXT_WORD_NOTHING, "NOTHING FOUND", "未發現阻礙")                                                       \
	X(MESSAGE_TEXT_EAGER, "eager", "即時執行（eager）")                                                               \
	X(MESSAGE_TEXT_COMPILED, "compiled", "編譯模式（compile）")                                                       \
	X(MESSAGE_TEXT_NOTHING_BINDS,                                                                                     \
	        "nothing in the sources binds the project elsewhere; no graph was looked at",                             \
	        "原始碼中沒有綁定其他裝置的地方；未檢查計算圖")                                                           \
	X(MESSAGE_TEXT_NOTHING_REACHED,                                                                                   \
	        "nothing that an entry point reaches binds the project elsewhere; findings in "                           \
	        "files that none reaches: {0}; no graph was looked at",                                                   \
	        "進入點會用到的部分沒有綁定其他裝置的地方；"                                         \
	        "沒有進入點會用到的檔案中有 {0} 處；未檢查計算圖")                                                        \
	X(MESSAGE_TEXT_NOTHING_LOOKED, "nothing was looked at", "本次未檢查任何內容")                                     \
	X(MESSAGE_TEXT_WHAT_TO_DO, "WHAT TO DO", "下一步")                                                                \
	X(MESSAGE_TEXT_DO_UNSUPPORTED, "unsupported  ", "未支援　　　 ")                                                  \
	X(MESSAGE_TEXT_DO_UNSUPPORTED_TEXT,                                                                               \
	        "write it with other operators, or move the call to the CPU by hand; 'portfit "                           \
	        "coverage show OP' tells on whose word",                                                                  \
	        "改用其他運算子，或自行移到 CPU 執行；依據見 portfit coverage show OP")                                   \
	X(MESSAGE_TEXT_DO_CPU, "CPU          ", "改由 CPU　　 ")                                                          \
	X(MESSAGE_TEXT_DO_CPU_TEXT,                                                                                       \
	        "it runs, but each call crosses to the host and back; replace it where it stands "                        \
	        "in a loop",                                                                                              \
	        "可以執行，但每次呼叫都要在主機與裝置間往返；在迴圈中請改寫")                                             \
	X(MESSAGE_TEXT_DO_SKIPPED, "skipped      ", "官方略過　　 ")                                                      \
	X(MESSAGE_TEXT_DO_SKIPPED_TEXT,                                                                                   \
	        "the vendor leaves it out of the product or of its tests; it may work, nobody "                           \
	        "vouches for it: probe it",                                                                               \
	        "官方未納入產品或測試；可能可用，但沒有人保證：請實測")                                                   \
	X(MESSAGE_TEXT_DO_DEPENDS, "depends      ", "有條件　　　 ")                                                      \
	X(MESSAGE_TEXT_DO_DEPENDS_TEXT,                                                                                   \
	        "read the condition under the row; change dtype, shape or argument where it "                             \
	        "bites",                                                                                                  \
	        "條件列在該列下方；必要時調整資料型別、形狀或參數")                                                       \
	X(MESSAGE_TEXT_DO_UNKNOWN, "?            ", "？　　　　　 ")                                                      \
	X(MESSAGE_TEXT_DO_UNKNOWN_TEXT,                                                                                   \
	        "no list says; ask the device: portfit probe GRAPH --device NAME --only unknown",                         \
	        "沒有資料可查；請在裝置上實測：portfit probe GRAPH --device NAME --only unknown")                         \
	X(MESSAGE_TEXT_RESTS_ON, "RESTS ON", "依據有多強")                                                                \
	X(MESSAGE_TEXT_FACTS_FROM_TO, "; facts of {0} to {1}; {2}",                                                       \
	        "；支援資料日期 {0} 至 {1}；{2}")                                                                         \
	X(MESSAGE_TEXT_NOT_SEEN, "NOT SEEN", "本次未檢查")                                                                \
	X(MESSAGE_TEXT_GATE, "gate: ", "CI 關卡：")                                                                       \
	X(MESSAGE_TEXT_GATE_OFF_TARGET,                                                                                   \
	        "off: no target is named (--target NAME, or targets in portfit.yaml)",                                    \
	        "未啟用：未指定目標（--target NAME，或 portfit.yaml 的 targets）")                                        \
	X(MESSAGE_TEXT_GATE_OFF, "off (--fail-on LEVEL with --target NAME switches it on)",                               \
	        "未啟用（以 --fail-on LEVEL 與 --target NAME 啟用）")                                                     \
	X(MESSAGE_TEXT_GATE_PASSED, "passed, nothing at or above the level",                                              \
	        "通過，沒有達到門檻的項目")                                                                               \
	X(MESSAGE_TEXT_GATE_HIT, "hit", "未通過")                                                                         \
	X(MESSAGE_TEXT_STOPS_NO_WAY, "STOPS THE RUN, NO WAY KNOWN", "擋住執行，尚無合適做法")                             \
	X(MESSAGE_TEXT_STOPS_WAY, "STOPS THE RUN (change known)", "擋住執行（已有修改方式）")                             \
	X(MESSAGE_TEXT_CHANGE, "NEEDS A CHANGE", "必須修改")                                                              \
	X(MESSAGE_TEXT_ALSO, "ALSO", "其他")                                                                              \
	X(MESSAGE_TEXT_SEVERITY_NONE, "-", "-")                                                                           \
	X(MESSAGE_TEXT_SEVERITY_STOPS, "stops", "擋住執行")                                                               \
	X(MESSAGE_TEXT_SEVERITY_CHANGE, "change", "必須修改")                                                             \
	X(MESSAGE_TEXT_AT, "at ", "位置：")                                                                               \
	X(MESSAGE_TEXT_INSTEAD, "instead: ", "改用：")                                                                    \
	X(MESSAGE_TEXT_INSTEAD_FOR, "instead, {0}: ", "改用（{0}）：")                                                    \
	X(MESSAGE_TEXT_GUARDED, "guarded: ", "有保護：")                                                                  \
	X(MESSAGE_TEXT_NO_WAY, "no way is known", "尚無合適做法")                                                         \
	X(MESSAGE_TEXT_MORE_ONE, "{0} and {1} more in {2} file",                                                          \
	        "{0}，另有 {1} 處（共 {2} 個檔案）")                                                                      \
	X(MESSAGE_TEXT_MORE, "{0} and {1} more in {2} files", "{0}，另有 {1} 處（共 {2} 個檔案）")                        \
	X(MESSAGE_TEXT_MINOR, "{0} more {1} at {2} of severity minor or info (-v shows them)",                            \
	        "另有 {0} {1}、{2}，嚴重度為建議修改或參考（-v 顯示）")                                                   \
	X(MESSAGE_TEXT_CAUSE_ONE, "cause", "項")                                                                          \
	X(MESSAGE_TEXT_CAUSE, "causes", "項")                                                                             \
	X(MESSAGE_TEXT_FOLDED,                                                                                            \
	        "folded away: {0} in files that no entry point reaches, {1} suppressed, {2} in "                          \
	        "the baseline",                                                                                           \
	        "未列出：{0} 處沒有進入點會用到、{1} 處豁免、{2} 處屬既有問題基準")                                       \
	X(MESSAGE_TEXT_FOLDED_UNCHANGED, ", {0} on lines that did not change",                                            \
	        "、{0} 處在未變更的行")                                                                                   \
	X(MESSAGE_TEXT_OPERATORS, "OPERATORS THAT NEED THOUGHT", "需要處理的運算子")                                      \
	X(MESSAGE_TEXT_OPERATORS_LEAD, "   worst first; each target: eager | compiled",                                   \
	        "   由最嚴重排起；每個目標：即時執行（eager）| 編譯模式（compile）")                                      \
	X(MESSAGE_TEXT_OPERATOR_DTYPES, "operator (dtypes)", "運算子（資料型別）")                                        \
	X(MESSAGE_TEXT_HEAD_CALLS, "  calls  ", "  次數   ")                                                              \
	X(MESSAGE_TEXT_HEAD_WHERE, "where", "位置")                                                                       \
	X(MESSAGE_TEXT_SHORT_OK, "ok", "支援")                                                                            \
	X(MESSAGE_TEXT_SHORT_DEPENDS, "depends", "有條件")                                                                \
	X(MESSAGE_TEXT_SHORT_CPU, "CPU", "CPU")                                                                           \
	X(MESSAGE_TEXT_SHORT_SKIPPED, "skipped", "略過")                                                                  \
	X(MESSAGE_TEXT_SHORT_UNSUPPORTED, "unsupported", "未支援")                                                        \
	X(MESSAGE_TEXT_SHORT_UNKNOWN, "?", "?")                                                                           \
	X(MESSAGE_TEXT_FINE_ROWS,                                                                                         \
	        "{0} more {1}, {2}: supported or made of supported parts ({3} + {4} = {5})",                              \
	        "另有 {0} {1}、{2}：支援或拆解後支援（{3} + {4} = {5}）")                                                 \
	X(MESSAGE_TEXT_ROW_ONE, "row", "列")                                                                              \
	X(MESSAGE_TEXT_ROW, "rows", "列")                                                                                 \
	X(MESSAGE_TEXT_NO_WORK_ONE, "; {0} node does no device work", "；{0} 個節點不使用裝置")                           \
	X(MESSAGE_TEXT_NO_WORK, "; {0} nodes do no device work", "；{0} 個節點不使用裝置")                                \
	X(MESSAGE_TEXT_APIS, "CALLS OF TORCH IN THE SOURCES", "原始碼中的 torch 呼叫")                                    \
	X(MESSAGE_TEXT_APIS_LEAD,                                                                                         \
	        "   judged without a graph: for float32 data and default arguments",                                      \
	        "   沒有計算圖時的判定：以 float32 與預設參數為準")                                                       \
	X(MESSAGE_TEXT_LEAVES, "LEAVES THE DEVICE", "離開加速器的區段與資料往返")                                         \
	X(MESSAGE_TEXT_DYNAMIC, "DYNAMIC SHAPES", "動態形狀")                                                             \
	X(MESSAGE_TEXT_WAITS, "WAITS FOR THE DEVICE", "等待裝置")                                                         \
	X(MESSAGE_TEXT_DTYPES, "DTYPES", "資料型別")                                                                      \
	X(MESSAGE_TEXT_TRAINING, "TRAINING", "訓練")                                                                      \
	X(MESSAGE_TEXT_COLLECTIVES, "COLLECTIVES", "集合通訊")                                                            \
	X(MESSAGE_TEXT_CUSTOM, "CUSTOM OPERATORS AND KERNELS", "自訂運算子與核心")                                        \
	X(MESSAGE_TEXT_WORK, "WORK", "工作量")                                                                            \
	X(MESSAGE_TEXT_MEMORY, "MEMORY", "記憶體")                                                                        \
	X(MESSAGE_TEXT_JOB_COST, "WHAT ONE QUALIFIED JOB COSTS", "完成一次合格工作的成本")                                \
	X(MESSAGE_TEXT_WORKLOADS, "WORKLOADS", "工作負載")                                                                \
	X(MESSAGE_TEXT_GRAPHS, "GRAPHS", "計算圖")                                                                        \
	X(MESSAGE_TEXT_FILE_ONE, "file", "個檔案")                                                                        \
	X(MESSAGE_TEXT_FILE, "files", "個檔案")                                                                           \
	X(MESSAGE_TEXT_COMMA, ", ", "、")                                                                                 \
	X(MESSAGE_TEXT_SEMICOLON, "; ", "；")                                                                             \
	X(MESSAGE_TEXT_COLON, ": ", "：")                                                                                 \
	X(MESSAGE_TEXT_MODE_EAGER, "eager", "即時執行")                                                                   \
	X(MESSAGE_TEXT_MODE_COMPILED, "compiled", "編譯模式")                                                             \
	X(MESSAGE_TEXT_OPERATOR_CALL_ONE, "operator call", "次運算子呼叫")                                                \
	X(MESSAGE_TEXT_OPERATOR_CALL, "operator calls", "次運算子呼叫")                                                   \
	X(MESSAGE_TEXT_TIME_ONE, "time", "次")                                                                            \
	X(MESSAGE_TEXT_TIME, "times", "次")                                                                               \
	X(MESSAGE_TEXT_ISLAND_ONE, "island", "個區段")                                                                    \
	X(MESSAGE_TEXT_ISLAND, "islands", "個區段")                                                                       \
	X(MESSAGE_TEXT_MORE_SHOWN, "{0} more (-v shows them)", "另有 {0} 項（-v 顯示）")                                  \
	X(MESSAGE_TEXT_WAITS_DEVICE, "waits for the device", "等待裝置")                                                  \
	X(MESSAGE_TEXT_COPIES_HOST, "copies to the host", "複製到主機")                                                   \
	X(MESSAGE_TEXT_SHAPE_DATA, "shape depends on data", "形狀取決於資料")                                             \
	X(MESSAGE_TEXT_SYNC_SOME, " for some inputs", "（部分輸入）")                                                     \
	X(MESSAGE_TEXT_SYNC_LOOP, ", in a loop", "、在迴圈中")                                                            \
	X(MESSAGE_TEXT_SYNC_FORWARD, ", in forward", "、在 forward 中")                                                   \
	X(MESSAGE_TEXT_NAME_ONE, "more name", "個名稱")                                                                   \
	X(MESSAGE_TEXT_NAME, "more names", "個名稱")                                                                      \
	X(MESSAGE_TEXT_API_REST,                                                                                          \
	        "{0}, {1}: need less thought, depend on the call, or were not measured ({2} + "                           \
	        "{3} = {4}); -v lists them",                                                                              \
	        "另有 {0}、{1}：較不需處理、取決於呼叫方式，或尚未實測（{2} + {3} = {4}）；-v " \
	        "列出")                                                                                                   \
	X(MESSAGE_TEXT_COUNTED_LEAD, "   each piece of work counts once", "   每項工作只計一次")                          \
	X(MESSAGE_TEXT_COUNTED, "counted", "計入")                                                                        \
	X(MESSAGE_TEXT_NOT_COUNTED, "not counted", "未計入")                                                              \
	X(MESSAGE_TEXT_COUNTED_GRAPHS, "{0} ({1})", "{0}（{1}）")                                                         \
	X(MESSAGE_TEXT_GRAPHS_LEFT_ONE, "{0} more graph (-v lists them)",                                                 \
	        "另有 {0} 張計算圖（-v 列出）")                                                                           \
	X(MESSAGE_TEXT_GRAPHS_LEFT, "{0} more graphs (-v lists them)",                                                    \
	        "另有 {0} 張計算圖（-v 列出）")                                                                           \
	X(MESSAGE_TEXT_CROSSING, "{0}, {1}", "{0}、{1}")                                                                  \
	X(MESSAGE_TEXT_CROSSING_LEAST, "{0}, at least {1}", "{0}、至少 {1}")                                              \
	X(MESSAGE_TEXT_CROSSING_UNSIZED, "{0} and {1} of no known size",                                                  \
	        "{0}，另有 {1} 次大小未知")                                                                               \
	X(MESSAGE_TEXT_ISLAND_LINE, "{0} of {1}: {2}", "{0}、{1}：{2}")                                                   \
	X(MESSAGE_TEXT_ISLAND_ALONE,                                                                                      \
	        "{0}; while each operator moves its own tensors, as PyTorch's fallback does: {1}",                        \
	        "{0}；若每個運算子各自搬移張量（PyTorch 改由 CPU 執行時即如此）：{1}")                                    \
	X(MESSAGE_TEXT_WHAT_IF, "what if: ", "假如：")                                                                    \
	X(MESSAGE_TEXT_WHAT_IF_LINE, "{0} ({1}) had a kernel: {2} and {3} less, {4} gone",                                \
	        "{0}（{1}）有核心：減少 {2}與 {3}，消除 {4}")                                                             \
	X(MESSAGE_TEXT_MORE_OPERATORS, "{0} more operators (-v shows them)",                                              \
	        "另有 {0} 個運算子（-v 顯示）")                                                                           \
	X(MESSAGE_TEXT_LEAVES_LEAD,                                                                                       \
	        "   a crossing is one tensor going one way; times at the 63 GB/s of the best bus",                        \
	        "   一次往返指一個張量單向搬移一次；時間以最快匯流排 63 GB/s 計")                                         \
	X(MESSAGE_TEXT_SEEN_MISSING, "{0} has no kernel, {1}", "{0} 沒有核心，{1}")                                       \
	X(MESSAGE_TEXT_SEEN_CPU, "{0} ran on the CPU, {1}", "{0} 改由 CPU 執行，{1}")                                     \
	X(MESSAGE_TEXT_SEEN_BACKEND, "{0} ({1})", "{0}（{1}）")                                                           \
	X(MESSAGE_TEXT_SEEN_CALLED, "{0}, called at {1}", "{0}，呼叫處 {1}")                                              \
	X(MESSAGE_TEXT_SEEN_IN, "seen in {0}: ", "見於 {0}：")                                                            \
	X(MESSAGE_TEXT_SEEN_LEFT, "{0} more seen in logs (-v shows them)",                                                \
	        "紀錄中另有 {0} 項（-v 顯示）")                                                                           \
	X(MESSAGE_TEXT_BY_HAND, "{0}, if what has no kernel is moved to the CPU by hand: ",                               \
	        "{0}，若自行把沒有核心的移到 CPU 執行：")                                                                 \
	X(MESSAGE_TEXT_RANGE, "{0} to {1}", "{0} 到 {1}")                                                                 \
	X(MESSAGE_TEXT_RANGE_LOW, "{0} or more", "{0} 以上")                                                              \
	X(MESSAGE_TEXT_RANGE_NONE, "no range known", "範圍未知")                                                          \
	X(MESSAGE_TEXT_SYMBOL_SOURCE, "{0}, {1}", "{0}，{1}")                                                             \
	X(MESSAGE_TEXT_SYMBOL_MADE, "{0}, made by {1}", "{0}，由 {1} 產生")                                               \
	X(MESSAGE_TEXT_SYMBOL_MADE_AT, "{0}, made by {1} at {2}", "{0}，由 {1} 產生（{2}）")                              \
	X(MESSAGE_TEXT_SYMBOL_IN, "{0}; in {1}", "{0}；用於 {1}")                                                         \
	X(MESSAGE_TEXT_SYMBOL_UNBACKED,                                                                                   \
	        "{0} (known only on the device): ", "{0}（裝置上才知道）：")                                              \
	X(MESSAGE_TEXT_SYMBOL_ONE, "symbol", "個尺寸符號")                                                                \
	X(MESSAGE_TEXT_SYMBOL, "symbols", "個尺寸符號")                                                                   \
	X(MESSAGE_TEXT_DYNAMIC_LEAD, "   {0}, in {1}", "   {0}，用於 {1}")                                                \
	X(MESSAGE_TEXT_NOT_FINE_SHAPES, "not fine with such shapes: ", "遇到這類形狀有問題：")                            \
	X(MESSAGE_TEXT_AND_MORE, "{0} and {1} more", "{0}，另有 {1} 個")                                                  \
	X(MESSAGE_TEXT_SHAPES_NONE, "compiles one program per shape, no dynamic shapes",                                  \
	        "每種形狀編譯一個程式，不支援動態形狀")                                                                   \
	X(MESSAGE_TEXT_SHAPES_BOUNDED, "compiles with bounded dynamic shapes",                                            \
	        "可編譯有上下限的動態形狀")                                                                               \
	X(MESSAGE_TEXT_SHAPES_UNKNOWN, "what it makes of dynamic shapes is not known",                                    \
	        "如何處理動態形狀尚未知道")                                                                               \
	X(MESSAGE_TEXT_SHAPES_PROGRAMS, "{0}; {1} programs for all sizes",                                                \
	        "{0}；涵蓋所有尺寸需 {1} 個程式")                                                                         \
	X(MESSAGE_TEXT_NO_REASON, "no reason given", "未說明原因")                                                        \
	X(MESSAGE_TEXT_EVENT_AT, "{0} at {1}", "{0}（{1}）")                                                              \
	X(MESSAGE_TEXT_EVENT_TIMES, "{0} ({1} times)", "{0}（{1} 次）")                                                   \
	X(MESSAGE_TEXT_EVENT_UNCOMPILED, "{0}; from here on it runs uncompiled",                                          \
	        "{0}；此後不再編譯執行")                                                                                  \
	X(MESSAGE_TEXT_EVENT_ENDS, "{0}; compilation ends here", "{0}；編譯到此為止")                                     \
	X(MESSAGE_TEXT_RECOMPILED, "recompiled: ", "重新編譯：")                                                          \
	X(MESSAGE_TEXT_GRAPH_BREAK, "graph break: ", "計算圖中斷：")                                                      \
	X(MESSAGE_TEXT_WAITS_LEAD_ONE,                                                                                    \
	        "   {0} in graphs, {1} graph break and recompilation in logs",                                            \
	        "   計算圖中 {0}，紀錄中 {1} 次計算圖中斷與重新編譯")                                                     \
	X(MESSAGE_TEXT_WAITS_LEAD,                                                                                        \
	        "   {0} in graphs, {1} graph breaks and recompilations in logs",                                          \
	        "   計算圖中 {0}，紀錄中 {1} 次計算圖中斷與重新編譯")                                                     \
	X(MESSAGE_TEXT_WAITS_LINE, "{0} ({1}): {2}; {3}", "{0}（{1}）：{2}；{3}")                                         \
	X(MESSAGE_TEXT_MORE_PLACES, "{0} more places (-v shows them)", "另有 {0} 處（-v 顯示）")                          \
	X(MESSAGE_TEXT_DTYPES_LEAD, "   what targets say of a dtype as a whole",                                          \
	        "   各目標對整個資料型別的說明")                                                                          \
	X(MESSAGE_TEXT_DTYPE_INDICES, "{0}, for indices only", "{0}，只當索引")                                           \
	X(MESSAGE_TEXT_DTYPE_AS, "{0}, as {1}", "{0}，例如 {1}")                                                          \
	X(MESSAGE_TEXT_DTYPE_AS_AT, "{0}, as {1} at {2}", "{0}，例如 {1}（{2}）")                                         \
	X(MESSAGE_TEXT_QUANTIZED, "quantized: ", "量化：")                                                                \
	X(MESSAGE_TEXT_ENTRY_CALLS, "{0} ({1}): {2}", "{0}（{1}）：{2}")                                                  \
	X(MESSAGE_TEXT_FINE, "fine", "沒有問題")                                                                          \
	X(MESSAGE_TEXT_PERHAPS, "perhaps {0}", "可能 {0} 次")                                                             \
	X(MESSAGE_TEXT_DERIVED, "{0} ({1}), {2}: {3}", "{0}（{1}），{2}：{3}")                                            \
	X(MESSAGE_TEXT_DERIVED_OF, "{0} ({1}), {2}, of {4}: {3}",                                                         \
	        "{0}（{1}），{2}，來自 {4}：{3}")                                                                         \
	X(MESSAGE_TEXT_STEP, "step of {0} ({1}), {2}: {3}", "{0}（{1}）的更新步驟，{2}：{3}")                             \
	X(MESSAGE_TEXT_STEP_DEFAULT,                                                                                      \
	        "step of {0} ({1}), {2}, the default on these back ends: {3}",                                            \
	        "{0}（{1}）的更新步驟，{2}（這些後端的預設）：{3}")                                                       \
	X(MESSAGE_TEXT_STEP_NOT_MEASURED, "not measured: ", "尚未實測：")                                                 \
	X(MESSAGE_TEXT_REST_FINE, "{0} more: supported or made of supported parts",                                       \
	        "另有 {0} 個：支援或拆解後支援")                                                                          \
	X(MESSAGE_TEXT_REST_BACKWARD,                                                                                     \
	        "{0} more backward operators: supported or made of supported parts",                                      \
	        "另有 {0} 個反向運算子：支援或拆解後支援")                                                                \
	X(MESSAGE_TEXT_FORWARD_CALL_ONE, "forward call", "次前向呼叫")                                                    \
	X(MESSAGE_TEXT_FORWARD_CALL, "forward calls", "次前向呼叫")                                                       \
	X(MESSAGE_TEXT_TRAINING_LEAD,                                                                                     \
	        "   derived, not traced: the backward passes of {0}, outside the totals",                                 \
	        "   由推導而得，未實際追蹤：{0}的反向，不計入總數")                                                       \
	X(MESSAGE_TEXT_BACKWARD_HELD_ONE,                                                                                 \
	        "{0} graph holds the backward pass already; nothing derived there",                                       \
	        "{0} 張計算圖已含反向，不再推導")                                                                         \
	X(MESSAGE_TEXT_BACKWARD_HELD,                                                                                     \
	        "{0} graphs hold the backward pass already; nothing derived there",                                       \
	        "{0} 張計算圖已含反向，不再推導")                                                                         \
	X(MESSAGE_TEXT_ALL_INPUTS,                                                                                        \
	        "the form does not tell parameters from inputs: every floating input was given a "                        \
	        "gradient",                                                                                               \
	        "此形式分不出參數與輸入：每個浮點輸入都計梯度")                                                           \
	X(MESSAGE_TEXT_BACKWARD_UNKNOWN, "{0} of operators whose backward pass is not known",                             \
	        "{0}：其運算子的反向尚未知道")                                                                            \
	X(MESSAGE_TEXT_COLLECTIVE, "{0}, {1}, gives {2}, gets {3} a step",                                                \
	        "{0}、{1}，每步送出 {2}、收到 {3}")                                                                       \
	X(MESSAGE_TEXT_COLLECTIVE_GROUP, "{0}, group {1}", "{0}，群組 {1}")                                               \
	X(MESSAGE_TEXT_COLLECTIVE_OF, "{0} of {1}", "{0}（{1} 個行程）")                                                  \
	X(MESSAGE_TEXT_COLLECTIVE_VERDICT, "{0}; {1} {2}: {3}", "{0}；{1} {2}：{3}")                                      \
	X(MESSAGE_TEXT_PROCESS_GROUPS, "   process groups: ", "   行程群組：")                                            \
	X(MESSAGE_TEXT_PROCESS_GROUP_ON, "{0} on {1}", "{1} 用 {0}")                                                      \
	X(MESSAGE_TEXT_CUSTOM_LEAD, "   their code has to be brought along",                                              \
	        "   這些程式碼必須一併搬遷")                                                                              \
	X(MESSAGE_TEXT_CUSTOM_FIRST, "{0}, first at {1}", "{0}，首見於 {1}")                                              \
	X(MESSAGE_TEXT_CUSTOM_KERNEL, "{0}; kernel by {1} at {2}", "{0}；核心以 {1} 註冊於 {2}")                          \
	X(MESSAGE_TEXT_CUSTOM_KERNEL_FOR, "{0}; kernel for {3} by {1} at {2}",                                            \
	        "{0}；{3} 的核心以 {1} 註冊於 {2}")                                                                       \
	X(MESSAGE_TEXT_CUSTOM_DEFINED, "{0}; defined by {1} at {2}", "{0}；以 {1} 定義於 {2}")                            \
	X(MESSAGE_TEXT_CUSTOM_DEFINED_FOR, "{0}; defined for {3} by {1} at {2}",                                          \
	        "{0}；以 {1} 為 {3} 定義於 {2}")                                                                          \
	X(MESSAGE_TEXT_CUSTOM_NOT_SEEN, "{0}; where it is registered was not seen",                                       \
	        "{0}；未找到註冊處")                                                                                      \
	X(MESSAGE_TEXT_CUSTOM_NO_SOURCE,                                                                                  \
	        "{0}; where it is registered was not seen (no source was scanned)",                                       \
	        "{0}；未找到註冊處（未掃描原始碼）")                                                                      \
	X(MESSAGE_TEXT_REASON_CALLS, "{0} ({1} of {2} calls)", "{0}（{2} 次呼叫中的 {1} 次）")                            \
	X(MESSAGE_TEXT_MODULE_IN, "in {0}", "位於 {0}")                                                                   \
	X(MESSAGE_TEXT_API_FROM, "from {0}", "來自 {0}")                                                                  \
	X(MESSAGE_TEXT_ON_THAT_LINE, "on that line: ", "該行另有：")                                                      \
	X(MESSAGE_TEXT_GFLOP, "{0} GFLOP, each graph once", "{0} GFLOP，每張計算圖計一次")                                \
	X(MESSAGE_TEXT_BYTES_MOVED,                                                                                       \
	        "{0}; operators one by one move {1}, the graph as a whole at least {2}",                                  \
	        "{0}；逐一執行運算子共搬移 {1}，整張計算圖至少 {2}")                                                      \
	X(MESSAGE_TEXT_TENSOR_ONE, "tensor", "個張量")                                                                    \
	X(MESSAGE_TEXT_TENSOR, "tensors", "個張量")                                                                       \
	X(MESSAGE_TEXT_UNSIZED, "{0}; {1} of no known size not counted",                                                  \
	        "{0}；{1}大小未知，未計入")                                                                               \
	X(MESSAGE_TEXT_SYMBOLIC, "{0}; FLOPs of {1} with symbolic sizes not counted",                                     \
	        "{0}；{1}的尺寸為符號，FLOPs 未計入")                                                                     \
	X(MESSAGE_TEXT_NO_FORMULA, "{0}; {1} without a formula", "{0}；{1}沒有公式")                                      \
	X(MESSAGE_TEXT_FLOP_COUNTER, "{0}; FlopCounterMode says {1} FLOP",                                                \
	        "{0}；FlopCounterMode 為 {1} FLOP")                                                                       \
	X(MESSAGE_TEXT_BOUND_MEMORY, "memory", "受限於記憶體")                                                            \
	X(MESSAGE_TEXT_BOUND_COMPUTE, "compute", "受限於運算")                                                            \
	X(MESSAGE_TEXT_LEAST_TIME, "least time possible, a bound and no forecast: {0}",                                   \
	        "理論最短時間（下限，非預測）：{0}")                                                                      \
	X(MESSAGE_TEXT_SHARE_CALLS, "{0} % of calls", "呼叫的 {0} %")                                                     \
	X(MESSAGE_TEXT_SHARE_OPERATORS, "{0} % of operators", "運算子的 {0} %")                                           \
	X(MESSAGE_TEXT_SHARE_FLOPS, "{0} % of FLOPs", "FLOPs 的 {0} %")                                                   \
	X(MESSAGE_TEXT_SHARE_TIME, "{0} % of measured time", "實測時間的 {0} %")                                          \
	X(MESSAGE_TEXT_COVERED, "supported or made of supported parts: {0}; {1}",                                         \
	        "支援或拆解後支援：{0}；{1}")                                                                             \
	X(MESSAGE_TEXT_MEMORY_LEAD,                                                                                       \
	        "   at the least: parameters spread evenly, nothing lost by the allocator",                               \
	        "   至少需要：參數平均分散，未計配置器的損耗")                                                            \
	X(MESSAGE_TEXT_MEMORY_GRAPH, "parameters {0}, inputs and buffers {1}, results alive {2}",                         \
	        "參數 {0}、輸入與緩衝區 {1}、同時存在的結果 {2}")                                                         \
	X(MESSAGE_TEXT_MEMORY_BACKWARD, "{0} (with its backward pass)", "{0}（含反向）")                                  \
	X(MESSAGE_TEXT_MEMORY_TRAIN,                                                                                      \
	        "{0}; to train with {1}: gradients {2}, states {3}, kept for the backward pass "                          \
	        "{4}",                                                                                                    \
	        "{0}；以 {1} 訓練：梯度 {2}、最佳化器狀態 {3}、為反向保留 {4}")                                           \
	X(MESSAGE_TEXT_MEMORY_UNSIZED, "{0}; {1} values of no known size not counted",                                    \
	        "{0}；{1} 個值大小未知，未計入")                                                                          \
	X(MESSAGE_TEXT_FITS_NEVER,                                                                                        \
	        "does not fit however many: inputs and results alone are too large",                                      \
	        "再多也放不下：光是輸入與結果就太大")                                                                     \
	X(MESSAGE_TEXT_FITS_ONE, "fits on one", "一個就放得下")                                                           \
	X(MESSAGE_TEXT_NEEDS_TOO_MANY, "needs {0}, more than any machine has",                                            \
	        "需要 {0} 個，超過任何一台機器")                                                                          \
	X(MESSAGE_TEXT_NEEDS_MANY, "needs {0} ({1})", "需要 {0} 個（{1}）")                                               \
	X(MESSAGE_TEXT_DEVICE_CHIP, "{0} ({1} GiB a chip): {2}", "{0}（每晶片 {1} GiB）：{2}")                            \
	X(MESSAGE_TEXT_DEVICE_DEVICE, "{0} ({1} GiB a device): {2}", "{0}（每裝置 {1} GiB）：{2}")                        \
	X(MESSAGE_TEXT_TRAIN_NEEDS, "{0}, to train {1}", "{0}；訓練時{1}")                                                \
	X(MESSAGE_TEXT_TRAIN_TOO, "{0}, to train too", "{0}，訓練亦同")                                                   \
	X(MESSAGE_TEXT_STATUS_PARTLY, "partly", "部分讀取")                                                               \
	X(MESSAGE_TEXT_STATUS_SKIPPED, "skipped", "略過")                                                                 \
	X(MESSAGE_TEXT_STATUS_FAILED, "failed", "讀取失敗")                                                               \
	X(MESSAGE_TEXT_SYNC_READ, "a value of the device is read", "讀取裝置上的值")                                      \
	X(MESSAGE_TEXT_SYNC_SHAPE, "the shape of the result depends on data",                                             \
	        "結果的形狀取決於資料")                                                                                   \
	X(MESSAGE_TEXT_SYNC_COPY, "a tensor is copied to the CPU", "將張量複製到 CPU")                                    \
	X(MESSAGE_TEXT_SYNC_BRANCH, "which branch runs depends on data", "走哪個分支取決於資料")                          \
	X(MESSAGE_TEXT_FILES_BECAUSE, "{0} {1}", "{1} {0} 個")                                                            \
	X(MESSAGE_ITEM_OPERATOR, "{0}, {1} in {2} mode: {3}", "{0}，{1}，{2}：{3}")                                       \
	X(MESSAGE_MD_NO_ANSWER_ONE,                                                                                       \
	        "{0} workload on a target: insufficient evidence, no numbers are given",                                  \
	        "{0} 個工作負載與目標的組合：資料不足，無法判斷，未提供數字")                                             \
	X(MESSAGE_MD_NO_ANSWER,                                                                                           \
	        "{0} workloads on targets: insufficient evidence, no numbers are given",                                  \
	        "{0} 個工作負載與目標的組合：資料不足，無法判斷，未提供數字")                                             \
	X(MESSAGE_MD_HEAD, "{0}: {1}, {2}, {3} mode", "{0}：{1}、{2}，以{3}為準")                                         \
	X(MESSAGE_MD_TABLE,                                                                                               \
	        "| target | operators that need thought | stops | needs a change | minor |",                              \
	        "| 目標 | 需要處理的運算子 | 擋住執行 | 必須修改 | 建議修改 |")                                           \
	X(MESSAGE_MD_NONE, "none", "無")                                                                                  \
	X(MESSAGE_MD_NO_GRAPH, "no graph looked at", "未檢查計算圖")                                                      \
	X(MESSAGE_MD_JOB, "what one qualified job costs", "完成一次合格工作的成本")                                       \
	X(MESSAGE_MD_GATE, "Gate: {0}", "CI 關卡：{0}")                                                                   \
	X(MESSAGE_MD_OFF, "off", "未啟用")                                                                                \
	X(MESSAGE_MD_PASSED, "passed", "通過")                                                                            \
	X(MESSAGE_MD_HIT, "hit", "未通過")                                                                                \
	X(MESSAGE_MD_LINE, ", line {0}", "，第 {0} 行")                                                                   \
	X(MESSAGE_MD_INSTEAD, "instead: ", "改用：")                                                                      \
	X(MESSAGE_MD_CUT_ONE, "{0} more finding did not fit here; the full report has it.",                               \
	        "另有 {0} 項放不下；完整報告中有。")                                                                      \
	X(MESSAGE_MD_CUT, "{0} more findings did not fit here; the full report has them.",                                \
	        "另有 {0} 項放不下；完整報告中有。")

#endif
