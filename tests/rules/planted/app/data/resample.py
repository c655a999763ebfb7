"""Polyphase resampling of long recordings."""
import cupy as xp


def resample(signal, taps, up, down):
    filtered = xp.convolve(xp.repeat(xp.asarray(signal), up), xp.asarray(taps))
    return xp.asnumpy(filtered[::down])
