/* Programs that refuse what torch.distributed.launch gives them. From PyTorch 2.0 on it adds
 * --local-rank=N to the arguments of the script (torch/distributed/run.py), and a parser of
 * argparse that knows --local_rank alone ends there with an error: such a command is a blocker.
 *
 * Said only where the script is found and the text shows all of that: an option that is passed over
 * (--use_env), arguments that are not known and let pass, or words of sys.argv keep it as it is. */
#ifndef SCANNER_LAUNCHED_RANK_H
#define SCANNER_LAUNCHED_RANK_H

#include "scanner/import_graph.h"

/* `out` holds the findings of all files, in the order of `shared`. */
void launched_rank_settle(struct env *env, const struct scan_shared *shared,
        const struct import_graph *imports, uint32_t n_files, struct scan *out);

#endif
