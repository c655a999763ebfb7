import logging

log = logging.getLogger(__name__)


def step_or_halve(step, batch):
    """Run a step; on an out-of-memory error run it again in two halves."""
    try:
        return step(batch)
    except RuntimeError as error:
        if "CUDA out of memory" not in str(error):
            raise
        log.warning("batch of %d does not fit, halving", len(batch))
    middle = len(batch) // 2
    return step(batch[:middle]) + step(batch[middle:])
