/* A half that lives clears its members; the last one left is tried alone before it is accused. */
#include "probe/bisect.h"

void bisect_start(struct bisect *b, uint32_t count)
{
	*b = (struct bisect){.count = count, .over = count == 0};
}

bool bisect_next(struct bisect *b, uint32_t *first, uint32_t *count)
{
	if (b->over)
		return false;
	b->half = b->count > 1 ? b->count / 2 : 1;
	*first = b->first;
	*count = b->half;
	return true;
}

void bisect_tell(struct bisect *b, bool died)
{
	if (b->count == 1) {
		b->over = true;
		b->found = died;
	} else if (died) {
		b->count = b->half;
	} else {
		b->first += b->half;
		b->count -= b->half;
	}
	b->half = 0;
}
