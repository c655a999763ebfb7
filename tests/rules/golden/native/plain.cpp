#include <cstdio>
int main() { std::puts("nothing of a device here"); }
