/* A script that does the one call and nothing else, on its own: torch and the back end are all it
 * needs. Its numbers are like those of the experiment, small ones the very same. */
#include "probe/probe.h"

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static void put_call(struct buf *out, const struct probe_plan *plan, const struct reproducer *r)
{
	bool backward = r->part == PART_EAGER_BACKWARD || r->part == PART_COMPILE_BACKWARD;
	bool compile = r->part >= PART_COMPILE_FORWARD;
	str backend = plan->greeting.compile_backend;

	buf_format(out, "operator = torch.ops.%.*s\n", STR_ARG(r->experiment->op));
	if (compile)
		buf_format(out,
		        "\n\ndef call(*args, **kwargs):\n    return operator(*args, **kwargs)\n\n\n"
		        "op = torch.compile(call, backend=\"%.*s\", fullgraph=True, "
		        "dynamic=False)\n",
		        STR_ARG(backend.len ? backend : plan->greeting.device));
	else
		buf_puts(out, "op = operator\n");
	if (backward)
		buf_puts(out, "for name in [n for n in list(globals()) if n[0] == \"t\" and "
		              "n[1:].isdigit()]:\n"
		              "    tensor = globals()[name]\n"
		              "    globals()[name] = tensor.detach().requires_grad_("
		              "tensor.is_floating_point())\n");
	buf_format(out, "out = %.*s\n", STR_ARG(r->call));
	buf_puts(out, "results = [x for x in (out if isinstance(out, (tuple, list)) else [out]) if "
	              "isinstance(x, torch.Tensor)]\n");
	if (backward)
		buf_puts(out, "sum(x.float().sum() for x in results if x.requires_grad)."
		              "backward()\n");
	buf_puts(out, "for result in results:\n    print(result.cpu())\n");
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
	buf_puts(out, "for name in [n for n in list(globals()) if n[0] == \"t\" and "
	              "n[1:].isdigit()]:\n"
	              "    globals()[name] = globals()[name].to(device)\n");
	put_call(out, plan, r);
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
