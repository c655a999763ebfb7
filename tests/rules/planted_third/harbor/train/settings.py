from dataclasses import dataclass, field


@dataclass
class TrainSettings:
    run_name: str = "harbour-v3"
    batch_size: int = 16
    device: str = "cuda:0"
    image_sizes: list = field(default_factory=lambda: [640, 960])

    def describe(self):
        return f"{self.run_name}: {self.batch_size} images of {self.image_sizes}"
