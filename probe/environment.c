/* Every source is a small file of the system or a list of names; each is optional. Packages are
 * found by the names of their metadata folders ("torch-2.13.0+cpu.dist-info"), on an allow-list:
 * what decides how tensors are computed, and nothing else of a user's machine. */
#include "probe/environment.h"

#include "base/file.h"
#include "base/text.h"

#include <ctype.h>
#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

extern char **environ;

enum { SMALL_FILE = 1 << 16, JSON_DEPTH = 32, SECRET_LENGTH = 32 };

void record_put(struct record *record, str section, str name, str value)
{
	*VEC_PUSH(record->arena, &record->items) =
	        (struct record_item){arena_dup(record->arena, section),
	                arena_dup(record->arena, name), arena_dup(record->arena, str_trim(value))};
}

str record_get(const struct record *record, const char *section, const char *name)
{
	for (uint32_t i = 0; i < record->items.len; i++)
		if (str_eq(record->items.at[i].section, str_from(section)) &&
		        str_eq(record->items.at[i].name, str_from(name)))
			return record->items.at[i].value;
	return STR_NONE;
}

static void put_number(struct record *record, const char *section, const char *name, uint64_t n)
{
	record_put(record, str_from(section), str_from(name),
	        arena_format(record->arena, "%llu", (unsigned long long)n));
}

/* ------------------------------------------------------------------ the system */

static str small_file(struct env *env, const char *path)
{
	str text;

	return file_try_read(env, str_from(path), SMALL_FILE, &text) ? STR_NONE : str_trim(text);
}

/* NAME=value or NAME="value" of a file of such lines. */
static str setting(str text, const char *name)
{
	str line, key, value;

	while (str_cut(&text, '\n', &line))
		if (str_split(line, '=', &key, &value) && str_eq(key, str_from(name))) {
			if (value.len > 1 && value.ptr[0] == '"')
				value = str_slice(value, 1, value.len - 1);
			return value;
		}
	return STR_NONE;
}

static str proc_field(str text, const char *name)
{
	str line, key, value;

	while (str_cut(&text, '\n', &line))
		if (str_split(line, ':', &key, &value) && str_eq(str_trim(key), str_from(name)))
			return str_trim(value);
	return STR_NONE;
}

static void put_if(struct record *r, const char *section, const char *name, str value)
{
	if (value.len)
		record_put(r, str_from(section), str_from(name), value);
}

static void take_system(struct env *env, struct record *r)
{
	str os = small_file(env, "/etc/os-release"), memory;
	struct utsname name;
	int64_t kib = 0;
	str number, unit;

	put_if(r, "system", "os", setting(os, "PRETTY_NAME"));
	put_if(r, "system", "os_id", setting(os, "ID"));
	put_if(r, "system", "os_version", setting(os, "VERSION_ID"));
	if (uname(&name) == 0) {
		put_if(r, "system", "kernel", str_from(name.release));
		put_if(r, "system", "machine", str_from(name.machine));
	}
	put_if(r, "system", "libc", str_from(gnu_get_libc_version()));
	put_if(r, "system", "cpu", proc_field(small_file(env, "/proc/cpuinfo"), "model name"));
	put_number(r, "system", "cores", (uint64_t)sysconf(_SC_NPROCESSORS_ONLN));
	memory = proc_field(small_file(env, "/proc/meminfo"), "MemTotal");
	if (str_split(memory, ' ', &number, &unit) && str_int(number, &kib) && kib > 0)
		put_number(r, "system", "memory_bytes", (uint64_t)kib * 1024);
	put_if(r, "system", "vendor", small_file(env, "/sys/class/dmi/id/sys_vendor"));
	put_if(r, "system", "product", small_file(env, "/sys/class/dmi/id/product_name"));
}

static void count_devices(struct env *env, struct record *r, const char *prefix, const char *name)
{
	str *names;
	uint32_t n, found = 0;

	if (folder_list(env->temp, S("/dev"), &names, &n))
		return;
	for (uint32_t i = 0; i < n; i++)
		found += str_starts(names[i], str_from(prefix)) && names[i].len > strlen(prefix) &&
		         isdigit((unsigned char)names[i].ptr[strlen(prefix)]);
	if (found)
		put_number(r, "driver", name, found);
}

static void take_driver(struct env *env, struct record *r)
{
	static const char *const modules[] = {"neuron", "nvidia", "amdgpu", "xe", "habanalabs"};

	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
		put_if(r, "driver", modules[i],
		        small_file(env, arena_cstr(env->temp,
		                                arena_format(env->temp, "/sys/module/%s/version",
		                                        modules[i]))));
	count_devices(env, r, "neuron", "neuron_devices");
	count_devices(env, r, "accel", "tpu_devices");
	count_devices(env, r, "nvidia", "nvidia_devices");
}

