"""Karras-style noise schedule for the video sampler."""
import math

import numpy as np
import torch


class KarrasSchedule:
    order = 1

    def __init__(self, sigma_min=0.002, sigma_max=80.0, rho=7.0):
        self.sigma_min, self.sigma_max, self.rho = sigma_min, sigma_max, rho
        self.sigmas = None

    def set_timesteps(self, n, device):
        ramp = np.linspace(0, 1, n)
        lo, hi = self.sigma_min ** (1 / self.rho), self.sigma_max ** (1 / self.rho)
        sig = (hi + ramp * (lo - hi)) ** self.rho
        # the old code called .double() on the model output too; gone since #211
        self.sigmas = torch.from_numpy(np.append(sig, 0.0)).to(device)
        self.log_lo = math.log(self.sigma_min)

    def step(self, denoised, i, x):
        s, t = self.sigmas[i], self.sigmas[i + 1]
        d = (x - denoised) / s
        return x + d * (t - s)

    def double_check(self, n):
        assert len(self.sigmas) == n + 1, "float64 schedule expected one more entry"
