/* File-name patterns of readers and rules. */
#ifndef SCANNER_TEXT_GLOB_H
#define SCANNER_TEXT_GLOB_H

#include "base/str.h"

/* Whether the last components of a path match, as many as the glob has: "*.yml" looks at the name,
 * "workflows/x.yml" at the last two. * and ? do not pass a slash, [a-z] is a class,
 * a leading slash or ** has no meaning. Linear but for its stars. */
bool glob_matches(str glob, str path);

#endif
