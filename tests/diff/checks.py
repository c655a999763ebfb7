"""Counted checks: what is not so is said, and the last line has the counts that tests/run.sh adds up."""


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, ok, seen=""):
        self.passed, self.failed = self.passed + bool(ok), self.failed + (not ok)
        if not ok:
            print(f"not so: {str(what)[:600]} {str(seen)[-800:]}".rstrip())

    def end(self, name, least=1):
        """The exit status: true when something is not so, or when fewer than `least` checks were made."""
        print(f"{name}: {self.passed} passed, {self.failed} failed")
        return self.failed > 0 or self.passed < least
