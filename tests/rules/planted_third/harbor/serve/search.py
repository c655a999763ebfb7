import faiss


def index(vectors, dimension):
    flat = faiss.IndexFlatIP(dimension)
    resources = faiss.StandardGpuResources()
    flat = faiss.index_cpu_to_gpu(resources, 0, flat)
    flat.add(vectors)
    return flat
