// portfit: ignore[file-cuda-source] -- on the first line
int a;
