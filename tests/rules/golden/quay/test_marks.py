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
