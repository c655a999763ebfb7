"""Streams beside the main one, where there are any."""
import torch

COPY = torch.cuda.Stream() if torch.cuda.is_available() else None
COMPUTE = None
if torch.cuda.is_available():
    COMPUTE = torch.cuda.Stream()

# always something, whatever there is
ALWAYS = torch.cuda.Stream() if torch.cuda.is_available() else open("log")
EITHER = None
if torch.cuda.is_available():
    EITHER = torch.cuda.Stream()
else:
    EITHER = open("log")
WANTED = None
if open("wanted"):
    WANTED = torch.cuda.Stream()


def behind():
    if COPY is not None:
        torch.cuda.current_stream().wait_stream(COPY)
    if COMPUTE:
        torch.cuda.synchronize()
    if COPY is None:
        return
    torch.cuda.synchronize()


def told_in_full():
    if ALWAYS:
        torch.cuda.synchronize()
    if EITHER is not None:
        torch.cuda.synchronize()
    if WANTED:
        torch.cuda.synchronize()
    if COPY is None:
        torch.cuda.synchronize()
