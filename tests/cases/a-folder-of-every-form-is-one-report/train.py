import torch
import torch.nn.functional as F

from tagger.model import Tagger


def main():
    model = Tagger().cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    step = torch.compile(model)
    for _ in range(100):
        ids = torch.randint(0, 50, (2, 8)).cuda()
        loss = F.cross_entropy(step(ids).flatten(0, 1), torch.zeros(16, dtype=torch.long).cuda())
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        print(loss.item())


if __name__ == "__main__":
    main()