/* ------------------------------------------------------------------ packages */

/* By name, or by a start that ends in '*'. */
static const char *const packages_wanted[] = {"torch", "torch-*", "torchvision", "torchaudio",
        "torchdata", "torchtitan", "torchao", "pytorch-*", "neuron*", "libneuron*", "aws-neuron*",
        "libtpu*", "tpu-*", "jax", "jaxlib", "jax-*", "numpy", "triton", "triton-*", "transformers",
        "accelerate", "optimum*", "vllm*", "deepspeed", "lightning", "pytorch-lightning",
        "xformers", "flash-attn*", "bitsandbytes", "apex", "nvidia-cuda-runtime*", "nvidia-cudnn*",
        "nvidia-nccl*", "cupy*", "absl-py", "portpicker", "tensorboard", "frozendict",
        "immutabledict", "pyzmq", "ml-dtypes", "protobuf", "setuptools", NULL};

static bool is_wanted(str name)
{
	for (const char *const *w = packages_wanted; *w; w++) {
		str want = str_from(*w);

		if (str_ends(want, S("*")) ? str_starts(name, str_slice(want, 0, want.len - 1))
		                           : str_eq(name, want))
			return true;
	}
	return false;
}

/* Names as package indexes compare them: lower case, runs of -, _ and . are one -. */
static str normal_name(struct arena *arena, str name)
{
	struct buf text = {0};
	str out;

	for (size_t i = 0; i < name.len; i++) {
		char c = name.ptr[i];

		if (c == '_' || c == '.' || c == '-')
			c = '-';
		if (c == '-' && text.len && text.ptr[text.len - 1] == '-')
			continue;
		buf_byte(&text, (char)tolower((unsigned char)c));
	}
	out = arena_dup(arena, buf_str(&text));
	buf_free(&text);
	return out;
}

static void take_packages(struct env *env, struct record *r, str folder)
{
	str *names, name, version;
	uint32_t n;

	if (!folder.len || folder_list(env->temp, folder, &names, &n))
		return;
	for (uint32_t i = 0; i < n; i++) {
		if (!str_ends(names[i], S(".dist-info")))
			continue;
		name = str_slice(names[i], 0, names[i].len - 10);
		if (!str_split(name, '-', &name, &version))
			continue;
		name = normal_name(env->temp, name);
		if (is_wanted(name) && !record_get(r, "packages", arena_cstr(env->temp, name)).ptr)
			record_put(r, S("packages"), name, version);
	}
}

/* 'name = "text"' of torch/version.py */
static str assigned(str text, const char *name)
{
	str line, key, value;

	while (str_cut(&text, '\n', &line)) {
		if (!str_split(line, '=', &key, &value))
			continue;
		str_split(key, ':', &key, &line);
		value = str_trim(value);
		if (str_eq(str_trim(key), str_from(name)) && value.len > 2 &&
		        (value.ptr[0] == '\'' || value.ptr[0] == '"'))
			return str_slice(value, 1, value.len - 1);
	}
	return STR_NONE;
}

static void take_torch(struct env *env, struct record *r, str folder)
{
	str path = path_join(env->temp, folder, S("torch/version.py")), text;

	if (!folder.len || file_try_read(env, path, SMALL_FILE, &text))
		return;
	put_if(r, "torch", "version", assigned(text, "__version__"));
	put_if(r, "torch", "git", assigned(text, "git_version"));
	put_if(r, "torch", "cuda", assigned(text, "cuda"));
	put_if(r, "torch", "hip", assigned(text, "hip"));
}

static void take_python(struct env *env, struct record *r, const struct python *python)
{
	put_if(r, "python", "version", python->version);
	put_if(r, "python", "path", str_from(python->path));
	put_if(r, "python", "platform", python->platform);
	take_packages(env, r, python->packages);
	take_packages(env, r, python->more_packages);
	take_torch(env, r, python->packages);
	if (!record_get(r, "torch", "version").ptr)
		take_torch(env, r, python->more_packages);
}

/* ------------------------------------------------------------------ variables */

static const char *const variables_wanted[] = {"TORCH_*", "PYTORCH_*", "TORCHDYNAMO_*",
        "TORCHINDUCTOR_*", "TORCHTITAN_*", "NEURON_*", "XLA_*", "PJRT_*", "TPU_*", "LIBTPU_*",
        "JAX_*", "CUDA_*", "NVIDIA_*", "NCCL_*", "ROCR_*", "HIP_*", "OMP_*", "MKL_*", "KMP_*",
        "DISABLE_*", "FI_*", "LD_LIBRARY_PATH", "LD_PRELOAD", "CUBLAS_WORKSPACE_CONFIG",
        "WORLD_SIZE", "RANK", "LOCAL_RANK", "MALLOC_ARENA_MAX", "PYTHONHASHSEED", "PYENV_VERSION",
        "VIRTUAL_ENV", "CONDA_DEFAULT_ENV", NULL};

