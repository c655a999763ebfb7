/* Sorted tables, looked up by bisection; the public names of torch say what is a function or a
 * module.
 *
 * Methods in common_methods are those of torch.Tensor and torch.nn.Module (2.13, 2.14) that some
 * built-in type, numpy array, pandas object or much-used class of the standard library has as
 * well, as Python 3.13, numpy 2.5 and pandas 3.1 list them. */
#include "scanner/python/receiver.h"

#include "pytorch/api.h"

#include <string.h>

/* Functions of torch, torch.nn.functional, torch.linalg, torch.fft and torch.special that give no
 * tensor. */
static const char *const not_tensors[] = {
        "_assert",
        "allclose",
        "are_deterministic_algorithms_enabled",
        "assert_int_or_pair",
        "autocast_decrement_nesting",
        "autocast_increment_nesting",
        "broadcast_shapes",
        "can_cast",
        "classproperty",
        "clear_autocast_cache",
        "compiled_with_cxx11_abi",
        "cudnn_is_acceptable",
        "equal",
        "get_autocast_cpu_dtype",
        "get_autocast_dtype",
        "get_autocast_gpu_dtype",
        "get_autocast_ipu_dtype",
        "get_autocast_xla_dtype",
        "get_default_device",
        "get_default_dtype",
        "get_deterministic_debug_mode",
        "get_device",
        "get_device_module",
        "get_file_path",
        "get_float32_matmul_precision",
        "get_num_interop_threads",
        "get_num_threads",
        "has_torch_function",
        "has_torch_function_unary",
        "has_torch_function_variadic",
        "init_num_threads",
        "initial_seed",
        "is_anomaly_check_nan_enabled",
        "is_anomaly_enabled",
        "is_autocast_cache_enabled",
        "is_autocast_cpu_enabled",
        "is_autocast_enabled",
        "is_autocast_ipu_enabled",
        "is_autocast_xla_enabled",
        "is_complex",
        "is_conj",
        "is_deterministic_algorithms_warn_only_enabled",
        "is_distributed",
        "is_floating_point",
        "is_grad_enabled",
        "is_inference",
        "is_inference_mode_enabled",
        "is_neg",
        "is_nonzero",
        "is_same_size",
        "is_signed",
        "is_storage",
        "is_tensor",
        "is_vulkan_available",
        "is_warn_always_enabled",
        "manual_seed",
        "merge_type_from_type_comment",
        "numel",
        "parse_ir",
        "parse_schema",
        "parse_type_comment",
        "prepare_multiprocessing_environment",
        "profiler_allow_cudagraph_cupti_lazy_reinit_cuda12",
        "promote_types",
        "q_per_channel_axis",
        "q_scale",
        "q_zero_point",
        "result_type",
        "save",
        "seed",
        "set_anomaly_enabled",
        "set_autocast_cache_enabled",
        "set_autocast_cpu_dtype",
        "set_autocast_cpu_enabled",
        "set_autocast_dtype",
        "set_autocast_enabled",
        "set_autocast_gpu_dtype",
        "set_autocast_ipu_dtype",
        "set_autocast_ipu_enabled",
        "set_autocast_xla_dtype",
        "set_autocast_xla_enabled",
        "set_default_device",
        "set_default_dtype",
        "set_default_tensor_type",
        "set_deterministic_debug_mode",
        "set_float32_matmul_precision",
        "set_flush_denormal",
        "set_num_interop_threads",
        "set_num_threads",
        "set_printoptions",
        "set_rng_state",
        "set_warn_always",
        "sym_constrain_range",
        "sym_constrain_range_for_size",
        "sym_float",
        "sym_fresh_size",
        "sym_int",
        "sym_ite",
        "sym_max",
        "sym_min",
        "sym_not",
        "sym_sqrt",
        "sym_sum",
        "thread_safe_generator",
        "to_dlpack",
        "typename",
        "unify_type_list",
        "use_deterministic_algorithms",
};

