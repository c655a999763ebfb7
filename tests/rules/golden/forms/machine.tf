vm_size  = "Standard_NC6s_v3"
ami_type = "AL2023_x86_64_NVIDIA"
other    = "Standard_D8s_v5" # not "Standard_NC6s_v3"
