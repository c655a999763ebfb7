/* Whether a place prepares data: code that by what it is works on the host, before anything is
 * moved to a device. What it reads or picks costs nothing there, as long as nothing shows that a
 * value is on a device.
 *
 * Such are methods of processors of inputs, of extractors of features, of loaders and samplers of
 * torch.utils.data, and what stands in a folder of processors or of readers. A module of a model is
 * none, nor is what works on what a model gave, and where a function speaks of devices or models,
 * or the class keeps a device, nothing is known. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include "base/file.h"

enum prepares { PREPARES_UNKNOWN, PREPARES_NOT, PREPARES_DATA };

/* torch.utils.data.DataLoader, ProcessorMixin of Transformers and their like. */
static bool is_base_of_data(str name)
{
	static const char *const ends[] = {"MultiModalProcessor", "MultimodalProcessor",
	        "ProcessorMixin", "FeatureExtractor", "FeatureExtractionMixin", "ImageProcessor",
	        "BaseProcessor", "PilBackend", NULL};

	return str_starts(name, S("torch.utils.data.")) || str_ends_one_of(name, ends);
}

/* What is asked of each base of a class, as the file resolves or writes it. */
static bool has_base(
        struct python_file *file, const struct python_class *class, bool (*holds)(str name))
{
	for (uint32_t b = 0; b < class->base_count; b++) {
		uint32_t chain = file->bases.at[class->bases + b], count;
		const uint32_t *targets;

		if (chain == PYTHON_NONE)
			continue;
		targets = python_chain_targets(file, &file->chains.at[chain], &count);
		if (holds(count ? python_path(file, targets[0])
		                : python_name(
		                          file, python_chain_last(file, &file->chains.at[chain]))))
			return true;
	}
	return false;
}

/* A part of a model, of its attention, of how it chooses tokens: of the device. */
static bool is_of_model(str name)
{
	static const char *const words[] = {"Module", "Model", "Layer", "Attn", "Attention",
	        "Logits", "Callback", "Trainer", "Pipeline", "Vae", NULL};

	return str_has_one_of(name, words);
}

/* processors/, io/: the folder that the file lies in. */
static bool is_folder_of_data(str path)
{
	static const char *const folders[] = {"processors", "io", NULL};

	return str_is_one_of(path_base(path_folder(path)), folders);
}

/* A class, or a file of functions, keeps a device or moves things to one. */
static bool keeps_device(str body)
{
	static const char *const words[] = {"self.device", "self._device", ".cuda(", "\"cuda",
	        "'cuda", "_cuda", "device:", ".to(device", ".to(self.", NULL};

	return str_has_one_of(body, words);
}

/* Behind the work: what a model gave is put into another form, shown, or written. */
static bool is_behind_model(str name)
{
	static const char *const words[] = {"post", "decode", "output", "generat", "save", "write",
	        "export", "dump", "denorm", "unnorm", "plot", "draw", "visual", "forward", NULL};

	return str_has_one_of(name, words);
}

/* A function speaks of devices, or of what a model takes or gives. */
static bool speaks_of_device(str body)
{
	static const char *const words[] = {"device", "cuda", "model(", "logits", "logprob",
	        "outputs", ".forward(", ".generate(", "predict", "generated", "hidden", "latent",
	        "embeds", "scores", "encoder(", "decoder(", "autocast", "inference_mode", "no_grad",
	        NULL};

	return str_has_one_of(body, words);
}

static str body_of(struct python_matching *p, uint32_t at)
{
	const struct outline *o = python_outline(p);
	uint32_t statement = outline_find(o, at);

	return statement == PYTHON_NONE ? STR_NONE
	                                : str_slice(p->file->text, o->list.at[statement].at,
	                                          outline_end(o, p->file, statement));
}

static bool class_prepares(struct python_matching *p, uint32_t class_, bool folder)
{
	const struct python_class *class = &p->file->classes.at[class_];
	str body;

	if (is_of_model(python_name(p->file, class->name)) ||
	        has_base(p->file, class, is_of_model) ||
	        (!folder && !has_base(p->file, class, is_base_of_data)))
		return false;
	body = body_of(p, class->at);
	return body.len && python_may_look(p, body.len / 8) && !keeps_device(body);
}

/* The outermost function that a scope lies in; PYTHON_NONE: none. */
static uint32_t outermost(const struct python_file *file, uint32_t scope)
{
	uint32_t found = PYTHON_NONE;

	for (; scope != PYTHON_NONE; scope = file->scopes.at[scope].parent)
		if (file->scopes.at[scope].kind == PYTHON_FUNCTION &&
		        !(file->scopes.at[scope].flags & PYTHON_LAMBDA))
			found = scope;
	return found;
}

static bool function_prepares(struct python_matching *p, uint32_t function)
{
	const struct python_scope *s = &p->file->scopes.at[function];
	bool folder = is_folder_of_data(p->file->below), of_class = s->class_ != PYTHON_NONE;
	uint8_t *known;
	str body;

	if (!folder && !of_class)
		return false;
	if (of_class) {
		known = &p->prepares[p->file->classes.at[s->class_].body];
		if (*known == PREPARES_UNKNOWN)
			*known =
			        class_prepares(p, s->class_, folder) ? PREPARES_DATA : PREPARES_NOT;
		if (*known == PREPARES_NOT)
			return false;
	} else if (!python_may_look(p, p->file->text.len / 8) || keeps_device(p->file->text)) {
		return false;
	}
	if (is_behind_model(python_name(p->file, s->name)))
		return false;
	body = body_of(p, s->at);
	return body.len && python_may_look(p, body.len / 8) && !speaks_of_device(body);
}

/* What is told is of a value that is on a device: it is waited for, picked from, computed there.
 * Not so the type that a tensor keeps, and the shapes of batches that are put together here. */
static bool is_of_value(const struct python_matching *p, const struct raw *raw)
{
	static const char *const categories[] = {"sync", "control-flow", "operator", NULL};
	static const char *const picks[] = {
	        "torch.Tensor.", "bool-mask-index", "tensor-value-as-size", NULL};
	/* x.cpu(): whoever wrote it supposes that it may be on a device */
	static const char *const moves[] = {
	        "torch.Tensor.cpu", "torch.Tensor.to", "torch.Tensor.cuda", NULL};
	const struct ruleset *rules = p->m.rules;
	str category = ruleset_text(rules, rules->rules[raw->rule].category);

	if (str_is_one_of(raw->matched, moves) || str_starts(raw->matched, S("torch.Tensor.to(")))
		return false;
	if (!str_eq(category, S("dynamic-shape")))
		return str_is_one_of(category, categories);
	return str_starts_one_of(raw->matched, picks) ||
	       (str_starts(raw->matched, S("torch.")) && /* torch.nonzero */
	               str_rfind_byte(raw->matched, '.') == 5);
}

bool place_prepares_data(struct python_matching *p, const struct raw *raw)
{
	uint32_t function = outermost(p->file, raw->scope);

	if (function == PYTHON_NONE || !is_of_value(p, raw))
		return false;
	if (!p->prepares)
		p->prepares = ARENA_ARRAY(p->m.env->temp, uint8_t, (size_t)p->file->scopes.len + 1);
	if (p->prepares[function] == PREPARES_UNKNOWN)
		p->prepares[function] =
		        function_prepares(p, function) ? PREPARES_DATA : PREPARES_NOT;
	return p->prepares[function] == PREPARES_DATA;
}