/* Those that give several. */
static const char *const many_tensors[] = {
        "adaptive_max_pool1d_with_indices",
        "adaptive_max_pool2d_with_indices",
        "adaptive_max_pool3d_with_indices",
        "aminmax",
        "atleast_1d",
        "atleast_2d",
        "atleast_3d",
        "batch_norm_stats",
        "batch_norm_update_stats",
        "broadcast_tensors",
        "cholesky_ex",
        "chunk",
        "cummax",
        "cummin",
        "dsplit",
        "eig",
        "eigh",
        "fractional_max_pool2d_with_indices",
        "fractional_max_pool3d_with_indices",
        "frexp",
        "geqrf",
        "gradient",
        "gru",
        "gru_cell",
        "histogram",
        "histogramdd",
        "hsplit",
        "inv_ex",
        "kthvalue",
        "ldl_factor",
        "ldl_factor_ex",
        "lobpcg",
        "lstm",
        "lstm_cell",
        "lstsq",
        "lu",
        "lu_factor",
        "lu_factor_ex",
        "lu_unpack",
        "max_pool1d_with_indices",
        "max_pool2d_with_indices",
        "max_pool3d_with_indices",
        "meshgrid",
        "mode",
        "multi_head_attention_forward",
        "native_batch_norm",
        "native_dropout",
        "native_group_norm",
        "native_layer_norm",
        "pca_lowrank",
        "qr",
        "rnn_relu",
        "rnn_tanh",
        "slogdet",
        "solve_ex",
        "sort",
        "split",
        "split_with_sizes",
        "std_mean",
        "svd",
        "svd_lowrank",
        "symeig",
        "tensor_split",
        "topk",
        "triangular_solve",
        "unbind",
        "unsafe_chunk",
        "unsafe_split",
        "unsafe_split_with_sizes",
        "var_mean",
        "vsplit",
};

/* Those that give one or several, by their arguments. */
static const char *const one_or_many[] = {
        "max",
        "median",
        "min",
        "nanmedian",
        "unique",
        "unique_consecutive",
};

/* Methods of a tensor that give no tensor. */
static const char *const not_tensor_methods[] = {
        "allclose",
        "backward",
        "const_data_ptr",
        "data_ptr",
        "dense_dim",
        "dim",
        "dim_order",
        "element_size",
        "equal",
        "get_device",
        "is_coalesced",
        "is_complex",
        "is_conj",
        "is_contiguous",
        "is_distributed",
        "is_floating_point",
        "is_inference",
        "is_neg",
        "is_nonzero",
        "is_pinned",
        "is_same_size",
        "is_set_to",
        "is_shared",
        "is_signed",
        "module_load",
        "ndimension",
        "nelement",
        "numel",
        "numpy",
        "q_per_channel_axis",
        "q_scale",
        "q_zero_point",
        "qscheme",
        "record_stream",
        "register_hook",
        "register_post_accumulate_grad_hook",
        "reinforce",
        "retain_grad",
        "sparse_dim",
        "storage",
        "storage_offset",
        "storage_type",
        "stride",
        "tolist",
        "untyped_storage",
};

/* Functions of torch that give what they are given, or what was stored: anything. */
static const char *const anything[] = {
        "boolean_dispatch",
        "compile",
        "cond",
        "fork",
        "handle_torch_function",
        "import_ir_module",
        "import_ir_module_from_buffer",
        "load",
        "vmap",
        "wait",
        "while_loop",
};

/* Packages that know no tensors and yet hand them on: copies, containers, iterators, calls in other
 * threads, what a configuration or a file names. Their modules and classes are none; what a call
 * gives is unknown. */
