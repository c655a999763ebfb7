/* Where tensors are: on the host, elsewhere, or not known.
 *
 * What is made without a device is on the host; what is moved, or made where a device says, is
 * where that is. HOST with FRESH: on the host, and moved later with the type that it has. */
#include "scanner/flow_internal.h"

enum { PARTS_MOST = 8 }; /* .a().b[0].c, behind a call */

uint32_t flow_common_host(struct what left, struct what right)
{
	const uint32_t both = (left.flags | right.flags) & WHAT_MEMORY;

	if (both & WHAT_AWAY)
		return WHAT_AWAY;
	if (left.kind != WHAT_TENSOR || right.kind != WHAT_TENSOR)
		return (left.kind == WHAT_TENSOR ? left.flags : right.flags) & WHAT_MEMORY;
	if (!(left.flags & WHAT_MEMORY) || !(right.flags & WHAT_MEMORY))
		return 0;
	if (both & WHAT_HOST)
		return WHAT_HOST |
		       ((left.flags & WHAT_HOST ? left.flags : right.flags) & WHAT_FRESH);
	return both & WHAT_FRESH ? WHAT_FRESH : WHAT_DATA;
}

uint32_t flow_copies_host(struct what left, struct what right)
{
	const struct what *other = flow_is_copy(left) ? &right : &left;

	if (!flow_is_copy(left) && !flow_is_copy(right))
		return 0;
	if (!flow_is_copy(*other) && other->kind != WHAT_OTHER && other->kind != WHAT_INT &&
	        other->kind != WHAT_SIZE && !(other->flags & WHAT_OBJECT))
		return 0;
	return WHAT_HOST | ((left.flags | right.flags) & WHAT_FRESH);
}

uint32_t flow_made_memory(str name)
{
	static const char *const host[] = {"from_numpy", "frombuffer", "from_file", "FloatTensor",
	        "DoubleTensor", "HalfTensor", "BFloat16Tensor", "LongTensor", "IntTensor",
	        "ShortTensor", "CharTensor", "ByteTensor", "BoolTensor", "Tensor", NULL};
	static const char *const fresh[] = {"zeros", "ones", "empty", "full", "rand", "randn",
	        "randint", "eye", "hann_window", "hamming_window", "blackman_window",
	        "bartlett_window", "kaiser_window", NULL};
	/* numbers that are known before anything runs: positions and the like */
	static const char *const data[] = {"tensor", "randperm", "arange", "linspace", "logspace",
	        "tril_indices", "triu_indices", NULL};

	if (str_is_one_of(name, host))
		return WHAT_HOST;
	if (str_is_one_of(name, data))
		return WHAT_DATA;
	return str_is_one_of(name, fresh) ? WHAT_FRESH : 0;
}

/* device=device, device=self.device, device="cuda": not that of some tensor. */
static bool is_device_of_run(const struct flow *f, const struct what *device)
{
	static const char *const holders[] = {"self.", "args.", "cfg.", "config.", "opt.",
	        "accelerator.", "trainer.", "model.", NULL};
	str text = str_slice(f->file->text, device->at, device->end);

	if (device->flags & (WHAT_CUDA | WHAT_TARGET))
		return true;
	return f->loading && device->flags & WHAT_DEVICE &&
	       (str_find_byte(text, '.') == text.len || str_starts_one_of(text, holders));
}

/* Of where data are loaded: x.to(DEVICE), x.to(dev.kind), x.to(get_device()), but no type and not
 * where another tensor is. */
static bool may_be_device(const struct flow *f, const struct what *to)
{
	static const char *const types[] = {"float", "int", "bool", "complex", NULL};
	str text = str_slice(f->file->text, to->at, to->end);

	if (!f->loading || to->flags & (WHAT_HOST | WHAT_DATA) || str_has(text, S("type")))
		return false;
	switch ((enum what_kind)to->kind) {
	case WHAT_UNKNOWN:
	case WHAT_OTHER: return !(to->flags & WHAT_DEVICE) && !str_starts(text, S("\""));
	case WHAT_BUILTIN: return !str_is_one_of(text, types);
	case WHAT_PATH: return !str_starts(python_path(f->file, to->ref), S("torch."));
	default: return false;
	}
}

