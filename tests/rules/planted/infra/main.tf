resource "google_compute_instance" "trainer" {
  name         = "trainer"
  machine_type = "n1-standard-16"
  zone         = "europe-west4-a"

  guest_accelerator {
    type  = "nvidia-tesla-t4"
    count = 2
  }

  boot_disk {
    initialize_params { image = "debian-cloud/debian-12" }
  }
}
