def get(args, kw):
    if args.optim == Names.ADAMW:
        from torch.optim import AdamW
        cls = AdamW
    elif args.optim == Names.ADAMW_APEX_FUSED:
        try:
            from apex.optimizers import FusedAdam
            cls = FusedAdam
        except ImportError:
            raise ValueError("no apex")
    elif args.optim == Names.ADAMW_BNB:
        from bitsandbytes.optim import Adam8bit
        cls = Adam8bit
    elif args.optim == Names.APEX:
        from apex.optimizers import FusedAdam
        cls = FusedAdam
    elif args.optim == "apex":
        from apex.optimizers import FusedAdam
        cls = FusedAdam
    else:
        raise ValueError(f"no {args.optim}")
    return cls
import torch, os
from transformers import DataCollatorForSeq2Seq
def load(d, k):
    torch.load(os.path.join(d, "scheduler.pt"))
    torch.load(os.path.join(d, SCALER_NAME))
    torch.load(rng_file)
    torch.load(os.path.join(d, "optimizer_scheduler.pt"))
    torch.load(os.path.join(d, "optimizer.pt"))
    DataCollatorForSeq2Seq(k, padding=False)
    DataCollatorForSeq2Seq(k, padding=True)
    if is_torch_tpu_available():
        import torch_xla.core.xla_model as xm
        xm.mark_step()


def only(kind):
    # nothing else goes on
    if kind == Names.APEX:
        from apex.optimizers import FusedAdam
        return FusedAdam
    raise ValueError(kind)


def has(flags):
    if flags.use_apex != Names.NONE_APEX:
        from apex.optimizers import FusedLAMB
        return FusedLAMB
    return None
