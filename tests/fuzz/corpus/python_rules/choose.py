"""Settings that depend on where the work runs."""


class Choice:
    def __init__(self, device):
        self.device = device

    def workers(self):
        if self.device.type == "cuda":
            return 12
        elif self.device.type == "cpu":
            return 0
        elif self.device.type == "mps":
            return 2
        raise ValueError(f"no setting for {self.device}")

    def precision(self):
        if self.device.type == "cuda":
            name = "bfloat16"
        elif self.device.type == "cpu":
            name = "float32"
        else:
            raise ValueError(self.device)
        return name
