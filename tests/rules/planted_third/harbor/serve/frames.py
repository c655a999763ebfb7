import decord


class FrameReader:
    def __init__(self, path, every=5):
        self.every = every
        self.reader = decord.VideoReader(path, ctx=decord.gpu(0))

    def __iter__(self):
        for index in range(0, len(self.reader), self.every):
            yield self.reader[index]
