"""A trainer with the defaults of this project."""
import pytorch_lightning as pl


class SeededTrainer(pl.Trainer):
    def __init__(self, seed=17, **options):
        pl.seed_everything(seed, workers=True)
        super().__init__(accelerator="gpu", deterministic=True, **options)
