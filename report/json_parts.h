/* Inside the JSON writer: what its files share. What has nothing to say is absent. */
#ifndef REPORT_JSON_PARTS_H
#define REPORT_JSON_PARTS_H

#include "assess/assess.h"
#include "base/json.h"

/* Absent when empty. */
static inline void json_pair(struct json_out *w, const char *key, str value)
{
	if (value.len)
		json_out_pair_str(w, key, value);
}

static inline void json_count(struct json_out *w, const char *key, uint64_t value)
{
	json_out_key(w, key);
	json_out_uint(w, value);
}

/* Absent when zero. */
static inline void json_some(struct json_out *w, const char *key, uint64_t value)
{
	if (value)
		json_count(w, key, value);
}

/* Absent when below zero: not known. */
static inline void json_known(struct json_out *w, const char *key, double value)
{
	if (value < 0)
		return;
	json_out_key(w, key);
	json_out_float(w, value);
}

static inline void json_flag(struct json_out *w, const char *key, bool value)
{
	json_out_key(w, key);
	json_out_bool(w, value);
}

static inline void json_open_object(struct json_out *w, const char *key)
{
	json_out_key(w, key);
	json_out_object(w);
}

static inline void json_open_array(struct json_out *w, const char *key)
{
	json_out_key(w, key);
	json_out_array(w);
}

/* path, line, module, function, api of a place, without an object of its own. */
static inline void json_place(struct json_out *w, const struct row_place *place)
{
	json_pair(w, "path", place->path);
	json_some(w, "line", place->line);
	json_pair(w, "module", place->module);
	json_pair(w, "function", place->function);
	json_pair(w, "api", place->api);
}

/* The sections of the analyses, into the report's object. */
void json_islands(struct json_out *w, const struct assessment *assessment);
void json_work(struct json_out *w, const struct assessment *assessment);
void json_memory(struct json_out *w, const struct assessment *assessment);
void json_dynamic(struct json_out *w, const struct assessment *assessment);
void json_hostsync(struct json_out *w, const struct assessment *assessment);
void json_dtypes(struct json_out *w, const struct assessment *assessment);
void json_training(struct json_out *w, const struct assessment *assessment);
void json_collectives(struct json_out *w, const struct assessment *assessment);
void json_custom(struct json_out *w, const struct assessment *assessment);

#endif