static const char *const passing_roots[] = {
        "asyncio",
        "builtins",
        "collections",
        "concurrent",
        "contextlib",
        "contextvars",
        "copy",
        "copyreg",
        "dataclasses",
        "functools",
        "gc",
        "heapq",
        "hydra",
        "importlib",
        "inspect",
        "itertools",
        "marshal",
        "mlflow",
        "multiprocessing",
        "operator",
        "pickle",
        "pkgutil",
        "pydoc",
        "queue",
        "random",
        "reprlib",
        "rich",
        "runpy",
        "shelve",
        "sys",
        "threading",
        "tqdm",
        "types",
        "typing",
        "unittest",
        "wandb",
        "weakref",
};

/* Packages without tensors: the standard library and what works on arrays of its own. */
static const char *const other_roots[] = {
        "PIL",
        "abc",
        "antigravity",
        "argparse",
        "array",
        "ast",
        "asyncio",
        "atexit",
        "base64",
        "bdb",
        "binascii",
        "bisect",
        "boto3",
        "builtins",
        "bz2",
        "cProfile",
        "calendar",
        "click",
        "cmath",
        "cmd",
        "code",
        "codecs",
        "codeop",
        "collections",
        "colorsys",
        "compileall",
        "concurrent",
        "configparser",
        "contextlib",
        "contextvars",
        "copy",
        "copyreg",
        "csv",
        "ctypes",
        "cudf",
        "cupy",
        "curses",
        "cv2",
        "dask",
        "dataclasses",
        "datetime",
        "dbm",
        "decimal",
        "difflib",
        "dis",
        "doctest",
        "email",
        "encodings",
        "ensurepip",
        "enum",
        "errno",
        "fastapi",
        "faulthandler",
        "fcntl",
        "filecmp",
        "fileinput",
        "flask",
        "flax",
        "fnmatch",
        "fractions",
        "ftplib",
        "functools",
        "gc",
        "genericpath",
        "getopt",
        "getpass",
        "gettext",
        "glob",
        "graphlib",
        "grp",
        "gzip",
        "h5py",
        "hashlib",
        "heapq",
        "hmac",
        "html",
        "http",
        "hydra",
        "idlelib",
        "imageio",
        "imaplib",
        "importlib",
        "inspect",
        "io",
        "ipaddress",
        "itertools",
        "jax",
        "jaxlib",
        "json",
        "keras",
        "keyword",
        "librosa",
        "linecache",
        "locale",
        "logging",
        "lzma",
        "mailbox",
        "marshal",
        "math",
        "matplotlib",
        "mimetypes",
        "mlflow",
        "mmap",
        "modulefinder",
        "msvcrt",
        "multiprocessing",
        "mxnet",
        "netrc",
        "networkx",
        "nltk",
        "nt",
        "ntpath",
        "nturl2path",
        "numba",
        "numbers",
        "numpy",
        "omegaconf",
        "opcode",
        "operator",
        "optparse",
        "os",
        "paddle",
        "pandas",
        "pathlib",
        "pdb",
        "pickle",
        "pickletools",
        "pkgutil",
        "platform",
        "plistlib",
        "polars",
        "poplib",
        "posix",
        "posixpath",
        "pprint",
        "profile",
        "pstats",
        "psutil",
        "pty",
        "pwd",
        "py_compile",
        "pyarrow",
        "pyclbr",
        "pydantic",
        "pydoc",
        "pydoc_data",
        "pyexpat",
        "queue",
        "quopri",
        "random",
        "re",
        "readline",
        "redis",
        "reprlib",
        "requests",
        "resource",
        "rich",
        "rlcompleter",
        "runpy",
        "sched",
        "scipy",
        "seaborn",
        "secrets",
        "select",
        "selectors",
        "shelve",
        "shlex",
        "shutil",
        "signal",
        "site",
        "skimage",
        "sklearn",
        "smtplib",
        "socket",
        "socketserver",
        "soundfile",
        "spacy",
        "sqlalchemy",
        "sqlite3",
        "sre_compile",
        "sre_constants",
        "sre_parse",
        "ssl",
        "stat",
        "statistics",
        "statsmodels",
        "string",
        "stringprep",
        "struct",
        "subprocess",
        "sympy",
        "symtable",
        "sys",
        "sysconfig",
        "syslog",
        "tabnanny",
        "tarfile",
        "tempfile",
        "tensorflow",
        "termios",
        "textwrap",
        "this",
        "threading",
        "time",
        "timeit",
        "tkinter",
        "token",
        "tokenize",
        "tomllib",
        "tqdm",
        "trace",
        "traceback",
        "tracemalloc",
        "tty",
        "turtle",
        "turtledemo",
        "types",
        "typing",
        "unicodedata",
        "unittest",
        "urllib",
        "uuid",
        "venv",
        "wandb",
        "warnings",
        "wave",
        "weakref",
        "webbrowser",
        "winreg",
        "winsound",
        "wsgiref",
        "xarray",
        "xml",
        "xmlrpc",
        "yaml",
        "zipapp",
        "zipfile",
        "zipimport",
        "zlib",
        "zoneinfo",
};

