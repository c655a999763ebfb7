"""Checkpoints that a test has saved itself, and others."""
import os
import shutil
import tempfile

import torch

from quay import export, train


def test_trains(tmp_path):
    out = tmp_path / "out"
    train(out)
    state = torch.load(out / "state.pt", weights_only=True)
    assert state["step"] == 2


def test_saves(model):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.pt")
        export(model, path)
        assert torch.load(path)


def test_saved_above(model, name):
    torch.save(model.state_dict(), name)
    assert torch.load(name)


def test_golden(model, golden):
    torch.save(model.state_dict(), golden + ".new")
    assert torch.load(golden)


def test_kept(model, name):
    if not os.path.exists(name):
        torch.save(model.state_dict(), name)
    assert torch.load(name)


def test_copied(tmp_path):
    shutil.copy("golden/state.pt", tmp_path)
    assert torch.load(tmp_path / "state.pt")


def test_either(tmp_path, golden):
    path = tmp_path / "state.pt"
    if golden:
        path = golden
    assert torch.load(path)


def test_placed(tmp_path):
    train(tmp_path)
    assert torch.load(tmp_path / "state.pt", map_location="cuda")
