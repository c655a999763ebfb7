"""Functions that only compute with what they are given, and others."""
import torch
import torch.distributed as dist
from torchvision.ops.boxes import box_area

DEVICE = pick()
ANCHORS = torch.ones(4, device=DEVICE)


def box_iou(first, second):
    lt = torch.max(first[:, None, :2], second[:, :2])
    rb = torch.min(first[:, None, 2:], second[:, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[:, :, 0] * wh[:, :, 1]
    union = box_area(first)[:, None] + box_area(second) - inter
    return inter / union, union


def mean_iou(first, second, scale=1.0):
    both = torch.zeros(first.shape[0], device=first.device)
    return both + scale * box_iou(first, second)[0]


def union_of(first, second):
    return box_iou(first, second)[1]


def moved(first, second):
    return (first - second).to(DEVICE)


def chosen(first, second, device=None):
    return torch.zeros(4, device=device) + first.sum() - second.sum()


def anchored(first, second):
    return first - second + ANCHORS


def called(first, second, fn=None):
    return fn(first - second)


def counted(first):
    return first.shape[0]


def kept(first, state):
    return first + state.value


@torch.compile
def compiled(first, second):
    return first - second


def report(rows, model):
    if dist.get_rank() == 0:
        for row in rows:
            a = torch.tensor(row["a"]).view(-1, 4)
            b = torch.tensor(row["b"]).view(-1, 4) / 999
            iou, union = box_iou(a, b)
            print(iou.item(), union.item())
            print(mean_iou(a, b).item())
            print(mean_iou(a, model(row)).item())
            far, _ = box_iou(a, b.cuda())
            print(far.item())
            print(moved(a, b).item())
            print(chosen(a, b, device=row["device"]).item())
            print(chosen(a, b).item())
            print(anchored(a, b).item())
            print(called(a, b, fn=model).item())
            print(kept(a, row).item())
            print(compiled(a, b).item())


def shadowed(rows, union_of):
    if dist.get_rank() == 0:
        a = torch.tensor(rows)
        return union_of(a, a).item()


def on_one_rank(rank, model, val_loader, losses):
    if rank == 0:
        for batch in val_loader:
            print(torch.nn.functional.l1_loss(model(batch), batch).item())
        for x in losses:
            print(torch.sum(x).item())


def window_of(window, img, other):
    if img.is_cuda:
        window = window.cuda(img.get_device())
    window = window.type_as(img)
    if img.is_cuda:
        other = other.cuda(img.get_device())
    window = other.type_as(img)
    return window


def save_video(video, path):
    frames = torch.clamp(video, -1, 1).cpu()
    torch.save(frames, path)
    return frames


def _save_step(video):
    return torch.clamp(video, -1, 1).cpu()


def generate_tag(image, tags):
    found = torch.sigmoid(image).cpu().numpy()
    mask = torch.sigmoid(image).cpu()
    for tag in tags:
        found += torch.sigmoid(tag).cpu().numpy()
    return found, mask
