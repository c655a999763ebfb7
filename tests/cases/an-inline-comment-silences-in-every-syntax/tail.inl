// portfit: ignore[cuda-kernel-launch] -- kernels stay
run<<<blocks, threads>>>(a);
