import torch


class Replayed:
    """The detector recorded once for a fixed image size and replayed."""

    def __init__(self, model, example):
        self.input = example.clone()
        self.recording = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.recording):
            self.output = model(self.input)

    def __call__(self, images):
        self.input.copy_(images)
        self.recording.replay()
        return self.output
