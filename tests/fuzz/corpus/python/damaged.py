print "a"
x = (
def f(:
  y(]