static const char *const common_methods[] = {
        "abs",
        "absolute",
        "add",
        "all",
        "any",
        "apply",
        "argmax",
        "argmin",
        "argsort",
        "clip",
        "conj",
        "cov",
        "cummax",
        "cummin",
        "cumprod",
        "cumsum",
        "detach",
        "diagonal",
        "diff",
        "div",
        "divide",
        "dot",
        "eq",
        "eval",
        "exp",
        "expand",
        "flatten",
        "ge",
        "gt",
        "index",
        "is_signed",
        "item",
        "le",
        "log",
        "log10",
        "logical_and",
        "logical_or",
        "logical_xor",
        "lt",
        "max",
        "mean",
        "median",
        "min",
        "mode",
        "mul",
        "multinomial",
        "multiply",
        "ne",
        "nonzero",
        "pow",
        "prod",
        "put",
        "quantile",
        "ravel",
        "repeat",
        "reshape",
        "resize",
        "round",
        "select",
        "sort",
        "split",
        "sqrt",
        "squeeze",
        "std",
        "sub",
        "subtract",
        "sum",
        "swapaxes",
        "take",
        "tolist",
        "trace",
        "transpose",
        "unique",
        "values",
        "var",
        "view",
        "where",
};

static bool in_table(str word, const char *const *table, size_t count)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int c = str_cmp(str_from(table[mid]), word);

		if (c == 0)
			return true;
		if (c < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return false;
}

#define IN(word, table) in_table((word), (table), sizeof(table) / sizeof *(table))

static str first_part(str path)
{
	return str_slice(path, 0, str_find_byte(path, '.'));
}

bool receiver_is_other_root(str path)
{
	return IN(first_part(path), other_roots);
}

/* The function's own name where its module is one whose functions take and give tensors. */
static str tensor_function(str path)
{
	static const char *const modules[] = {"torch.nn.functional.", "torch.linalg.", "torch.fft.",
	        "torch.special.", "torch.nn.init.", "torch."};
	struct api api;

	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
		str module = str_from(modules[i]), name = str_from_at(path, module.len);

		if (!str_starts(path, module))
			continue;
		if (str_find_byte(name, '.') < name.len || !api_find(path, &api) ||
		        !str_eq(api.kind, S("function")))
			return STR_NONE;
		return name;
	}
	return STR_NONE;
}

bool receiver_is_tensor_type(str path)
{
	static const char *const classes[] = {"torch.Tensor", "torch.nn.Parameter",
	        "torch.nn.parameter.Parameter", "torch.nn.Buffer", "torch.autograd.Variable"};

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (str_eq(path, str_from(classes[i])))
			return true;
	/* torch.FloatTensor, torch.cuda.HalfTensor, torch.LongTensor */
	if (!str_starts(path, S("torch.")) || !str_ends(path, S("Tensor")))
		return false;
	path = str_from_at(path, str_starts(path, S("torch.cuda.")) ? 11 : 6);
	return str_find_byte(path, '.') == path.len;
}

