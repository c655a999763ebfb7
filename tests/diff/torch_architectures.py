"""Export whole architectures, write each in every form, and hold what `portfit scan` counts against torch.fx.

    torch_architectures.py PORTFIT [--transformers COUNT] [-v]

The architectures below (at least 20) are made with random sizes; with --transformers, COUNT more from the configurations of the
transformers package, shrunken, with random weights. For each: the exported program, print(ExportedProgram), print_readable, str(graph) and
print_tabular must give the same calls per operator as the nodes of torch.fx; all of them in one folder must be counted once; every call has a
verdict for every target in both modes, or unknown with a reason. Needs PyTorch.
"""
import collections
import io
import json
import logging
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import warnings
from contextlib import redirect_stdout

import torch
import torch.nn.functional as F
from torch import nn

warnings.filterwarnings("ignore")
logging.disable(logging.ERROR)

# ------------------------------------------------------------------ architectures


def net(build, forward):
    """A module with the parts that `build` gives it."""

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            for name, part in build.items():
                setattr(self, name, part)

    Net.forward = forward
    return Net()


def mlp(r):
    w = r.choice([8, 16])
    return nn.Sequential(nn.Linear(w, 3 * w), nn.GELU(), nn.Dropout(0.1), nn.Linear(3 * w, 5)), (torch.randn(4, w),)


def convnet(r):
    c = r.choice([4, 8])
    return nn.Sequential(nn.Conv2d(3, c, 3, padding=1), nn.BatchNorm2d(c), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(c, 2 * c, 3), nn.AdaptiveAvgPool2d(1),
                         nn.Flatten(), nn.Linear(2 * c, 10)), (torch.randn(2, 3, 16, 16),)


def residual(r):
    c = 8

    def forward(self, x):
        x = F.relu(self.stem(x))
        return self.head((x + self.b(F.relu(self.a(x)))).mean((2, 3)))

    return net({"stem": nn.Conv2d(3, c, 3, 2, 1), "a": nn.Conv2d(c, c, 3, 1, 1), "b": nn.Conv2d(c, c, 3, 1, 1), "head": nn.Linear(c, 4)}, forward), (torch.randn(2, 3, 16, 16),)


def depthwise(r):
    def forward(self, x):
        y = F.hardswish(self.point(self.depth(x)))
        return y * torch.sigmoid(self.gate(y.mean((2, 3), keepdim=True)))

    return net({"depth": nn.Conv2d(6, 6, 3, padding=1, groups=6), "point": nn.Conv2d(6, 12, 1), "gate": nn.Conv2d(12, 12, 1)}, forward), (torch.randn(1, 6, 8, 8),)


def unet(r):
    def forward(self, x):
        a = F.silu(self.down(x))
        b = F.silu(self.mid(F.avg_pool2d(a, 2)))
        return self.out(torch.cat([F.interpolate(b, scale_factor=2.0, mode="nearest"), a], 1))

    return net({"down": nn.Conv2d(3, 6, 3, padding=1), "mid": nn.Conv2d(6, 6, 3, padding=1), "out": nn.Conv2d(12, 3, 1)}, forward), (torch.randn(1, 3, 16, 16),)


def autoencoder(r):
    return nn.Sequential(nn.Conv2d(1, 4, 3, 2, 1), nn.LeakyReLU(0.2), nn.ConvTranspose2d(4, 1, 4, 2, 1), nn.Tanh()), (torch.randn(2, 1, 16, 16),)


def speech(r):
    def forward(self, x):
        x = self.conv(x)
        return F.log_softmax(self.head(F.glu(x, 1).transpose(1, 2)), -1)

    return net({"conv": nn.Conv1d(8, 16, 3, 2, 1), "head": nn.Linear(8, 12)}, forward), (torch.randn(2, 8, 20),)


def video(r):
    return nn.Sequential(nn.Conv3d(3, 4, 3, padding=1), nn.InstanceNorm3d(4), nn.ELU(), nn.AvgPool3d(2)), (torch.randn(1, 3, 4, 8, 8),)


