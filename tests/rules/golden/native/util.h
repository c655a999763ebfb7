#pragma once
#include <vector>
inline int round_up(int n, int by) { return (n + by - 1) / by * by; }
