"""Entry point."""
import torch

from app.steps.loop import run


def main():
    torch.manual_seed(3)
    torch.set_default_device("cuda")
    run(epochs=2)


if __name__ == "__main__":
    main()