static bool variable_is_wanted(str name)
{
	for (const char *const *w = variables_wanted; *w; w++) {
		str want = str_from(*w);

		if (str_ends(want, S("*")) ? str_starts(name, str_slice(want, 0, want.len - 1))
		                           : str_eq(name, want))
			return true;
	}
	return false;
}

static bool has_word(str name, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= name.len; i++)
		if (strncasecmp(name.ptr + i, word, n) == 0)
			return true;
	return false;
}

/* Long, without a blank, of letters and digits mixed: what keys and tokens look like. */
static bool looks_random(str value)
{
	size_t run = 0, digits = 0, letters = 0, upper = 0;

	for (size_t i = 0; i <= value.len; i++) {
		unsigned char c = i < value.len ? (unsigned char)value.ptr[i] : ' ';

		if (isalnum(c) || c == '+' || c == '_' || c == '-') {
			run++;
			digits += isdigit(c) != 0;
			letters += islower(c) != 0;
			upper += isupper(c) != 0;
			continue;
		}
		if (run >= SECRET_LENGTH && ((digits > 3 && letters + upper > 3) ||
		                                    (digits && letters > 3 && upper > 3)))
			return true;
		run = digits = letters = upper = 0;
	}
	return false;
}

bool variable_is_safe(str name, str value)
{
	static const char *const words[] = {"TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL",
	        "PRIVATE", "APIKEY", "API_KEY", "ACCESS_KEY", "AUTH", "COOKIE", "SESSION_KEY"};
	size_t at = str_find(value, S("://"));
	str rest;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (has_word(name, words[i]) || has_word(value, words[i]))
			return false;
	if (str_ends(name, S("_KEY")) || str_starts(value, S("AKIA")) ||
	        str_starts(value, S("hf_")) || str_starts(value, S("ghp_")))
		return false;
	rest = at < value.len ? str_from_at(value, at + 3) : STR_NONE;
	if (str_find_byte(rest, '@') < rest.len &&
	        str_find_byte(rest, '@') < str_find_byte(rest, '/'))
		return false;
	return !looks_random(value);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void take_variables(struct env *env, struct record *r)
{
	uint32_t n = 0;
	const char **list;

	while (environ[n])
		n++;
	list = ARENA_ARRAY(env->temp, const char *, (size_t)n + 1);
	for (uint32_t i = 0; i < n; i++)
		list[i] = environ[i];
	qsort(list, n, sizeof *list, by_text);
	for (uint32_t i = 0; i < n; i++) {
		str name, value;

		if (!str_split(str_from(list[i]), '=', &name, &value) || !variable_is_wanted(name))
			continue;
		record_put(r, S("variables"), name,
		        variable_is_safe(name, value) ? value : S("(set; not shown)"));
	}
}

/* How eager code runs, where a variable says so. */
static void take_mode(struct record *r)
{
	static const struct {
		const char *variable, *value, *mode;
	} modes[] = {{"TORCH_TPU_DEFER_AND_FUSE", "1", "TPU: deferred and fused eager"},
	        {"TORCHDYNAMO_DISABLE", "1", "torch.compile is switched off"},
	        {"XLA_USE_EAGER_DEBUG_MODE", "1", "XLA: eager debug mode"},
	        {"PJRT_DEVICE", NULL, "XLA device"}};

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		str value = record_get(r, "variables", modes[i].variable);

		if (value.ptr && (!modes[i].value || str_eq(value, str_from(modes[i].value))))
			record_put(r, S("execution"), str_from(modes[i].mode),
			        modes[i].value ? S("yes") : value);
	}
}

void record_take(struct env *env, const struct python *python, struct record *out)
{
	*out = (struct record){.arena = env->keep};
	take_system(env, out);
	take_driver(env, out);
	if (python)
		take_python(env, out, python);
	take_variables(env, out);
	take_mode(out);
}

/* ------------------------------------------------------------------ forms */

void record_json(const struct record *record, struct json_out *w)
{
	str section = STR_NONE;

	json_out_object(w);
	for (uint32_t i = 0; i < record->items.len; i++) {
		const struct record_item *item = &record->items.at[i];

		if (!section.ptr || !str_eq(section, item->section)) {
			if (section.ptr)
				json_out_object_end(w);
			section = item->section;
			json_out_key_str(w, section);
			json_out_object(w);
		}
		json_out_key_str(w, item->name);
		json_out_str(w, item->value);
	}
	if (section.ptr)
		json_out_object_end(w);
	json_out_object_end(w);
}

