import pytest
import torch


def test_saved(tmp_path):
    torch.save(torch.nn.Linear(2, 2).state_dict(), tmp_path / "a.pt")


def test_moved(tmp_path, device):
    torch.save(torch.nn.Linear(2, 2).to(device).state_dict(), tmp_path / "a.pt")  # found


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA")
def test_cuda(tmp_path):
    pass


if __name__ == "__main__":
    pytest.main()
