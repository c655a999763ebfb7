from torch.profiler import profile, schedule


def trace_steps(train_step, batches, path):
    with profile(schedule=schedule(wait=1, warmup=1, active=3), with_stack=True) as prof:
        for batch in batches:
            train_step(batch)
            prof.step()
    print(prof.key_averages().table(sort_by="self_cuda_time_total", row_limit=25))
    prof.export_chrome_trace(path)
