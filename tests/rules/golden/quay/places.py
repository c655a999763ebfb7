"""Fields that other modules read."""
from enum import Enum


class Settings:
    where: str = "cuda"
    host: str = "cpu"


class Place(str, Enum):
    GPU = "cuda"
    HOST = "cpu"
