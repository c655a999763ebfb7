"""Steps that run in a lower precision."""
import torch

low_precision = torch.cuda.amp.autocast


class Stepper:
    def __init__(self, model, loss):
        self.model = model
        self.loss = loss

    @low_precision()
    def step(self, batch, labels):
        return self.loss(self.model(batch), labels)
