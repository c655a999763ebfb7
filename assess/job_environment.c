/* What a measurement was made on: read from /proc and /sys, nothing is run. */
#include "assess/job_run.h"

#include "base/file.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { SMALL_FILE = 1 << 20 };

static void add(struct env *env, struct job_record *record, const char *name, str value)
{
	value = str_trim(value);
	if (value.len)
		*VEC_PUSH(env->keep, &record->environment) = (struct named_text){
		        str_from(name), arena_dup(env->keep, str_slice(value, 0, 300))};
}

/* The rest of the first line that begins with `key`, behind ':' or '='. */
static str field_of(str text, str key)
{
	str line;

	while (str_cut(&text, '\n', &line)) {
		size_t at;

		if (!str_starts(line, key))
			continue;
		at = str_find_byte(line, str_has(line, S("=")) ? '=' : ':');
		line = str_trim(str_from_at(line, at + 1));
		if (line.len > 1 && line.ptr[0] == '"')
			line = str_slice(line, 1, line.len - 1);
		return line;
	}
	return STR_NONE;
}

static str read_small(struct env *env, const char *path)
{
	str text = STR_NONE;

	return file_try_read(env, str_from(path), SMALL_FILE, &text) ? STR_NONE : text;
}

static void add_machine(struct env *env, struct job_record *record)
{
	struct utsname u;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	add(env, record, "os", field_of(read_small(env, "/etc/os-release"), S("PRETTY_NAME")));
	if (uname(&u) == 0) {
		add(env, record, "kernel", str_from(u.release));
		add(env, record, "machine", str_from(u.machine));
	}
	add(env, record, "cpu", field_of(read_small(env, "/proc/cpuinfo"), S("model name")));
	if (cores > 0)
		add(env, record, "cores", arena_format(env->temp, "%ld", cores));
	add(env, record, "memory", field_of(read_small(env, "/proc/meminfo"), S("MemTotal")));
	add(env, record, "nvidia_driver",
	        field_of(read_small(env, "/proc/driver/nvidia/version"), S("NVRM version")));
	add(env, record, "neuron_driver", read_small(env, "/sys/module/neuron/version"));
}

static bool looks_secret(str name)
{
	static const char *const words[] = {
	        "TOKEN", "SECRET", "PASSWORD", "PASSWD", "KEY", "CREDENTIAL", "AUTH", "COOKIE"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_has(name, str_from(words[i])))
			return true;
	return false;
}

static bool matters(str name)
{
	static const char *const prefixes[] = {"CUDA_VISIBLE_DEVICES", "CUDA_LAUNCH_BLOCKING",
	        "NVIDIA_TF32_OVERRIDE", "NEURON_", "TORCH_", "TORCHINDUCTOR_", "PYTORCH_", "XLA_",
	        "PJRT_", "TPU_", "LIBTPU_", "NCCL_", "OMP_NUM_THREADS", "MKL_NUM_THREADS",
	        "WORLD_SIZE", "LOCAL_WORLD_SIZE", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (str_starts(name, str_from(prefixes[i])))
			return !looks_secret(name);
	return false;
}

void job_environment(struct env *env, const char *const *variables, struct job_record *record)
{
	add_machine(env, record);
	for (; variables && *variables; variables++) {
		str name, value;

		if (str_split(str_from(*variables), '=', &name, &value) && matters(name))
			*VEC_PUSH(env->keep, &record->environment) = (struct named_text){
			        arena_format(env->keep, "env.%.*s", STR_ARG(name)),
			        arena_dup(env->keep, str_slice(value, 0, 300))};
	}
}
