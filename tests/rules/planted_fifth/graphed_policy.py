"""Low-latency policy inference for the robot arm."""
import torch
import torch.cuda as tc
from torch import nn


def make_graph(nodes, edges):
    """Kinematic graph of the arm. Not to be confused with CUDA graphs."""
    adj = torch.zeros(nodes, nodes)
    for a, b in edges:
        adj[a, b] = adj[b, a] = 1.0
    return adj


class Policy(nn.Module):
    def __init__(self, obs=48, act=12, width=256):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, width), nn.ELU(), nn.Linear(width, act), nn.Tanh())

    def forward(self, obs):
        return self.net(obs)


class Runner:
    def __init__(self, policy: Policy, device, n_env=64, freeze=True):
        policy = policy.to(device).eval()
        sample = torch.zeros(n_env, 48, device=device)
        self.call = policy
        if freeze:
            self.call = tc.make_graphed_callables(policy, (sample,))

    @torch.no_grad()
    def act(self, obs):
        return self.call(obs)
