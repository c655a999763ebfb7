from transformers import AutoModelForVision2Seq, AutoProcessor


class Captioner:
    def __init__(self, name):
        self.processor = AutoProcessor.from_pretrained(name)
        self.model = AutoModelForVision2Seq.from_pretrained(name, device_map={"": "cuda:0"})

    def caption(self, image):
        return self.model.generate(**self.processor(image, return_tensors="pt"))
