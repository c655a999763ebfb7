import torch
class TritonPythonModel:
    def initialize(self, args):
        self.net = load().cuda()
