# p4d.24xlarge was tried
resource "aws_instance" "trainer" {
  ami           = "ami-0"
  instance_type = "p4d.24xlarge"
}
