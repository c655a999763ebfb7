import random

import numpy as np
import torch


def snapshot():
    """Everything that a resumed run needs to draw the same numbers."""
    return {
        "python": random.getstate(),
        "numpy": np.random.get_state(),
        "torch": torch.get_rng_state(),
        "devices": torch.cuda.get_rng_state_all(),
    }
