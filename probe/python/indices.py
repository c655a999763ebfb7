"""Arguments whose numbers depend on other arguments: indices within a size, offsets, lengths,
permutations, what a forward pass would have left behind for its backward pass."""
import torch


def size_of(call, name, dim=0):
    """A size of another argument of the call; None when it is no tensor."""
    slot = call.named.get(name)
    size = getattr(slot, "size", None)
    if not size:
        return None
    try:
        return size[dim]
    except (IndexError, TypeError):
        return None


def scalar(call, name, default=0):
    value = call.named.get(name, default)
    return value if isinstance(value, (int, float, bool)) else default


def spread(call, size, n, dim=None):
    """Indices below n; no two alike along a dimension where there is room, so that writes do not meet."""
    n = max(n, 1)
    if not size:
        return call.integers(size, 0, n)
    if dim is None:
        count = 1
        for s in size:
            count *= s
        if count <= n <= 1 << 24:
            return torch.randperm(n, generator=call.generator)[:count].reshape(size)
        return call.integers(size, 0, n)
    dim %= len(size)
    if size[dim] <= n and n * max(1, _numel(size) // max(size[dim], 1)) <= 1 << 24:
        wide = list(size)
        wide[dim] = n
        order = torch.argsort(torch.rand(wide, generator=call.generator), dim=dim)
        return order.narrow(dim, 0, size[dim]).contiguous()
    return call.integers(size, 0, n)


def _numel(size):
    n = 1
    for s in size:
        n *= s
    return n


ALONG = {"gather", "scatter", "scatter_add", "scatter_reduce", "take_along_dim", "index_select", "index_add", "index_copy",
         "index_fill", "index_reduce", "gather_backward"}


def special(call, base, name, at, slot):
    """Numbers for an argument that others decide about; None when it is an ordinary one."""
    rule = RULES.get((base, name))
    if rule:
        return rule(call, slot)
    if base in ALONG and name in ("index", "indices"):
        n = size_of(call, "self", int(scalar(call, "dim")))
        along = int(scalar(call, "dim")) if base.startswith(("scatter", "gather", "take")) else None
        return spread(call, slot.size, n or 1, along)
    if base in ("index", "index_put", "_index_put_impl", "_unsafe_index", "_unsafe_index_put", "_unsafe_masked_index",
                "_unsafe_masked_index_put_accumulate") and name == "indices":
        if slot.dtype in (torch.bool, torch.uint8):
            return None
        n = size_of(call, "self", index_dimension(call, at))
        return spread(call, slot.size, n or 1)
    if name in ("attn_mask", "attn_bias", "mask") and slot.dtype == torch.bool and "attention" in base:
        return call.integers(slot.size, 0, 4) > 0
    if base in ("masked_select", "nonzero") and slot.dtype == torch.bool:
        return call.integers(slot.size, 0, 2)
    return None


def index_dimension(call, at):
    """Which dimension of self the at-th index addresses: boolean masks take several."""
    dim = 0
    for other in call.named["indices"][:at]:
        if getattr(other, "dtype", None) in (torch.bool, torch.uint8):
            dim += len(other.size)
        else:
            dim += 1
    return dim


def rule_embedding(call, slot):
    return call.integers(slot.size, 0, size_of(call, "weight") or 1)


def rule_embedding_backward(call, slot):
    return call.integers(slot.size, 0, max(int(scalar(call, "num_weights", 1)), 1))


def rule_offsets(call, slot):
    total = size_of(call, "indices") or 1
    n = _numel(slot.size)
    last = int(bool(scalar(call, "include_last_offset", False)))
    offsets = (torch.arange(n) * total) // max(n - last, 1)
    return offsets.clamp(max=total).reshape(slot.size)


def rule_classes(call, slot):
    size = getattr(call.named.get("self"), "size", None) or (1,)
    classes = size[1] if len(size) > 1 else size[0]
    if slot.dtype.is_floating_point:
        return torch.softmax(call.normal(slot.size), min(1, len(slot.size) - 1)) if slot.size else call.uniform((), 0, 1)
    return call.integers(slot.size, 0, classes)


def rule_margin(call, slot):
    return rule_classes(call, slot)


def rule_labels(call, slot):
    """Different classes of each sample, ended by -1."""
    if not slot.size or not slot.size[-1]:
        return torch.zeros(slot.size)
    labels = spread(call, slot.size, slot.size[-1], -1).clone()
    labels[..., slot.size[-1] // 2 + 1:] = -1
    return labels


def rule_take(call, slot):
    return spread(call, slot.size, _numel(getattr(call.named.get("self"), "size", ()) or ()))


def rule_unpool(call, slot):
    planes = 3 if "depth" in str(call.schema) else 2
    out = call.named.get("output_size") or [1]
    n = 1
    for s in out[-planes:]:
        n *= s
    return spread_last(call, slot.size, n, len(out))


def spread_last(call, size, n, dims):
    lead, inner = size[:-dims], size[-dims:]
    count = _numel(inner)
    if count <= n <= 1 << 20:
        rows = [torch.randperm(n, generator=call.generator)[:count] for _ in range(max(_numel(lead), 1))]
        return torch.stack(rows).reshape(size)
    return call.integers(size, 0, n)


def rule_ctc_targets(call, slot):
    classes = size_of(call, "log_probs", -1) or 2
    return call.integers(slot.size, 1, classes)


def rule_ctc_input_lengths(call, slot):
    return torch.full(slot.size, size_of(call, "log_probs") or 1)


def rule_ctc_target_lengths(call, slot):
    targets = call.named.get("targets")
    size = getattr(targets, "size", (1,))
    most = size[1] if len(size) > 1 else size[0] // max(_numel(slot.size), 1)
    return torch.full(slot.size, most)


def rule_lengths(call, slot):
    most = size_of(call, "input", 0) or size_of(call, "data", 0) or 1
    return torch.sort(call.integers(slot.size, 1, most + 1), descending=True)[0]


def rule_bag_sum(call, slot):
    total = call.named.get("output_size")
    n = _numel(slot.size)
    if isinstance(total, int) and n:
        counts = torch.full((n,), total // n)
        counts[: total - int(counts.sum())] += 1
        return counts.reshape(slot.size)
    return call.integers(slot.size, 1, 4)


def rule_one_hot(call, slot):
    classes = int(scalar(call, "num_classes", -1))
    return call.integers(slot.size, 0, classes if classes > 0 else 8)


def rule_fraction(call, slot):
    return call.uniform(slot.size, 0.0, 1.0)


def rule_output_mask(call, slot):
    return None


RULES = {("embedding", "indices"): rule_embedding, ("embedding_renorm", "indices"): rule_embedding,
         ("_embedding_bag", "indices"): rule_embedding, ("_embedding_bag_forward_only", "indices"): rule_embedding,
         ("embedding_bag", "indices"): rule_embedding, ("embedding_bag", "offsets"): rule_offsets,
         ("_embedding_bag", "offsets"): rule_offsets, ("_embedding_bag_forward_only", "offsets"): rule_offsets,
         ("embedding_dense_backward", "indices"): rule_embedding_backward,
         ("embedding_backward", "indices"): rule_embedding_backward,
         ("take", "index"): rule_take, ("put", "index"): rule_take,
         ("max_unpool2d", "indices"): rule_unpool, ("max_unpool3d", "indices"): rule_unpool,
         ("_ctc_loss", "targets"): rule_ctc_targets, ("ctc_loss", "targets"): rule_ctc_targets,
         ("_ctc_loss", "input_lengths"): rule_ctc_input_lengths, ("ctc_loss", "input_lengths"): rule_ctc_input_lengths,
         ("_ctc_loss", "target_lengths"): rule_ctc_target_lengths,
         ("ctc_loss", "target_lengths"): rule_ctc_target_lengths,
         ("_pack_padded_sequence", "lengths"): rule_lengths, ("repeat_interleave", "repeats"): rule_bag_sum,
         ("one_hot", "self"): rule_one_hot, ("fractional_max_pool2d", "random_samples"): rule_fraction,
         ("fractional_max_pool3d", "random_samples"): rule_fraction,
         ("multi_margin_loss", "target"): rule_margin, ("multilabel_margin_loss", "target"): rule_labels,
         ("multilabel_margin_loss_forward", "target"): rule_labels, ("multilabel_margin_loss_backward", "target"): rule_labels}
for _name in ("nll_loss", "nll_loss2d", "nll_loss_forward", "nll_loss2d_forward", "nll_loss_nd", "nll_loss_backward",
              "nll_loss2d_backward", "cross_entropy_loss"):
    RULES[(_name, "target")] = rule_classes


# ---- what a forward pass leaves for its backward pass ----------------------------------------------------------------

def settle(call, base):
    """Arguments of a backward operator that only the forward operator can give, from running it."""
    rule = SETTLE.get(base)
    if rule:
        try:
            rule(call)
        except Exception:
            pass  # the reference run will say what does not fit


def take(call, name, *default):
    value = call.named.get(name, default[0] if default else None)
    return value.values if hasattr(value, "values") and hasattr(value, "hold") else value


def give(call, name, tensor):
    slot = call.named.get(name)
    if hasattr(slot, "hold") and tensor is not None and tuple(tensor.shape) == slot.size:
        slot.hold(tensor)


def settle_max_pool(call):
    _, indices = torch.ops.aten.max_pool2d_with_indices(
        take(call, "self"), take(call, "kernel_size"), take(call, "stride", []), take(call, "padding", [0]),
        take(call, "dilation", [1]), take(call, "ceil_mode", False))
    give(call, "indices", indices)


def settle_max_pool3d(call):
    _, indices = torch.ops.aten.max_pool3d_with_indices(
        take(call, "self"), take(call, "kernel_size"), take(call, "stride", []), take(call, "padding", [0]),
        take(call, "dilation", [1]), take(call, "ceil_mode", False))
    give(call, "indices", indices)


def settle_adaptive_max_pool(call):
    size = call.named["grad_output"].size
    _, indices = torch.ops.aten.adaptive_max_pool2d(take(call, "self"), list(size[-2:]))
    give(call, "indices", indices)


def settle_layer_norm(call):
    shape = take(call, "normalized_shape")
    _, mean, rstd = torch.ops.aten.native_layer_norm(take(call, "input"), shape, None, None, 1e-5)
    give(call, "mean", mean)
    give(call, "rstd", rstd)


def settle_group_norm(call):
    x = take(call, "input")
    _, mean, rstd = torch.ops.aten.native_group_norm(
        x, None, None, take(call, "N"), take(call, "C"), take(call, "HxW"), take(call, "group"), 1e-5)
    give(call, "mean", mean)
    give(call, "rstd", rstd)


def settle_softmax(call):
    give(call, "output", torch.softmax(take(call, "output").float(), take(call, "dim")))


def settle_log_softmax(call):
    give(call, "output", torch.log_softmax(take(call, "output").float(), take(call, "dim")))


def settle_attention(call):
    q, k, v = take(call, "query"), take(call, "key"), take(call, "value")
    causal, scale = bool(take(call, "is_causal", False)), take(call, "scale", None)
    out, lse = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(
        q, k, v, 0.0, causal, attn_mask=take(call, "attn_mask", None), scale=scale)
    give(call, "out", out)
    give(call, "logsumexp", lse)
    give(call, "softmax_lse", lse)


def settle_total_weight(call):
    target, weight = take(call, "target"), take(call, "weight", None)
    total = weight[target.reshape(-1)].sum() if weight is not None else torch.tensor(float(target.numel()))
    give(call, "total_weight", total)


def settle_bag_backward(call):
    """offset2bag and the rest as the forward pass numbers them."""
    give(call, "offset2bag", torch.arange(call.named["offset2bag"].size[0]) % max(call.named["bag_size"].size[0], 1))


def settle_lu_solve(call):
    lu, pivots = torch.linalg.lu_factor(take(call, "LU"))
    give(call, "LU", lu)
    give(call, "pivots", pivots)


SETTLE = {"max_pool2d_with_indices_backward": settle_max_pool, "max_pool3d_with_indices_backward": settle_max_pool3d,
          "adaptive_max_pool2d_backward": settle_adaptive_max_pool, "native_layer_norm_backward": settle_layer_norm,
          "native_group_norm_backward": settle_group_norm, "_softmax_backward_data": settle_softmax,
          "_log_softmax_backward_data": settle_log_softmax, "nll_loss_backward": settle_total_weight,
          "nll_loss2d_backward": settle_total_weight, "linalg_lu_solve": settle_lu_solve,
          "_scaled_dot_product_flash_attention_for_cpu_backward": settle_attention,
          "_scaled_dot_product_flash_attention_backward": settle_attention,
          "_scaled_dot_product_efficient_attention_backward": settle_attention}
