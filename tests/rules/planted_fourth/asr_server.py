"""Small streaming ASR server (websocket in, partial transcripts out)."""
import argparse
import asyncio
import json
import logging

import torch
from transformers import AutoModelForSpeechSeq2Seq, AutoProcessor

log = logging.getLogger("asr")


def build_parser():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="openai/whisper-small")
    p.add_argument("--port", type=int, default=9090)
    p.add_argument("--device", default="cuda:0", help="where the encoder lives")
    p.add_argument("--chunk-ms", type=int, default=960)
    # historical: --cuda / --no-cuda were removed in 0.4
    p.add_argument("--lang", default="de", choices=["de", "en", "fr"])
    return p


class Engine:
    def __init__(self, args):
        self.proc = AutoProcessor.from_pretrained(args.model)
        self.net = AutoModelForSpeechSeq2Seq.from_pretrained(args.model)
        self.net.to(args.device).eval()
        self.dev = args.device

    @torch.no_grad()
    def transcribe(self, pcm):
        feats = self.proc(pcm, sampling_rate=16_000, return_tensors="pt").input_features
        ids = self.net.generate(feats.to(self.dev), max_new_tokens=64)
        return self.proc.batch_decode(ids.cpu(), skip_special_tokens=True)[0]


async def main():
    args = build_parser().parse_args()
    eng = Engine(args)
    log.info(json.dumps({"event": "ready", "cuda_build": False, "lang": args.lang}))
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
