"""A small residual convolution net for images."""
import torch
from torch import nn
from torch.nn import functional as F


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, groups=channels, bias=False)
        self.bn2 = nn.BatchNorm2d(channels)

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)), inplace=True)
        return F.hardswish(x + self.bn2(self.conv2(y)))


class Net(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.stem = nn.Conv2d(3, 16, 3, stride=2, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.body = nn.Sequential(Residual(16), Residual(16))
        self.head = nn.Linear(16, classes)

    def forward(self, image):
        x = self.pool(self.stem(image))
        x = self.body(x)
        x = F.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)
        return self.head(F.adaptive_avg_pool2d(x, 1).flatten(1))


def model():
    return Net().eval()


def inputs():
    return (torch.randn(1, 3, 64, 64),)
