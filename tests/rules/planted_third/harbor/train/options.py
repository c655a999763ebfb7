import argparse


def parser():
    p = argparse.ArgumentParser(description="train the harbour camera detector")
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--workers", type=int, default=8)
    p.add_argument(
        "--device",
        default="cuda",
        help="where the detector runs",
    )
    return p
