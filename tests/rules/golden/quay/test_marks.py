import pytest, unittest, torch

@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs CUDA")
def test_a():
    x = torch.ones(1).cuda()

@unittest.skipUnless(torch.cuda.is_available(), "x")
class TestB(unittest.TestCase):
    def test_b(self):
        x = torch.ones(1).cuda()

requires = pytest.mark.skipif(torch.cuda.device_count() < 2, reason="x")

def test_c():
    if not torch.cuda.is_available():
        pytest.skip("no")
    torch.ones(1).cuda()

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs CUDA")


@compile_with(device=torch.device("cuda"), skip_guards=True)
def compiled(x):
    return x


@pytest.mark.parametrize("skip_layers", [torch.device("cuda")])
def test_d(skip_layers):
    if torch.ones(1).cuda().sum() > 0:
        pytest.skip("there is one")