/* The memory that a device stands for. */
static uint32_t device_memory(const struct flow *f, const struct what *device)
{
	if (device->flags & (WHAT_HOST | WHAT_DATA)) /* "cpu"; that of a tensor */
		return device->flags & WHAT_HOST ? WHAT_HOST | WHAT_FRESH : WHAT_DATA;
	return is_device_of_run(f, device) || may_be_device(f, device) ? WHAT_AWAY : 0;
}

/* as_tensor(array), as_tensor([1, 2]); of anything else it may give what it was given. */
static bool takes_values(const struct flow *f, const struct flow_args *args, str name)
{
	const struct what *data;

	if (!str_eq(name, S("as_tensor")) && !str_eq(name, S("asarray")))
		return false;
	data = flow_arg(f, args, str_eq(name, S("asarray")) ? "obj" : "data", 0);
	return data && (data->flags & WHAT_VALUES || data->kind == WHAT_INT ||
	                       data->kind == WHAT_SIZE || data->kind == WHAT_VALUE);
}

/* What tensors among the arguments say: they are all in one memory. One that is just made says less
 * than the others. */
static uint32_t memory_of_args(const struct flow *f, const struct flow_args *args)
{
	uint32_t host = f->on_host ? WHAT_DATA : 0;
	bool fresh = false;

	for (uint32_t i = 0; i < args->count; i++) {
		const struct what *w = &args->at[i];

		if (w->flags & WHAT_AWAY)
			return WHAT_AWAY;
		if (w->flags & (WHAT_HOSTS | WHAT_BESIDE) || flow_is_copy(*w))
			host |= WHAT_HOST | (w->flags & WHAT_FRESH);
		if (w->kind != WHAT_TENSOR && w->kind != WHAT_TENSORS)
			continue;
		if (!flow_is_host(f, *w) && !(w->flags & WHAT_FRESH))
			return 0;
		fresh |= !flow_is_host(f, *w);
		host |= w->flags & (WHAT_HOST | WHAT_DATA);
	}
	return fresh ? WHAT_FRESH : host;
}

/* torch.load(…, map_location="cpu"): what is read to the host, and all parts of it. */
static uint32_t read_place(struct flow *f, const struct flow_args *args, str name)
{
	const struct what *to =
	        str_eq(name, S("load")) ? flow_arg(f, args, "map_location", 1) : NULL;

	return to ? to->flags & WHAT_HOST : 0;
}

uint32_t flow_called_memory(struct flow *f, const struct flow_args *args, str name, struct what w)
{
	const struct what *device =
	        flow_arg(f, args, "device", str_eq(name, S("as_tensor")) ? 2 : UINT32_MAX);
	uint32_t memory = takes_values(f, args, name) ? WHAT_DATA : flow_made_memory(name);
	uint32_t host = memory_of_args(f, args), made = memory;

	if (device)
		made = device_memory(f, device);
	else if (memory && memory != WHAT_HOST)
		made = args->spread      ? 0
		       : f->default_host ? WHAT_HOST | WHAT_FRESH
		       : f->on_default   ? 0
		                         : memory;
	/* zeros_like(x, device=device) */
	if (made & WHAT_AWAY || (device && !made && !f->on_host))
		host = 0;
	if (!host && str_ends(name, S("_indices"))) /* no operator but this one rules name */
		host = made & ~(uint32_t)WHAT_AWAY;
	if (!(host & ~(uint32_t)WHAT_AWAY) && flow_is_read_as_array(f))
		host = WHAT_HOST;
	if (host && host != WHAT_AWAY)
		*VEC_PUSH(f->arena, &f->on_host_calls) =
		        (struct host_call){w.at, w.end, host == WHAT_FRESH, f->loading, false};
	return (host ? host : made) | read_place(f, args, name);
}

