/* What a Python file says of how it comes to run, by itself. */
#ifndef SCANNER_ENTRY_H
#define SCANNER_ENTRY_H

#include "scanner/python/python.h"

struct entry_signs {
	bool main;      /* something stands under if __name__ == "__main__" */
	bool runs;      /* loading it does work: a call that is a statement, or one in a loop */
	bool served;    /* a server or a service loads it by what it defines: an application of
	                 * FastAPI,  a model of Triton */
	bool by_name;   /* it loads modules by names that are made or read at run time */
	bool by_object; /* likewise what stands in them */
	bool collects;  /* it defines what a test runner asks for: test_x, TestX, a TestCase */
};

struct entry_signs entry_signs_of(const struct python_file *file);
/* A file of tests, by its path: test_x.py, x_test.py, tests/x.py. Test runners find it; it is no
 * program of its own. */
bool entry_is_test(str path);
/* Likewise, but for a program that is only called as a test is: test_denoising.py, which works as
 * it is loaded, or under __main__, and defines nothing that a test runner asks for. */
bool entry_is_tested(str path, const struct entry_signs *signs);

#endif
