/* The instance type, from the platform's metadata service: asked only when the user says so. */
#ifndef PROBE_INSTANCE_H
#define PROBE_INSTANCE_H

#include "probe/environment.h"

/* Puts "system instance_type" into the record, or a warning why it is not known. Never takes longer
 * than three seconds. */
void instance_ask(struct env *env, struct record *record);
/* The pure parts, for tests: a request, and the body of an answer with status 200. */
str instance_request(struct arena *arena, const char *method, const char *path, const char *header);
bool instance_body(str answer, str *body);

#endif