bool receiver_is_module_class(str path)
{
	struct api api;

	return str_starts(path, S("torch.")) && api_find(path, &api) &&
	       str_eq(api.kind, S("nn_module"));
}

enum receiver receiver_of_call(str path, bool several)
{
	str name;

	if (!str_starts(path, S("torch.")))
		return receiver_is_other_root(path) && !IN(first_part(path), passing_roots)
		               ? RECEIVER_IS_OTHER
		               : RECEIVER_IS_UNKNOWN;
	if (receiver_is_tensor_type(path))
		return RECEIVER_IS_TENSOR;
	name = tensor_function(path);
	if (!name.len)
		return receiver_is_module_class(path) ? RECEIVER_IS_MODULE : RECEIVER_IS_UNKNOWN;
	if (IN(name, anything))
		return RECEIVER_IS_UNKNOWN;
	if (IN(name, not_tensors))
		return RECEIVER_IS_OTHER;
	if (IN(name, many_tensors) || (several && IN(name, one_or_many)))
		return RECEIVER_IS_TENSORS;
	return RECEIVER_IS_TENSOR;
}

enum receiver receiver_of_module_call(str path)
{
	static const char *const several[] = {"torch.nn.GRU", "torch.nn.GRUCell", "torch.nn.LSTM",
	        "torch.nn.LSTMCell", "torch.nn.MultiheadAttention", "torch.nn.RNN"};
	struct api api;

	if (!api_find(path, &api) || !str_eq(api.kind, S("nn_module")))
		return RECEIVER_IS_UNKNOWN;
	if (IN(api.canonical, several))
		return RECEIVER_IS_TENSORS;
	/* what these give is up to what they hold */
	if (str_eq(api.canonical, S("torch.nn.Module")) ||
	        str_eq(api.canonical, S("torch.nn.DataParallel")) ||
	        str_eq(api.canonical, S("torch.nn.ModuleList")) ||
	        str_eq(api.canonical, S("torch.nn.ModuleDict")))
		return RECEIVER_IS_UNKNOWN;
	return RECEIVER_IS_TENSOR;
}

enum receiver receiver_of_method(str method, bool bare)
{
	if (str_eq(method, S("item")))
		return RECEIVER_IS_VALUE;
	if (str_eq(method, S("size")))
		return bare ? RECEIVER_IS_SHAPE : RECEIVER_IS_SIZE;
	if (IN(method, not_tensor_methods) || (bare && str_eq(method, S("type"))) ||
	        str_starts(method, S("__")))
		return RECEIVER_IS_OTHER;
	if (IN(method, many_tensors) || (!bare && IN(method, one_or_many)))
		return RECEIVER_IS_TENSORS;
	return RECEIVER_IS_TENSOR;
}

/* An attribute that PyTorch's tensors have; what else hangs on one, its project put there. */
static bool is_own_attribute(str attribute)
{
	char name[64] = "torch.Tensor.";
	size_t before = strlen(name);
	struct api api;

	if (attribute.len >= sizeof name - before)
		return false;
	memcpy(name + before, attribute.ptr, attribute.len);
	return api_find((str){name, before + attribute.len}, &api);
}

enum receiver receiver_of_attribute(str attribute)
{
	static const char *const tensors[] = {"H", "T", "data", "grad", "imag", "mH", "mT", "real"};

	if (str_eq(attribute, S("shape")))
		return RECEIVER_IS_SHAPE;
	if (IN(attribute, tensors))
		return RECEIVER_IS_TENSOR;
	return is_own_attribute(attribute) ? RECEIVER_IS_OTHER : RECEIVER_IS_UNKNOWN;
}

bool receiver_is_common_method(str method)
{
	return IN(method, common_methods);
}
