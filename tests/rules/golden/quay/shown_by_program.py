"""The same in a program, where nobody imports the names; not what a def of it reads."""
import torch


def place(model):
    return model.to(read_by_def)


if __name__ == "__main__":
    if torch.cuda.is_available():
        main_device = torch.cuda.current_device()
        print(main_device)
        read_by_def = torch.cuda.current_device()
        print(read_by_def)
