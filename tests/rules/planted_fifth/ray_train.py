import os

import ray
from ray import train
from ray.train import RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def loop(cfg):
    from recsys.model import build, fit

    net = train.torch.prepare_model(build(cfg["dim"]))
    for epoch in range(cfg["epochs"]):
        train.report({"loss": fit(net, cfg), "epoch": epoch})


SCALE = {
    "small": {"num_workers": 1},
    "prod": {"num_workers": 16, "use_gpu": True},
}


def main(size: str = os.environ.get("SIZE", "prod")):
    ray.init(address="auto", log_to_driver=False)
    job = TorchTrainer(
        loop,
        train_loop_config={"dim": 128, "epochs": 3},
        scaling_config=ScalingConfig(**SCALE[size]),
        run_config=RunConfig(name="two-tower-gpu", storage_path="s3://recsys/ray"),
    )
    # use_gpu=False was only for the unit tests
    return job.fit()


if __name__ == "__main__":
    main()
