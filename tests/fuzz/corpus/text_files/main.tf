resource "aws_instance" "a" { instance_type = "p4d.24xlarge" } # c
