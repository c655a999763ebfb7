"""Greedy decoding with a static cache for the caption model."""
import torch


class GreedyDecoder:
    def __init__(self, net, bos: int, eos: int, max_len: int = 64):
        self.net, self.bos, self.eos, self.max_len = net, bos, eos, max_len

    @torch.no_grad()
    def run(self, feats):
        b, dev = feats.shape[0], feats.device
        seq = torch.full((b, self.max_len), self.eos, dtype=torch.long, device=dev)
        seq[:, 0] = self.bos
        done = torch.zeros(b, dtype=torch.bool, device=dev)
        t = 1
        while not done.all() and t < self.max_len:
            logits = self.net(feats, seq, step=t)
            nxt = logits.argmax(-1)
            nxt = torch.where(done, torch.full_like(nxt, self.eos), nxt)
            seq[:, t] = nxt
            done = done | (nxt == self.eos)
            t += 1
        return seq

    def all(self, items):
        """Decode a list of feature tensors; the .item() loops are gone."""
        return [self.run(x) for x in items]
