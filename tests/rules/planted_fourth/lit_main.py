import lightning as L
import torch
from lightning.pytorch.callbacks import LearningRateMonitor, ModelCheckpoint


class LitLM(L.LightningModule):
    def __init__(self, net, lr=2e-4):
        super().__init__()
        self.net, self.lr = net, lr

    def training_step(self, batch, _):
        return self.net(**batch).loss

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=self.lr)


def trainer_kwargs(nodes: int, debug: bool) -> dict:
    kw = {
        "max_steps": 20_000,
        "num_nodes": nodes,
        "callbacks": [ModelCheckpoint(every_n_train_steps=1000), LearningRateMonitor()],
        "precision": "bf16-true",
    }
    if debug:
        kw["fast_dev_run"] = 4
    else:
        kw["strategy"] = "deepspeed_stage_3" if nodes > 1 else "auto"
    return kw


def main(net, data, nodes=4):
    print("deepspeed logs of the old runs are under s3://runs/deepspeed")
    L.Trainer(**trainer_kwargs(nodes, debug=False)).fit(LitLM(net), data)
