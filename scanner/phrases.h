/* What the scanner says of files and graphs in words of its own, in English and Traditional Chinese
 * (base/phrase.h). What is wrong within a file (a syntax error, damaged JSON) is said to whoever
 * mends the file, in English. */
#ifndef SCANNER_PHRASES_H
#define SCANNER_PHRASES_H

#include "base/phrase.h"

/* X(name, format, Traditional Chinese as said in Taiwan) */
#define SCANNER_FINDING_PHRASES(X)                                                                 \
	X(phrase_guard_import, "a try that goes on when the import fails",                         \
	        "匯入失敗仍會繼續的 try 內")                                                       \
	X(phrase_guard_tried, "a try around each import of this file, which goes on without it",   \
	        "每處匯入本檔、匯入失敗仍會繼續的 try 內")                                         \
	X(phrase_guard_replaced, "a try that has a way of its own when the import fails",          \
	        "匯入失敗時改用自身做法的 try 內")                                                 \
	X(phrase_guard_spare,                                                                      \
	        "a try that goes on when the import fails, and nothing in the file uses it",       \
	        "匯入失敗仍會繼續的 try 內，且檔案中沒有用到它")                                   \
	X(phrase_guard_try, "a try that goes on when it fails", "失敗仍會繼續的 try 內")           \
	X(phrase_guard_cuda, "a test of torch.cuda.is_available()",                                \
	        "torch.cuda.is_available() 的判斷內")                                              \
	X(phrase_guard_choice, "a choice among several values", "多個值的選擇內")                  \
	X(phrase_guard_other_way, "a choice whose other way goes on", "另有可行分支的選擇處")      \
	X(phrase_guard_once, "outside of any step", "不在訓練步驟內")                              \
	X(phrase_guard_unused, "nothing that was scanned uses %.*s", "掃描範圍內沒有程式使用 {0}") \
	X(phrase_guard_flag, "the option %.*s, off by default", "預設關閉的選項 {0} 內")           \
	X(phrase_guard_unset, "a value of %.*s that nothing here gives",                           \
	        "須另給 {0} 值（此處無人給予）才進入的分支內")                                     \
	X(phrase_guard_host_job, "a CI job that checks, builds or tests on the CPU",               \
	        "只在 CPU 上檢查、建置或測試的 CI 工作")                                           \
	X(phrase_guard_unread, "nothing here compiles or exports, which alone reads it",           \
	        "此處沒有會讀取它的編譯或匯出")                                                    \
	X(phrase_saved_on_cuda, "%.*s saves such checkpoints from CUDA, at line %u",               \
	        "{0} 第 {1} 行會從 CUDA 儲存這類檢查點")                                           \
	X(phrase_refused,                                                                          \
	        "it passes --local-rank, and %.*s, which knows --local_rank alone, ends with an "  \
	        "error",                                                                           \
	        "它會傳入 --local-rank，而 {0} 只認得 --local_rank，會以錯誤結束")                 \
	X(phrase_guard_reference, "built only for tensors on CUDA, others take another way",       \
	        "只為 CUDA 上的張量建置，其他裝置另有做法")                                        \
	X(phrase_guard_optional,                                                                   \
	        "part of an extension that is only imported in a try that goes on without it",     \
	        "屬於只在 try 中匯入、缺少也會繼續的擴充模組")                                     \
	X(phrase_guard_raises, "in a branch that ends in an error in any case",                    \
	        "所在分支無論如何都以錯誤結束")                                                    \
	X(phrase_guard_built, "part of an extension that is built only where CUDA is",             \
	        "屬於只在有 CUDA 時才建置的擴充模組")                                              \
	X(phrase_guard_answer, "once for each answer of its function",                             \
	        "所在函式每次回應只執行一次")                                                      \
	X(phrase_guard_written, "for a file that its function writes", "供所在函式寫入檔案")       \
	X(phrase_guard_stored, "nothing is computed in that type", "並不以該型別計算")             \
	X(phrase_guard_chosen, "a choice that takes another value where the package is missing",   \
	        "缺少該套件時改用其他值的選擇處")                                                  \
	X(phrase_guard_idle, "nothing here reads what it binds", "此處沒有程式讀取它所綁定的名稱") \
	X(phrase_guard_fresh, "the test made the file itself", "此檔由該測試自己產生")             \
	X(phrase_guard_single, "one number, made only where no tensor is given",                   \
	        "只在未給張量時才建立的單一數值")                                                  \
	X(phrase_guard_sizes, "these are sizes, numbers on the host",                              \
	        "這些是大小，是主機上的數值")                                                      \
	X(phrase_guard_resized, "only for another size than the model is built for",               \
	        "只用於與模型建立時不同的大小")                                                    \
	X(phrase_guard_absent, "it never runs without torch_xla, as %.*s says",                    \
	        "沒有 torch_xla 時不會執行（由 {0} 判斷）")                                        \
	X(phrase_guard_blocks, "one length for each block of rows that map() hands over",          \
	        "map() 每交付一大批資料列才有一種長度")                                            \
	X(phrase_guard_unnamed,                                                                    \
	        "nothing here asks for %.*s but by a name made at run time, if at all",            \
	        "此處若有任何地方用到 {0}，也只可能是透過執行時組成的名稱")                        \
	X(phrase_guard_uncalled, "no program here calls %.*s", "此處沒有程式呼叫 {0}")             \
	X(phrase_guard_self_test, "only where this module is started by itself",                   \
	        "只在單獨執行這個模組時才會跑到")                                                  \
	X(phrase_guard_leftover, "it starts %.*s, which is not here", "它所啟動的 {0} 不在此處")   \
	X(phrase_guard_docs, "installed only to build the documentation", "只為建置文件而安裝")    \
	X(phrase_guard_always, "each call of %.*s gives another value", "每次呼叫 {0} 都另外給值") \
	X(phrase_guard_given, "each call of %.*s gives it from the host's memory",                 \
	        "每次呼叫 {0} 給的都在主機記憶體")                                                 \
	X(phrase_guard_prepared,                                                                   \
	        "data are prepared here, and nothing shows that this is on the device",            \
	        "此處為資料準備，看不出此值在裝置上")                                              \
	X(phrase_guard_brought, "a CUDA build of torch brings it", "隨 torch 的 CUDA 版本而來")    \
	X(phrase_guard_older, "for a PyTorch older than the targets need",                         \
	        "供比目標所需更舊的 PyTorch 使用")                                                 \
	X(phrase_guard_elsewhere, "the choice of %.*s", "選擇 {0} 的分支內")                       \
	X(phrase_guard_done, "%.*s stands beside it", "旁邊已有 {0}")                              \
	X(phrase_guard_skip, "the choice whether a test runs", "是否執行某項測試的選擇內")         \
	X(phrase_guard_extra, "the extra %.*s", "選用套件組 {0} 內")                               \
	X(phrase_guard_skipped, "a test of %.*s, so that targets skip it",                         \
	        "{0} 的判斷內，目標上會略過")                                                      \
	X(phrase_guard_available, "a test of %.*s", "{0} 的判斷內")                                \
	X(phrase_held_back,                                                                        \
	        "its replacement needs PyTorch %.*s; %.*s line %u asks for torch %.*s",            \
	        "替代做法需要 PyTorch {0}；{1} 第 {2} 行要求 torch {3}")                           \
	X(phrase_does_not_fit, "%.*s %.*s here, but %.*s", "此處為 {0} {1}，但 {2}")               \
	X(phrase_finding_behind, "%.*s: %.*s; behind %.*s", "{0}：{1!}；位於{2!}")                 \
	X(phrase_finding_once, "%.*s: %.*s; %.*s", "{0}：{1!}；{2!}")                              \
	X(phrase_finding, "%.*s: %.*s", "{0}：{1!}")

