/* Messages about money and hours (report/message.h). */
#ifndef REPORT_MESSAGE_MONEY_H
#define REPORT_MESSAGE_MONEY_H

/* X(enumerator, English, Traditional Chinese as said in Taiwan) */
#define MESSAGE_MONEY_LIST(X)                                                                      \
	X(MESSAGE_COST_EVIDENCE, "evidence {0}: {1}", "證據等級 {0}：{1}")                         \
	X(MESSAGE_COST_NOT_PRICED, "NOT PRICED: ", "查無價格：")                                   \
	X(MESSAGE_COST_IDEAL, "TAKEN AT ITS BEST: ", "以最理想情況計：")                           \
	X(MESSAGE_COST_LIST_NOT_PRICED, "Not priced", "查無價格")                                  \
	X(MESSAGE_COST_LIST_STALE, "Stale", "價格過舊")                                            \
	X(MESSAGE_COST_LIST_IDEAL, "Taken at its best", "以最理想情況計")                          \
	X(MESSAGE_COST_ONE_JOB, "ONE QUALIFIED JOB", "一次合格工作")                               \
	X(MESSAGE_COST_OTHERWISE, "the same, otherwise", "同一台機器，改購買方式")                 \
	X(MESSAGE_COST_MACHINE, "machine", "機器")                                                 \
	X(MESSAGE_COST_BOUGHT, "bought", "購買方式")                                               \
	X(MESSAGE_COST_PRICE, "price", "價格")                                                     \
	X(MESSAGE_COST_SPEED, "speed", "速度")                                                     \
	X(MESSAGE_COST_RESULT, "result", "結果")                                                   \
	X(MESSAGE_COST_WHOLE_RUN, "whole run", "全程時間")                                         \
	X(MESSAGE_COST_COLD, "  from cold", "  冷啟動")                                            \
	X(MESSAGE_COST_STEADY, "  steady", "  暖機後")                                             \
	X(MESSAGE_COST_BILL, "cloud bill", "雲端帳單")                                             \
	X(MESSAGE_COST_IDLE, "  of it idle", "  其中閒置")                                         \
	X(MESSAGE_COST_UNIT, "a unit ({0})", "每單位（{0}）")                                      \
	X(MESSAGE_COST_PER_USD, "units for 1 USD", "1 USD 可得單位數")                             \
	X(MESSAGE_COST_MONTH, "bill a month", "每月帳單")                                          \
	X(MESSAGE_COST_ENGINEERING, "engineering, once", "工程投入（一次性）")                     \
	X(MESSAGE_COST_UPKEEP, "  a month", "  每月")                                              \
	X(MESSAGE_COST_RESTS, "rests on", "依據")                                                  \
	X(MESSAGE_COST_REAL_BILL, "a real bill", "實際帳單")                                       \
	X(MESSAGE_COST_NO_PRICE, "not priced", "查無價格")                                         \
	X(MESSAGE_COST_AS_TODAY, "not known: as today", "未知：以現況計")                          \
	X(MESSAGE_COST_NOT_KNOWN, "not known", "未知")                                             \
	X(MESSAGE_COST_NO_JOBS, "jobs not given", "未提供工作次數")                                \
	X(MESSAGE_COST_NOT_GIVEN, "not given", "未提供")                                           \
	X(MESSAGE_COST_NOT_IN_MONEY, "not in the money", "不計入金額")                             \
	X(MESSAGE_COST_PAPER, "on paper", "紙上計算")                                              \
	X(MESSAGE_COST_COMPILED, "compiled there, speed assumed", "已編譯，速度為假設")            \
	X(MESSAGE_COST_MEASURED_ONCE, "measured once", "實測一次")                                 \
	X(MESSAGE_COST_FEW, "measured, few runs", "實測，次數少")                                  \
	X(MESSAGE_COST_STABLE, "measured, 6 runs or more", "實測 6 次以上")                        \
	X(MESSAGE_COST_QUALIFIED, "qualified", "合格")                                             \
	X(MESSAGE_COST_NOT_CHECKED, "not checked", "未檢查")                                       \
	X(MESSAGE_COST_LATE, "too slow to be accepted", "太慢，無法接受")                          \
	X(MESSAGE_COST_NOT_MEASURED, "not measured", "尚未實測")                                   \
	X(MESSAGE_COST_CURVE_HEAD,                                                                 \
	        "time ratio; on the line (*) and below it pays back within {0} months",            \
	        "時間倍數；線上（*）與下方代表 {0} 個月內回本")                                    \
	X(MESSAGE_COST_CURVE_JOBS, "jobs a month", "每月工作次數")                                 \
	X(MESSAGE_COST_CURVE_TIE, "- {0}: the bills tie", "- {0}：兩邊帳單相等")                   \
	X(MESSAGE_COST_CURVE_PAYS, "X {0} jobs at {1}: you are here, and it pays",                 \
	        "X 每月 {0} 次、時間為 {1} 倍：您在這裡，可以回本")                                \
	X(MESSAGE_COST_CURVE_PAYS_NOT, "X {0} jobs at {1}: you are here, and it does not pay",     \
	        "X 每月 {0} 次、時間為 {1} 倍：您在這裡，無法回本")

#endif
