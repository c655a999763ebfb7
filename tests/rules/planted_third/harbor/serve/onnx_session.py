import onnxruntime as ort

OPTIONS = ort.SessionOptions()
OPTIONS.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL


def session(path):
    return ort.InferenceSession(path, OPTIONS, providers=["CUDAExecutionProvider"])