def lstm(r):
    def forward(self, ids):
        return self.head(self.rnn(self.embed(ids))[0])

    return net({"embed": nn.Embedding(30, 8), "rnn": nn.LSTM(8, 8, r.choice([1, 2]), batch_first=True), "head": nn.Linear(8, 3)}, forward), (torch.randint(0, 30, (2, 6)),)


def gru(r):
    return net({"rnn": nn.GRU(6, 8, bidirectional=True)}, lambda self, x: self.rnn(x)[0].sum(0)), (torch.randn(5, 2, 6),)


def encoder(r):
    return nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, norm_first=r.random() < 0.5), (torch.randn(2, 5, 16),)


def decoder(r):
    return nn.TransformerDecoderLayer(16, 2, 32, batch_first=True), (torch.randn(2, 5, 16), torch.randn(2, 7, 16))


def vit(r):
    def forward(self, x):
        x = self.patch(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(x.shape[0], -1, -1), x], 1) + self.pos
        return self.head(self.block(x)[:, 0])

    m = net({"patch": nn.Conv2d(3, 16, 4, 4), "block": nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), "head": nn.Linear(16, 4)}, forward)
    m.cls, m.pos = nn.Parameter(torch.zeros(1, 1, 16)), nn.Parameter(torch.zeros(1, 17, 16))
    return m, (torch.randn(2, 3, 16, 16),)


