import torch


def keep(student, labels, limit):
    kept = labels.ne(limit)
    return student[kept]


def not_asked(student, labels, table):
    named = labels.eq("name")
    both = table.lt(labels, 3)
    return student[named], student[both]


class Order:
    def gt(self, other):
        return other


def own(student, order):
    return student[order.gt(3)]
