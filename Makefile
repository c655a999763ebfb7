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
PACKAGES := libyaml-dev libzip-dev zlib1g-dev libpcre2-dev libsqlite3-dev libcmocka-dev pkg-config
LIBS := -lyaml -lzip -lz -lpcre2-8 -lpthread -lm -ldl
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -DPORTFIT_VERSION='"$(VERSION)"' -DPCRE2_CODE_UNIT_WIDTH=8 -I. -I$(BUILD)/gen \
	$(WARN) $(HARDEN) -ffile-prefix-map=$(CURDIR)=. $(CFLAGS)

ROOMS := base pytorch coverage scanner scanner/graph scanner/python scanner/text assess probe report cli
SRC := $(foreach room,$(ROOMS),$(wildcard $(room)/*.c))
# Bundled data: a host tool of the same loaders turns text into a table of bytes.
TABLES := $(foreach room,$(ROOMS),$(wildcard $(room)/*.S))
OBJ := $(SRC:%.c=$(BUILD)/%.o) $(TABLES:%.S=$(BUILD)/%.table.o)
LIB_OBJ := $(filter-out $(BUILD)/cli/main.o,$(OBJ))
HOST_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard base/*.c) pytorch/dtype.c coverage/load.c coverage/verdict.c)
COVERAGE_DATA := $(sort $(wildcard coverage/data/*.yaml coverage/data/*/*.yaml))
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

$(BUILD)/%/tables.table.o: %/tables.S $(BUILD)/gen/%.bin
	@mkdir -p $(@D)
	$(CC) -Wa,-I,$(BUILD)/gen -c -o $@ $<

$(BUILD)/tests/unit/%: tests/unit/%.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(LIB_OBJ) $(LDFLAGS) -lcmocka $(LIBS)

# Replays a corpus without libFuzzer: every file of the corpus folder through the target.
$(BUILD)/tests/fuzz/%: tests/fuzz/%.c tests/fuzz/replay.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< tests/fuzz/replay.c $(LIB_OBJ) $(LDFLAGS) $(LIBS)

-include $(OBJ:.o=.d) $(TESTS:=.d)