void record_text(const struct record *record, struct buf *out)
{
	str section = STR_NONE;

	for (uint32_t i = 0; i < record->items.len; i++) {
		const struct record_item *item = &record->items.at[i];
		size_t width = text_width(item->name);

		if (!section.ptr || !str_eq(section, item->section)) {
			section = item->section;
			buf_put(out, section);
			buf_byte(out, '\n');
		}
		buf_puts(out, "  ");
		text_visible(out, item->name);
		buf_repeat(out, ' ', width < 28 ? 28 - width : 1);
		text_visible(out, item->value);
		buf_byte(out, '\n');
	}
}

static void read_section(struct json *j, struct record *out, str section)
{
	str name, value;

	for (json_object(j); json_key(j, &name);) {
		if (json_peek(j) == JSON_STRING) {
			if (json_string(j, &value))
				record_put(out, section, name, value);
		} else if (json_skip_raw(j, &value)) {
			record_put(out, section, name, value);
		}
	}
}

static void read_sections(struct json *j, struct record *out, uint32_t depth)
{
	str key;

	for (json_object(j); json_key(j, &key);) {
		bool deeper = str_eq(key, S("environment")) || str_eq(key, S("machine"));

		if (json_peek(j) != JSON_OBJECT || str_eq(key, S("tool")))
			json_skip(j);
		else if (deeper && depth < 3)
			read_sections(j, out, depth + 1);
		else
			read_section(j, out, key);
	}
}

bool record_read(struct env *env, str path, struct record *out)
{
	struct json j;
	str text;

	*out = (struct record){.arena = env->keep};
	if (!file_read(env, path, env->limits->text_file_bytes * 8, &text))
		return false;
	json_open(&j, text, JSON_DEPTH, env->temp);
	if (json_peek(&j) == JSON_OBJECT)
		read_sections(&j, out, 0);
	else
		json_fail(&j, "an environment record: the output of 'portfit env --format json'");
	if (json_end(&j)) {
		if (out->items.len)
			return true;
		return diag_error(env->diags, (struct place){.path = path},
		        "holds no environment record; expected the output of 'portfit env "
		        "--format json' or results.json of a probe");
	}
	{
		struct place place = {.path = path};

		json_position(&j, &place.line, &place.column);
		return diag_error(env->diags, place, "expected %s", j.error);
	}
}

/* ------------------------------------------------------------------ diff */

static const char *consequence(const struct record_item *item)
{
	if (str_eq(item->section, S("torch")) ||
	        (str_eq(item->section, S("packages")) && str_eq(item->name, S("torch"))))
		return "probe again: operators, decompositions and compiler differ by release";
	if (str_eq(item->section, S("packages")) &&
	        (str_starts(item->name, S("torch-")) || str_starts(item->name, S("neuron")) ||
	                str_starts(item->name, S("libtpu")) || str_starts(item->name, S("jax"))))
		return "probe again: the back end answers for its own release only";
	if (str_eq(item->section, S("packages")))
		return "run the tests that use it";
	if (str_eq(item->section, S("driver")))
		return "probe again, and measure speed again";
	if (str_eq(item->section, S("variables")) || str_eq(item->section, S("execution")))
		return "measure again: it can change what runs where";
	if (str_eq(item->section, S("python")))
		return "check that wheels exist for it ('portfit env --check TARGET')";
	return "measure speed again";
}

static const struct record_item *find(const struct record *r, const struct record_item *like)
{
	for (uint32_t i = 0; i < r->items.len; i++)
		if (str_eq(r->items.at[i].section, like->section) &&
		        str_eq(r->items.at[i].name, like->name))
			return &r->items.at[i];
	return NULL;
}

static void put_change(struct buf *out, const struct record_item *item, str before, str after)
{
	buf_put(out, item->section);
	buf_byte(out, ' ');
	text_visible(out, item->name);
	buf_puts(out, ": ");
	text_visible(out, before.ptr ? before : S("(none)"));
	buf_puts(out, " -> ");
	text_visible(out, after.ptr ? after : S("(none)"));
	buf_format(out, "\n    %s\n", consequence(item));
}

void record_diff(const struct record *a, const struct record *b, struct buf *out)
{
	uint32_t changes = 0;

	for (uint32_t i = 0; i < a->items.len; i++) {
		const struct record_item *item = &a->items.at[i], *other = find(b, item);

		if (other && str_eq(other->value, item->value))
			continue;
		put_change(out, item, item->value, other ? other->value : STR_NONE);
		changes++;
	}
	for (uint32_t i = 0; i < b->items.len; i++)
		if (!find(a, &b->items.at[i])) {
			put_change(out, &b->items.at[i], STR_NONE, b->items.at[i].value);
			changes++;
		}
	if (!changes)
		buf_puts(out, "no difference\n");
}