#define SCANNER_FILE_PHRASES(X)                                                                    \
	X(phrase_no_kind, "no kind of file that is read", "不屬於會讀取的檔案類型")                \
	X(phrase_front, "larger than what is read: up to line %u, %.1f MB of %.1f MB",             \
	        "超過讀取的上限：讀到第 {0} 行（{2} MB 中的 {1} MB）")                             \
	X(phrase_own, "portfit's own", "portfit 自己的檔案")                                       \
	X(phrase_too_deep, "nested too deep", "資料夾層數過深")                                    \
	X(phrase_link, "symbolic link", "符號連結")                                                \
	X(phrase_no_file, "no regular file", "不是一般檔案")                                       \
	X(phrase_left_out, "folder left out by default", "預設略過的資料夾")                       \
	X(phrase_excluded, "excluded", "已設定排除")                                               \
	X(phrase_subgraph_again, "the same subgraph again: its body counts once",                  \
	        "重複的子圖：內容只計一次")                                                        \
	X(phrase_other_view, "another view of the same work", "同一項工作的另一種形式")            \
	X(phrase_same_work, "the same work as in %.*s, counted once",                              \
	        "與 {0} 為同一項工作，只計一次")                                                   \
	X(phrase_same_work_there,                                                                  \
	        "the same work as in %.*s: parameters and operators agree; counted there",         \
	        "與 {0} 為同一項工作：參數與運算子一致，計在該處")                                 \
	X(phrase_forward_counted, "the forward pass is counted as %.*s shows it",                  \
	        "前向依 {0} 的內容計算")                                                           \
	X(phrase_forward_half,                                                                     \
	        "the forward pass of a training step; its backward pass is counted from %.*s",     \
	        "訓練步驟的前向；其反向計自 {0}")                                                  \
	X(phrase_cut_gzip, "what stood behind truncated or damaged gzip data",                     \
	        "gzip 資料截斷或損壞處之後的內容")                                                 \
	X(phrase_cut_trace, "end of the trace", "紀錄的結尾")                                      \
	X(phrase_bad_event, "event that is no valid JSON", "不是有效 JSON 的事件")                 \
	X(phrase_bad_node, "node that is no valid JSON", "不是有效 JSON 的節點")                   \
	X(phrase_bad_argument, "argument not understood", "看不懂的參數")                          \
	X(phrase_cut_statement, "statement cut off in the middle", "中途截斷的敘述")               \
	X(phrase_bad_statement, "statement not understood", "看不懂的敘述")                        \
	X(phrase_deep_class, "class or function nested too deep", "類別或函式層數過深")            \
	X(phrase_headless, "graph without its beginning", "缺少開頭的計算圖")                      \
	X(phrase_lone_kernel, "kernel whose operator is not in the profile",                       \
	        "剖析紀錄中找不到所屬運算子的核心")                                                \
	X(phrase_late_event, "event too far out of order to be nested with certainty",             \
	        "順序錯亂而無法確定層次的事件")                                                    \
	X(phrase_rank_repeat, "graph of another rank, the same as that of a lower one",            \
	        "與較小編號行程相同的計算圖")                                                      \
	X(phrase_denied, "Permission denied", "沒有讀取權限")                                      \
	X(phrase_unreadable, "cannot be read", "無法讀取")                                         \
	X(phrase_profile_rest, "calls of the profile that %.*s does not show",                     \
	        "剖析紀錄中有、而 {0} 未顯示的呼叫")                                               \
	X(phrase_run_of, "a run of the work in %.*s, counted there; its times are used",           \
	        "執行 {0} 那項工作的紀錄，計在該處；採用其時間")                                   \
	X(phrase_partly_json, "no valid JSON", "不是有效的 JSON")                                  \
	X(phrase_partly_values, "more than 1,000,000 values, those behind aliases each time",      \
	        "超過 1,000,000 個值（別名所指的每次都計）")                                       \
	X(phrase_partly_aliases, "aliases that lead to the same text again and again",             \
	        "別名一再指向相同的文字")                                                          \
	X(phrase_partly_search, "a search by regular expressions met its limit",                   \
	        "正規表示式搜尋達到上限")                                                          \
	X(phrase_partly_facts, "more than 250,000 packages, variables or commands: up to line %u", \
	        "超過 250,000 個套件、變數或命令：讀到第 {0} 行")                                  \
	X(phrase_partly_findings, "more than 50,000 findings, of which no more are told",          \
	        "超過 50,000 項發現，其餘不列出")                                                  \
	X(phrase_line_wrong, "line %u: %s", "第 {0} 行：{1!}")                                     \
	X(phrase_rank_shape,                                                                       \
	        "rank %d parts from rank %d at node %u: %.*s gives another shape or type",         \
	        "第 {0} 號與第 {1} 號行程從第 {2} 個節點起不同：{3} 的形狀或型別不同")             \
	X(phrase_rank_call, "rank %d parts from rank %d at node %u: %.*s here, %.*s there",        \
	        "第 {0} 號與第 {1} 號行程從第 {2} 個節點起不同：此處為 {3}，該處為 {4}")

SCANNER_FINDING_PHRASES(PHRASE_FORMAT)
SCANNER_FILE_PHRASES(PHRASE_FORMAT)

#endif
