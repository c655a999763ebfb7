import torch


def train(model, loader, criterion, optimizer, scaler, accelerator):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        if loss > 100:
            break
        if loss.isnan():
            continue
        loss.backward()
        optimizer.step()
        loss = reduced(loss)
        if loss > 3:
            break
        scaled = criterion(model(x), y)
        if scaled < 1:
            scaler.scale(scaled).backward()
        handed = criterion(model(x), y)
        accelerator.backward(handed)
        if handed < 1:
            total += 1
        plain = criterion.weight(y)
        if plain > 3:
            total += plain
    return total


def training_step(loss, limit):
    loss.backward()
    if loss > limit:
        return None
    return loss


def steps(losses, optimizer):
    for loss in losses:
        loss = 3
        loss += other(loss)
        if loss > 3:
            continue
        loss.backward()


def questions(scores, table):
    ok = scores.isfinite()
    if not ok.all():
        scores[~ok] = 0
    return scores[ok], table.isna(), table[table.isin([3])]
