import torch


class Number:
    def isnan(self):
        return False


def own(value, rows):
    wrong = value.isnan()
    return rows[wrong]