def mixer(r):
    def forward(self, x):
        x = x + self.tokens(self.n1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.channels(self.n2(x))

    return net({"n1": nn.LayerNorm(8), "n2": nn.LayerNorm(8), "tokens": nn.Linear(6, 6), "channels": nn.Linear(8, 8)}, forward), (torch.randn(2, 6, 8),)


def rotary(r):
    """A decoder block with RMS norm, rotary positions and a gated feed-forward part."""

    def forward(self, x):
        b, t, c = x.shape
        y = F.rms_norm(x, (c,), self.w)
        q, k, v = self.qkv(y).view(b, t, 3, 2, c // 2).permute(2, 0, 3, 1, 4)
        angle = torch.arange(t)[:, None] * 10000.0 ** (-torch.arange(0, c // 2, 2) / (c // 2))
        cos, sin = angle.cos().repeat(1, 2), angle.sin().repeat(1, 2)

        def turn(z):
            a, d = z.chunk(2, -1)
            return z * cos + torch.cat([-d, a], -1) * sin

        y = F.scaled_dot_product_attention(turn(q), turn(k), v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(b, t, c))
        return x + self.down(F.silu(self.gate(x)) * self.up(x))

    m = net({"qkv": nn.Linear(16, 48), "out": nn.Linear(16, 16), "gate": nn.Linear(16, 32), "up": nn.Linear(16, 32), "down": nn.Linear(32, 16)}, forward)
    m.w = nn.Parameter(torch.ones(16))
    return m, (torch.randn(2, 6, 16),)


def experts(r):
    def forward(self, x):
        weight, index = torch.topk(self.router(x).softmax(-1), 2)
        y = torch.einsum("bi,eij->bej", x, self.w).relu()
        return (y.gather(1, index[..., None].expand(-1, -1, 8)) * weight[..., None]).sum(1)

    m = net({"router": nn.Linear(8, 4)}, forward)
    m.w = nn.Parameter(torch.randn(4, 8, 8))
    return m, (torch.randn(5, 8),)


def ranking(r):
    def forward(self, dense, ids, offsets):
        return torch.sigmoid(self.top(torch.cat([self.bottom(dense), self.bag(ids, offsets)], 1)))

    return net({"bottom": nn.Linear(4, 8), "bag": nn.EmbeddingBag(20, 8, mode="sum"), "top": nn.Linear(16, 1)}, forward), (
        torch.randn(3, 4), torch.randint(0, 20, (9,)), torch.tensor([0, 3, 6]))


def graph(r):
    def forward(self, x, edge):
        y = torch.zeros_like(x).index_add(0, edge[1], x.index_select(0, edge[0]))
        return F.normalize(F.relu(self.a(x) + self.b(y)), dim=-1)

    return net({"a": nn.Linear(6, 6), "b": nn.Linear(6, 6)}, forward), (torch.randn(7, 6), torch.randint(0, 7, (2, 12)))


def radiance(r):
    def forward(self, x):
        f = 2.0 ** torch.arange(4)
        y = torch.cat([torch.sin(x[..., None] * f), torch.cos(x[..., None] * f)], -1).flatten(1)
        c, d = self.mlp(y).split([3, 1], -1)
        return torch.sigmoid(c) * torch.exp(-F.softplus(d))

    return net({"mlp": nn.Sequential(nn.Linear(24, 16), nn.ReLU(), nn.Linear(16, 4))}, forward), (torch.randn(10, 3),)


def two_towers(r):
    def forward(self, a, b):
        a, b = F.normalize(self.a(a), dim=-1), F.normalize(self.b(b).mean(1), dim=-1)
        return self.scale.exp() * a @ b.t()

    m = net({"a": nn.Linear(6, 8), "b": nn.Embedding(20, 8)}, forward)
    m.scale = nn.Parameter(torch.tensor(1.0))
    return m, (torch.randn(3, 6), torch.randint(0, 20, (3, 5)))


def generator(r):
    return nn.Sequential(nn.Linear(4, 8 * 4), nn.Unflatten(1, (8, 2, 2)), nn.ConvTranspose2d(8, 4, 4, 2, 1), nn.GroupNorm(2, 4), nn.PReLU(), nn.PixelShuffle(2)), (torch.randn(2, 4),)


def variational(r):
    def forward(self, x):
        mean, log = self.enc(x).chunk(2, -1)
        return self.dec(mean + torch.randn_like(mean) * torch.exp(0.5 * log)), mean, log

    return net({"enc": nn.Linear(8, 8), "dec": nn.Linear(4, 8)}, forward), (torch.randn(3, 8),)


def recurrence(r):
    def forward(self, x):
        decay = torch.exp(-F.softplus(self.w)) ** torch.arange(x.shape[1])[:, None]
        return torch.cumsum(self.inp(x) * decay.flip(0), 1) * torch.tril(torch.ones(8, 8)).sum()

    m = net({"inp": nn.Linear(6, 8)}, forward)
    m.w = nn.Parameter(torch.zeros(8))
    return m, (torch.randn(2, 5, 6),)


def spectrum(r):
    def forward(self, x):
        y = torch.fft.rfft(x, dim=-1)
        return torch.fft.irfft(y * self.filter, n=16, dim=-1)

    m = net({}, forward)
    m.filter = nn.Parameter(torch.randn(9))
    return m, (torch.randn(2, 16),)


def detector(r):
    def forward(self, x):
        boxes = self.head(x).sigmoid()
        score, order = boxes[..., 0].sort(descending=True)
        best = boxes.gather(1, order[..., None].expand(-1, -1, 5))[:, :3]
        return torch.where(score[:, :3, None] > 0.5, best, torch.full((), math.nan)).nan_to_num(0.0)

    return net({"head": nn.Linear(6, 5)}, forward), (torch.randn(2, 8, 6),)


ARCHITECTURES = [mlp, convnet, residual, depthwise, unet, autoencoder, speech, video, lstm, gru, encoder, decoder, vit, mixer, rotary, experts, ranking, graph,
                 radiance, two_towers, generator, variational, recurrence, spectrum, detector]

# ------------------------------------------------------------------ other people's

SMALL = {"hidden_size": 32, "d_model": 32, "n_embd": 32, "dim": 32, "embed_dim": 32, "intermediate_size": 64, "ffn_dim": 64, "d_ff": 64, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64,
         "n_inner": 64, "hidden_dim": 64, "num_hidden_layers": 2, "n_layer": 2, "n_layers": 2, "num_layers": 2, "encoder_layers": 2, "decoder_layers": 2,
         "num_decoder_layers": 2, "num_encoder_layers": 2, "num_attention_heads": 4, "n_head": 4, "n_heads": 4, "num_heads": 4, "encoder_attention_heads": 4,
         "decoder_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8, "d_kv": 8, "vocab_size": 128, "max_position_embeddings": 64, "n_positions": 64,
         "image_size": 32, "patch_size": 8, "num_channels": 3, "embedding_size": 32, "num_experts": 4, "num_local_experts": 4, "n_routed_experts": 4,
         "moe_intermediate_size": 32, "q_lora_rank": 16, "kv_lora_rank": 16, "qk_rope_head_dim": 8, "qk_nope_head_dim": 8, "v_head_dim": 8, "state_size": 8,
         "use_cache": False, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1, "use_timm_backbone": False, "use_pretrained_backbone": False}


def shrink(config, depth=0):
    for key, value in SMALL.items():
        old = getattr(config, key, None)
        if isinstance(old, (bool, int)) and old is not None:
            try:
                setattr(config, key, value)
            except Exception:
                pass
    for name in ("text_config", "vision_config", "audio_config", "encoder", "decoder"):
        part = getattr(config, name, None)
        if depth < 2 and hasattr(part, "to_dict"):
            shrink(part, depth + 1)
    return config


def attempts():
    ids, mask = torch.randint(3, 100, (1, 12)), torch.ones(1, 12, dtype=torch.int64)
    picture = torch.randn(1, 3, 32, 32)
    return [{"input_ids": ids, "attention_mask": mask}, {"input_ids": ids}, {"pixel_values": picture}, {"input_ids": ids, "decoder_input_ids": ids[:, :6]},
            {"input_values": torch.randn(1, 1600)}, {"input_features": torch.randn(1, 80, 64), "decoder_input_ids": ids[:, :6]},
            {"input_ids": ids, "attention_mask": mask, "pixel_values": picture}, {"inputs": torch.randint(0, 100, (1, 64))}, {"pixel_values": torch.randn(1, 3, 224, 224)}]


class Plain(nn.Module):
    """Only tensors come back: classes of results cannot be told apart by their place."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, **inputs):
        out = self.model(**inputs, return_dict=False)
        return tuple(t for t in out if isinstance(t, torch.Tensor))


def of_transformers(kind):
    from transformers import AutoModel
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    model = Plain(AutoModel.from_config(shrink(CONFIG_MAPPING[kind]()))).eval()
    if sum(p.numel() for p in model.parameters()) > 60e6:
        raise ValueError("too large although it was shrunk")
    for inputs in attempts():
        try:
            with torch.no_grad():
                model(**inputs)
        except Exception:
            continue
        with torch.no_grad():
            return torch.export.export(model, (), kwargs=inputs)
    raise ValueError("no inputs fit")


# ------------------------------------------------------------------ comparing


def printed(show):
    out = io.StringIO()
    with redirect_stdout(out):
        show()
    return out.getvalue()


def write_forms(program, folder):
    module = program.graph_module
    torch.export.save(program, os.path.join(folder, "model.pt2"))
    texts = {"graph.txt": str(program.graph) + "\n", "readable.txt": module.print_readable(print_output=False), "exported.txt": str(program),
             "tabular.txt": None}
    try:
        text = printed(program.graph.print_tabular)
        texts["tabular.txt"] = text if "opcode" in text else None
    except ImportError:  # the printer needs a package of its own
        pass
    for name, text in texts.items():
        if text:
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)


def calls_of_fx(program):
    counts = collections.Counter()
    for node in program.graph.nodes:
        if node.op == "call_function" and "getitem" not in str(node.target):
            counts[str(node.target)] += 1
    return counts


def scan(portfit, path):
    done = subprocess.run([portfit, "scan", path, "--format", "json"], capture_output=True)
    return json.loads(done.stdout)


def calls_of(report):
    counts = collections.Counter()
    for row in report["operators"]:
        counts[row["operator"]] += row["calls"]
    return counts


def differences(want, got):
    """Host functions are spelled by their modules; the last part tells them."""
    short = lambda counts: collections.Counter({k: n for k, n in counts.items() if k.startswith("aten.")})
    return [f"{k}: {short(want)[k]} in torch.fx, {short(got)[k]} here" for k in sorted(set(short(want)) | set(short(got))) if short(want)[k] != short(got)[k]]


def unreasoned(report):
    for row in report["operators"]:
        if row["kind"] in ("host", "wrapper", "api"):
            continue
        for target in ("trainium", "tpu"):
            answer = row.get("verdicts", {}).get(target)
            for mode in ("eager", "compile"):
                verdict = answer and answer.get(mode)
                if not verdict or "verdict" not in verdict:
                    yield f"{row['operator']}: no verdict for {target} {mode}"
                elif verdict["verdict"] == "unknown" and not (verdict.get("condition") or verdict.get("note") or verdict.get("leaves")):
                    yield f"{row['operator']}: unknown for {target} {mode} without a reason"


def compare(portfit, program, folder):
    out = []
    write_forms(program, folder)
    nested = any(isinstance(m, torch.fx.GraphModule) for name, m in program.graph_module.named_modules() if name)
    want = calls_of_fx(program)
    for name in sorted(os.listdir(folder)):
        report = scan(portfit, os.path.join(folder, name))
        if not nested or name in ("graph.txt", "tabular.txt"):
            out += [f"{name}: {line}" for line in differences(want, calls_of(report))]
        out += [f"{name}: {line}" for line in unreasoned(report)]
    joined = scan(portfit, folder)
    counted = [g["input"] for g in joined["graphs"] if g["counted"]]
    if len(set(counted)) != 1:
        out.append(f"one model in several forms, counted from {counted}")
    return out


class Timeout(Exception):
    pass


def on_alarm(*_):
    raise Timeout("took too long")


def kinds(seed):
    from transformers.models.auto.modeling_auto import MODEL_MAPPING_NAMES

    names = sorted(MODEL_MAPPING_NAMES)
    random.Random(seed).shuffle(names)
    return names


def main():
    portfit, seed = os.path.abspath(sys.argv[1]), random.randrange(1 << 30)
    more = int(sys.argv[sys.argv.index("--transformers") + 1]) if "--transformers" in sys.argv else 0
    jobs = [(f.__name__, f) for f in ARCHITECTURES] + ([(k, None) for k in kinds(seed)] if more else [])
    passed = failed = unmade = 0
    signal.signal(signal.SIGPROF, on_alarm)
    for name, build in jobs:
        if passed + failed >= len(ARCHITECTURES) + more:
            break
        torch.manual_seed(seed)
        with tempfile.TemporaryDirectory() as folder:
            signal.setitimer(signal.ITIMER_PROF, 90)  # of CPU time
            try:
                if build:
                    model, inputs = build(random.Random(seed))
                    program = torch.export.export(model.eval(), inputs)
                else:
                    program = of_transformers(name)
                signal.setitimer(signal.ITIMER_PROF, 0)
            except BaseException as e:
                signal.setitimer(signal.ITIMER_PROF, 0)
                if isinstance(e, KeyboardInterrupt):
                    raise
                unmade += 1
                if "-v" in sys.argv or build:
                    print(f"{name} could not be made: {type(e).__name__}: {str(e)[:120]}")
                continue
            try:
                out = compare(portfit, program, folder)
            except Exception as e:
                if type(e).__name__ == "SerializeError":
                    unmade += 1
                    continue
                out = [f"{type(e).__name__}: {str(e)[:200]}"]
        passed, failed = passed + (not out), failed + bool(out)
        for line in out[:6]:
            print(f"{name}: {line}")
        if "-v" in sys.argv:
            print(f"{name}: {'differs' if out else 'the same in every form'}")
        sys.stdout.flush()
    print(f"architectures: {passed} passed, {failed} failed (seed {seed}, {unmade} could not be made)")
    return bool(failed) or passed < 20


if __name__ == "__main__":
    sys.exit(main())
