# portfit: GNU make, nothing else. `make help` lists the goals.
VERSION := 0.1.0
BUILD ?= build
PREFIX ?= /usr/local
CC ?= cc
PKG_CONFIG ?= pkg-config
CFLAGS ?= -O2 -g
HARDEN := -fPIE -fstack-protector-strong -D_FORTIFY_SOURCE=2
HARDEN_LD := -pie -Wl,-z,relro -Wl,-z,now -Wl,--build-id=none
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wwrite-strings -Wundef -Wformat=2
ifdef CI
WARN += -Werror
endif
PACKAGES := libyaml-dev zlib1g-dev libzip-dev libpcre2-dev libcurl4-openssl-dev libsqlite3-dev libcmocka-dev pkg-config
# Three libraries become part of the program where their archives are there: to find and relocate them takes a fifth of the
# time of a small run.
PART_OF_IT := $(foreach lib,yaml z pcre2-8,$(if $(filter /%,$(shell $(CC) -print-file-name=lib$(lib).a)),-l:lib$(lib).a,-l$(lib)))
LIBS := $(PART_OF_IT) -lpthread -lm -ldl
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -DPORTFIT_VERSION='"$(VERSION)"' -DPCRE2_CODE_UNIT_WIDTH=8 -I. -I$(BUILD)/gen \
	$(WARN) $(HARDEN) -ffile-prefix-map=$(CURDIR)=. $(CFLAGS)

ROOMS := base pytorch coverage scanner scanner/graph scanner/python scanner/text assess probe report cli
SRC := $(foreach room,$(ROOMS),$(wildcard $(room)/*.c))
# Bundled data: a host tool of the same loaders turns text into a table of bytes.
TABLES := $(foreach room,$(ROOMS),$(wildcard $(room)/*.S))
OBJ := $(SRC:%.c=$(BUILD)/%.o) $(TABLES:%.S=$(BUILD)/%.table.o)
LIB_OBJ := $(filter-out $(BUILD)/cli/main.o,$(OBJ))
HOST_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard base/*.c) pytorch/dtype.c coverage/load.c coverage/verdict.c)
COVERAGE_DATA := $(sort $(wildcard coverage/data/*.yaml)) $(sort $(wildcard coverage/data/trainium/*.yaml)) \
	$(sort $(filter-out coverage/data/trainium/%,$(wildcard coverage/data/*/*.yaml)))
