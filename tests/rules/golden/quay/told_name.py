"""The name of the device in reports and logs, and in decisions."""
import torch


def report():
    rows = {
        "gpu": torch.cuda.get_device_name(0) if torch.cuda.is_available() else None,
        "fast": "A100" in torch.cuda.get_device_name(0) if torch.cuda.is_available() else None,
    }
    if torch.cuda.is_available():
        print("on", torch.cuda.get_device_name(0))
        rows["text"] = f"{torch.cuda.get_device_name(0)}, {len(rows)}"
        rows["name"] = torch.cuda.get_device_name()
        rows["kind"] = torch.cuda.get_device_name().split()[0]
        big = torch.cuda.get_device_name() in rows
        print(big)
    print(torch.cuda.get_device_name(0))
    return rows
