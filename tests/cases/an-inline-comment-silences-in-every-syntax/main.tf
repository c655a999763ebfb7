resource "aws_instance" "a" {
  instance_type = "p4d.24xlarge" // portfit: ignore[terraform-gpu-instance] -- for CUDA
}
