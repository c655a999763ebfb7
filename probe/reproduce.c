/* A script that does the one call and nothing else, on its own: torch and the back end are all it
 * needs. Its numbers are like those of the experiment, small ones the very same. */
#include "probe/probe.h"

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* How many tensors t0, t1, … the statements make. */
static uint32_t count_tensors(str code)
{
	uint32_t count = 0;
	str line;

	while (str_cut(&code, '\n', &line)) {
		size_t end = str_find_byte(line, ' ');
		int64_t number;

		if (line.len > 1 && line.ptr[0] == 't' && end < line.len &&
		        str_int(str_slice(line, 1, end), &number) && number >= count)
			count = (uint32_t)number + 1;
	}
	return count;
}

static void put_names(struct buf *out, uint32_t count, const char *before)
{
	for (uint32_t i = 0; i < count; i++)
		buf_format(out, "%st%u", i ? ", " : before, i);
}

/* The function that makes the call, and what it is called through. */
static void put_call(struct buf *out, const struct probe_plan *plan, const struct reproducer *r)
{
	uint32_t count = count_tensors(r->code);
	str backend = plan->greeting.compile_backend;

	buf_puts(out, "tensors = [");
	put_names(out, count, "");
	buf_format(out, "]\noperator = torch.ops.%.*s\n\n\ndef call(op, device",
	        STR_ARG(r->experiment->op));
	put_names(out, count, ", ");
	buf_format(out, "):\n    return %.*s\n\n\n", STR_ARG(r->call));
	if (r->part >= PART_COMPILE_FORWARD)
		buf_format(out,
		        "def plain(*args, **kwargs):\n    return operator(*args, **kwargs)\n\n\n"
		        "op = torch.compile(plain, backend=\"%.*s\", fullgraph=True, "
		        "dynamic=False)\n\n\n",
		        STR_ARG(backend.len ? backend : plan->greeting.device));
	else
		buf_puts(out, "op = operator\n\n\n");
}

/* On the device and on the CPU, and what differs. */
static void put_trial(struct buf *out, enum part part)
{
	bool backward = part == PART_EAGER_BACKWARD || part == PART_COMPILE_BACKWARD;

	buf_puts(out, "def tried(op, device):\n"
	              "    inputs = [t.clone() if device.type == \"cpu\" else t.to(device) for t "
	              "in tensors]\n");
	if (backward)
		buf_puts(out, "    inputs = [t.detach().requires_grad_(t.is_floating_point()) for "
		              "t in inputs]\n");
	buf_puts(out,
	        "    out = call(op, device, *inputs)\n"
	        "    results = [x for x in (out if isinstance(out, (tuple, list)) else [out]) "
	        "if isinstance(x, torch.Tensor)]\n");
	if (backward)
		buf_puts(out,
		        "    sum(x.float().sum() for x in results if x.requires_grad).backward()\n"
		        "    results = [t.grad for t in inputs if t.grad is not None]\n");
	buf_puts(out, "    return [x.detach().cpu() for x in results]\n\n\n"
	              "expected = tried(operator, torch.device(\"cpu\"))\n"
	              "got = tried(op, device)\n"
	              "for a, b in zip(got, expected):\n"
	              "    print(\"on the device:\", a, \"on the CPU:\", b, sep=\"\\n\")\n"
	              "    if a.shape == b.shape and a.numel() and not a.is_complex():\n"
	              "        print(\"largest difference:\", (a.double() - "
	              "b.double()).abs().max().item())\n");
}

static void put_script(struct buf *out, const struct probe_plan *plan, const struct reproducer *r)
{
	str rest = r->code, line;

	buf_format(out, "\"\"\"%.*s, %.*s: %.*s", STR_ARG(r->experiment->op),
	        STR_ARG(part_word(r->part)), STR_ARG(ran_word(r->trial->ran)));
	if (r->trial->text.len) {
		buf_puts(out, "\n\n");
		for (size_t i = 0; i < r->trial->text.len; i++)
			buf_byte(out, r->trial->text.ptr[i] == '"' || r->trial->text.ptr[i] == '\\'
			                      ? '\''
			                      : r->trial->text.ptr[i]);
	}
	buf_puts(out, "\n\"\"\"\nimport torch\n");
	for (uint32_t i = 0; i < plan->greeting.n_imports; i++)
		if (!str_ends(plan->greeting.imports[i], S(".py")))
			buf_format(out, "import %.*s\n", STR_ARG(plan->greeting.imports[i]));
		else
			buf_format(out, "import runpy\nrunpy.run_path(\"%.*s\")\n",
			        STR_ARG(plan->greeting.imports[i]));
	buf_format(out, "\ntorch.manual_seed(%llu)\ndevice = torch.device(\"%.*s\")\n",
	        (unsigned long long)plan->greeting.seed, STR_ARG(plan->greeting.device));
	while (str_cut(&rest, '\n', &line))
		buf_format(out, "%.*s\n", STR_ARG(line));
	put_call(out, plan, r);
	put_trial(out, r->part);
}

bool reproducer_write(
        struct env *env, const struct probe_plan *plan, const struct reproducer *r, str *name)
{
	str folder = path_join(env->temp, plan->folder, S("repro"));
	struct buf text = {0};
	bool ok;

	if (mkdir(arena_cstr(env->temp, folder), 0777) != 0 && errno != EEXIST)
		return diag_error(env->diags, (struct place){.path = folder}, "cannot be made: %s",
		        strerror(errno));
	*name = arena_format(env->keep, "repro/%.*s-%.*s.py", STR_ARG(r->experiment->op),
	        STR_ARG(str_slice(r->experiment->key, 0, 8)));
	put_script(&text, plan, r);
	ok = file_write(env, path_join(env->temp, plan->folder, *name), buf_str(&text));
	buf_free(&text);
	return ok;
}
