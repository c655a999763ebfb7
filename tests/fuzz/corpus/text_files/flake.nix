ù{ # cudaPackages.cudatoolkit
  pkgs = import nixpkgs { config.cudaSupport = true; };
  inputs = [ pkgs.cudaPackages.cuda_nvcc pkgs.python3Packages.torch ];
}
