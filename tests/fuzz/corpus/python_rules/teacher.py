"""A frozen teacher for distillation."""
from torch import nn


class Teacher(nn.Module):
    def __init__(self, backbone, classes):
        super().__init__()
        self.backbone = backbone
        self.head = nn.Linear(backbone.width, classes)

    def forward(self, images):
        return self.head(self.backbone(images))


def frozen_teacher(backbone, classes, local_rank):
    teacher = Teacher(backbone, classes)
    return teacher.eval().requires_grad_(False).cuda(local_rank)
