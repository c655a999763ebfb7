import torch
import fastapi

app = fastapi.FastAPI()


@app.get("/")
def answer():
    return net().cuda()