TESTS := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/test_*.c))
FUZZ := $(patsubst tests/fuzz/%.c,$(BUILD)/tests/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

.DEFAULT_GOAL := all
.PHONY: all
all: $(BUILD)/portfit

$(BUILD)/portfit: $(OBJ)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(HARDEN_LD) $(LDFLAGS) -o $@ $(OBJ) $(LIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tools/embed_%: tools/embed_%.c $(HOST_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(HOST_OBJ) $(LDFLAGS) $(LIBS)

$(BUILD)/gen/pytorch.bin: $(BUILD)/tools/embed_pytorch $(wildcard pytorch/data/*.tsv)
	@mkdir -p $(@D)
	$< pytorch/data $@

$(BUILD)/gen/coverage.bin: $(BUILD)/tools/embed_coverage $(COVERAGE_DATA)
	@mkdir -p $(@D)
	$< $@ $(COVERAGE_DATA)

# Rules: the same loader reads a team's own at run time. A rule reaches the aliases of what it names.
RULE_DATA := $(sort $(wildcard rules/*.yaml))
RULE_OBJ := $(patsubst %,$(BUILD)/scanner/%.o,finding matcher requirement rule_build rule_items rule_load rule_packages \
	ruleset version) $(BUILD)/pytorch/bundled.o $(BUILD)/pytorch/tables.table.o
$(BUILD)/tools/embed_rules: tools/embed_rules.c $(HOST_OBJ) $(RULE_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(sort $(HOST_OBJ) $(RULE_OBJ)) $(LDFLAGS) $(LIBS)

$(BUILD)/gen/scanner.bin: $(BUILD)/tools/embed_rules $(RULE_DATA)
	@mkdir -p $(@D)
	$< $@ $(RULE_DATA)

# Machines, prices and the defaults of effort and cost.
ASSESS_DATA := $(sort $(wildcard assess/data/*.yaml))
ASSESS_OBJ := $(BUILD)/assess/book_load.o $(BUILD)/assess/quantity.o
$(BUILD)/tools/embed_assess: tools/embed_assess.c $(HOST_OBJ) $(ASSESS_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(HOST_OBJ) $(ASSESS_OBJ) $(LDFLAGS) $(LIBS)

$(BUILD)/gen/assess.bin: $(BUILD)/tools/embed_assess $(ASSESS_DATA)
	@mkdir -p $(@D)
	$< $@ $(ASSESS_DATA)

DRAW_OBJ := $(HOST_OBJ) $(ASSESS_OBJ) $(BUILD)/assess/draws.o $(BUILD)/assess/statistics.o
$(BUILD)/tools/embed_draws: tools/embed_draws.c $(DRAW_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(DRAW_OBJ) $(LDFLAGS) $(LIBS)

$(BUILD)/gen/draws.bin: $(BUILD)/tools/embed_draws $(BUILD)/gen/assess.bin
	@mkdir -p $(@D)
	$< $@ $(BUILD)/gen/assess.bin
$(BUILD)/assess/tables.table.o: $(BUILD)/gen/draws.bin

# The Python workers, bootstrap first.
PROBE_PYTHON := probe/python/bootstrap.py $(filter-out probe/python/bootstrap.py,$(sort $(wildcard probe/python/*.py)))
$(BUILD)/gen/probe.bin: $(BUILD)/tools/embed_probe $(PROBE_PYTHON)
	@mkdir -p $(@D)
	$< $@ $(PROBE_PYTHON)

$(BUILD)/%/tables.table.o: %/tables.S $(BUILD)/gen/%.bin
	@mkdir -p $(@D)
	$(CC) -Wa,-I,$(BUILD)/gen -c -o $@ $<

# Style and script of the HTML report stand as they are.
$(BUILD)/report/tables.table.o: report/tables.S report/page.css report/page.js
	@mkdir -p $(@D)
	$(CC) -c -o $@ $<

$(BUILD)/tests/unit/%: tests/unit/%.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(LIB_OBJ) $(LDFLAGS) -lcmocka $(LIBS)

# Replays a corpus without libFuzzer: every file of the corpus folder through the target.
$(BUILD)/tests/fuzz/%: tests/fuzz/%.c tests/fuzz/replay.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< tests/fuzz/replay.c $(LIB_OBJ) $(LDFLAGS) $(LIBS)

-include $(OBJ:.o=.d) $(TESTS:=.d)

# ------------------------------------------------------------------ for users

.PHONY: try deps install uninstall help
try: deps
	@$(MAKE) --no-print-directory -s all
	@echo
	$(BUILD)/portfit scan examples/transformer-block

# Installs what is missing and nothing else; says the names where there is no apt-get.
deps:
	@sh tools/deps.sh $(PACKAGES)

install: all
	install -D -m 755 $(BUILD)/portfit $(DESTDIR)$(PREFIX)/bin/portfit
	install -D -m 644 docs/portfit.1 $(DESTDIR)$(PREFIX)/share/man/man1/portfit.1

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/portfit $(DESTDIR)$(PREFIX)/share/man/man1/portfit.1

help:
	@echo "all              build $(BUILD)/portfit"
	@echo "try              install what is missing, build, scan an example"
	@echo "shots            pictures of the HTML report into $(BUILD)/shots (chromium, poppler-utils, a CJK font)"
	@echo "check            install what is missing, build, run the tests"
	@echo "check-corpus     large comparisons on a folder: make check-corpus CORPUS=DIR"
	@echo "check-torch      fresh graphs with PyTorch: make check-torch PYTHON=VENV/bin/python"
	@echo "check-backends   real back ends and every probe case: make check-backends PYTHON=… CORPUS=DIR XLA=… TPU=…"
	@echo "check-asan       the tests under AddressSanitizer and UBSan"
	@echo "check-valgrind   the unit tests and a scan under valgrind"
	@echo "fuzz             libFuzzer on every target: make fuzz SECONDS=60"
	@echo "bench            the numbers: make bench CORPUS=DIR [TREE=SOURCES RUFF=PROGRAM ASTGREP=PROGRAM TLPARSE=PROGRAM]"
	@echo "lint             layers, format, cppcheck, clang-tidy of what changed: make -j2 lint [SINCE=REVISION]"
	@echo "install          to PREFIX (default /usr/local), with DESTDIR"
	@echo "uninstall        removes what install put there"
	@echo "deps             installs the packages that the build needs"

# ------------------------------------------------------------------ tests

PYTHON ?= python3
.PHONY: check check-units check-cases check-layers check-rules check-fuzz check-diff check-docs check-limits check-corpus check-torch
check: deps
	@$(MAKE) --no-print-directory -s all
	@sh tests/run.sh $(BUILD) $(MAKE)

check-layers:
	@sh tools/layers.sh

check-units: $(TESTS)
	@sh tests/units.sh $(TESTS)

check-fuzz: $(FUZZ)
	@sh tests/replay.sh $(BUILD)

check-cases: all
	@$(PYTHON) tests/cases.py $(BUILD)/portfit $(CASES)

# Every example of every rule: does it fire where it must and nowhere else?
check-rules: all
	@$(BUILD)/portfit rules test

check-docs: all
	@$(PYTHON) tests/docs.py $(BUILD)/portfit

# Comparisons with references; those in tests/diff that need nothing but the standard library.
check-diff: all $(BUILD)/tests/diff/json_canon $(BUILD)/tests/diff/flow_both
	@sh tests/diff.sh $(BUILD) $(PYTHON)

$(BUILD)/tests/diff/%: tests/diff/%.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(LIB_OBJ) $(LDFLAGS) $(LIBS)

check-limits: all $(BUILD)/tests/diff/python_dump
	@sh tests/limits.sh $(BUILD) $(PYTHON)

check-corpus: all $(BUILD)/tests/diff/json_canon
	@sh tests/corpus.sh $(BUILD) $(PYTHON) $(CORPUS)

check-torch: all $(BUILD)/tests/diff/expression_print $(BUILD)/tests/diff/flow_both
	@sh tests/torch.sh $(BUILD) $(PYTHON)

# Real back ends and every probe case, by hand: make check-backends PYTHON=VENV/bin/python CORPUS=DIR XLA=VENV/bin/python TPU=VENV/bin/python
.PHONY: check-backends
check-backends: all
	@$(PYTHON) tests/diff/backends.py $(BUILD)/portfit --facts $(CORPUS)/facts --graphs $(CORPUS)/graphs \
		$(if $(XLA),--xla $(XLA)) $(if $(TPU),--tpu $(TPU))
	@$(PYTHON) tests/diff/torch_probe.py $(BUILD)/portfit --simchip $(CORPUS)/simchip --graphs $(CORPUS)/graphs --long

.PHONY: check-asan check-valgrind fuzz bench lint layers tidy
# Under a sanitizer or valgrind a program is slower: tests that bound seconds give it so many times as long (TIME_SCALE, CONTRIBUTING.md).
SLOWER := 40
REPORTS = $(CURDIR)/$(BUILD)-asan/reports
# UBSan is linked statically: beside AddressSanitizer, gcc's shared one does not write to its log_path.
check-asan: export TIME_SCALE := $(SLOWER)
check-asan: export SANITIZER_REPORTS = $(REPORTS)
check-asan: export ASAN_OPTIONS = detect_leaks=1:exitcode=99:verify_asan_link_order=0:log_path=$(REPORTS)/asan
check-asan: export UBSAN_OPTIONS = print_stacktrace=1:exitcode=99:log_path=$(REPORTS)/ubsan
check-asan:
	@rm -rf "$(REPORTS)" && mkdir -p "$(REPORTS)"
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-asan HARDEN= HARDEN_LD= LDFLAGS=-static-libubsan \
		CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all" check

check-valgrind: export TIME_SCALE := $(SLOWER)
check-valgrind: all $(TESTS)
	@sh tests/valgrind.sh $(BUILD) $(TESTS)

SECONDS ?= 60
fuzz:
	@$(MAKE) --no-print-directory -s BUILD=$(BUILD)-fuzz CC=clang HARDEN= HARDEN_LD= CFLAGS="-O1 -g -fsanitize=fuzzer-no-link,address,undefined" fuzz-targets
	@sh tests/fuzz.sh $(BUILD)-fuzz $(SECONDS) $(ONLY)

FUZZERS := $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
.PHONY: fuzz-targets
fuzz-targets: $(FUZZERS)
$(BUILD)/fuzz/%: tests/fuzz/fuzz_%.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer,address,undefined -o $@ $< $(LIB_OBJ) $(LIBS)

bench: all $(BUILD)/tests/diff/python_dump
	@$(PYTHON) tests/limits/bench.py $(BUILD)/portfit $(CORPUS) $(if $(TREE),--tree $(TREE)) $(if $(RUFF),--ruff $(RUFF)) \
		$(if $(ASTGREP),--ast-grep $(ASTGREP))
	@$(PYTHON) tests/limits/logs_and_profiles.py $(BUILD)/portfit $(CORPUS) $(if $(TLPARSE),--tlparse $(TLPARSE))

# clang-tidy takes seconds a file, so each file has a stamp, which its object makes old: `make -j2 lint` looks again at what changed in
# text, headers or .clang-tidy, and at no other; SINCE=REVISION looks only at files that changed since then, and says so.
TIDY_SRC = $(if $(SINCE),$(filter $(SRC),$(shell git diff --name-only $(SINCE) --)),$(SRC))
.PHONY: format cppcheck
lint: layers format cppcheck tidy
layers: check-layers
format:
	@clang-format --dry-run -Werror $(foreach room,$(ROOMS),$(wildcard $(room)/*.[ch])) $(wildcard tools/*.c tests/*/*.c) && echo "format: clean"
cppcheck:
	@cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --suppressions-list=tools/cppcheck.txt --error-exitcode=1 -I. $(SRC) && echo "cppcheck: clean"
tidy: $(TIDY_SRC:%.c=$(BUILD)/tidy/%.ok)
	@echo "clang-tidy: clean, $(words $(TIDY_SRC)) of $(words $(SRC)) files"
$(BUILD)/tidy/%.ok: %.c $(BUILD)/%.o .clang-tidy
	@mkdir -p $(@D)
	@clang-tidy --quiet $< -- -std=c11 -D_GNU_SOURCE -DPORTFIT_VERSION='"$(VERSION)"' -DPCRE2_CODE_UNIT_WIDTH=8 -I.
	@touch $@

# Pictures of the HTML report, for a person to look at.
.PHONY: shots
shots: all
	@sh tools/shots.sh $(BUILD)/portfit $(BUILD)/shots

# After a change of the tables of commands or options.
.PHONY: man
man: all
	$(BUILD)/portfit help --man > docs/portfit.1

.PHONY: clean
clean:
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-fuzz