uint32_t flow_given_memory(str path, uint8_t kind, const struct flow_args *args)
{
	static const char *const arrays[] = {"numpy.", "PIL.", "cv2.", "pandas.", "scipy.",
	        "librosa.", "soundfile.", "imageio.", "skimage.", NULL};
	static const char *const reads[] = {"torchaudio.load", "torchvision.io.read_image",
	        "torchvision.io.decode_image", "torchvision.io.read_video",
	        "torchvision.io.image.read_image",
	        "torchvision.transforms.functional.pil_to_tensor",
	        "torchvision.transforms.functional.to_tensor", NULL};

	if (kind == WHAT_OTHER)
		return str_starts_one_of(path, arrays) ? WHAT_VALUES : 0;
	return str_is_one_of(path, reads) && !args->spread ? WHAT_HOST | WHAT_FRESH : 0;
}

bool flow_is_bool_type(struct flow *f, const struct what *w)
{
	return w && w->kind == WHAT_PATH && str_eq(python_path(f->file, w->ref), S("torch.bool"));
}

bool flow_is_other_type(struct flow *f, const struct what *w)
{
	static const char *const names[] = {"torch.float", "torch.float32", "torch.float16",
	        "torch.half", "torch.bfloat16", "torch.float64", "torch.double", "torch.int",
	        "torch.int16", "torch.int32", "torch.int64", "torch.long", "torch.uint8",
	        "torch.int8", "torch.complex64", "torch.complex128", NULL};

	return w && w->kind == WHAT_PATH && str_is_one_of(python_path(f->file, w->ref), names);
}

uint32_t flow_method_memory(struct flow *f, uint32_t memory, str name, const struct flow_args *args)
{
	const struct what *to = flow_arg(f, args, "device", 0);

	if (str_eq(name, S("cpu")) || str_eq(name, S("pin_memory")))
		return WHAT_HOST;
	if (str_eq(name, S("numpy")) || str_eq(name, S("tolist")))
		return (memory & WHAT_HOST) | WHAT_VALUES;
	if (str_eq(name, S("type_as")))
		return args->count == 1 ? args->at[0].flags & WHAT_MEMORY : 0;
	if (str_eq(name, S("cuda")))
		return WHAT_AWAY;
	if (str_starts(name, S("new_"))) {
		to = flow_arg(f, args, "device", UINT32_MAX);
		return to ? device_memory(f, to) : args->spread ? 0 : memory;
	}
	if (!str_eq(name, S("to")))
		return memory;
	if (to && to->flags & WHAT_HOST)
		return WHAT_HOST;
	/* .to(dtype) moves nothing */
	if (to && !args->spread && (flow_is_bool_type(f, to) || flow_is_other_type(f, to)))
		return memory;
	return to && (is_device_of_run(f, to) || may_be_device(f, to)) ? WHAT_AWAY : 0;
}

bool flow_is_read_as_array(struct flow *f)
{
	static const char *const moves[] = {"cpu", "to", "cuda", "type_as", NULL};
	const struct token *t = f->t;

	for (uint32_t i = 0; i < PARTS_MOST; i++) {
		str name;

		if (t->kind == TOKEN_LSQB && flow_close(f, t) != t) {
			t = flow_close(f, t) + 1;
			continue;
		}
		if (t->kind != TOKEN_DOT || t[1].kind != TOKEN_NAME)
			return false;
		name = python_name(f->file, t[1].value);
		if (t[2].kind != TOKEN_LPAR) {
			t += 2;
			continue;
		}
		if (str_eq(name, S("numpy")))
			return t[3].kind == TOKEN_RPAR;
		if (str_is_one_of(name, moves) || flow_close(f, t + 2) == t + 2)
			return false;
		t = flow_close(f, t + 2) + 1;
	}
	return false;
}
