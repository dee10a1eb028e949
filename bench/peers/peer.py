"""What every tool of a benchmark can do: start, be asked, stop."""


class Peer:
    # Whether it was set up for the measured organization only.
    one_organization = False

    def enter(self):
        """Gets a token where the tool gives them itself."""

    def ask(self, which, tenant):
        """Question `a` or `b` of an organization."""
        raise NotImplementedError

    def first(self, which, tenant):
        """The same, so that nothing kept can answer it."""
        return self.ask(which, tenant)

    def ran(self, program):
        """Takes over a program that has just started."""
        self.program, self.seconds, self.pids = program, program.seconds, [program.child.pid]

    def stop(self):
        self.program.stop()
