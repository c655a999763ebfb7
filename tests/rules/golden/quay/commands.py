import click
import numpy as np
import torch

WHERE = torch.accelerator.current_accelerator()


@click.group()
def main():
    pass


@main.command()
@click.option("--dest")
def measure(dest, source=()):
    spectrum = torch.zeros(8, device=WHERE)
    for image in source:
        spectrum += image.abs()
    np.savez(dest, spectrum=spectrum.cpu().numpy())


@main.command()
def each(source=()):
    for image in source:
        print((image * 2).cpu().numpy())


@main.command()
def twice(source=()):
    print((torch.ones(8, device=WHERE) + 1).cpu().numpy())


@main.command()
def again(source=()):
    for image in source:
        twice.callback(image)


@main.result_callback()
def told(total):
    print((torch.ones(8, device=WHERE) + 1).cpu().numpy())


if __name__ == "__main__":
    main()
