"""The interface of a benchmarked tool."""


class Peer:
    # Whether it is configured for the measured organization only.
    one_organization = False

    def sign_in(self):
        """Gets a token, if the tool issues its own."""

    def build_request(self, which, tenant):
        """A request for question `a` or `b` of an organization."""
        raise NotImplementedError

    def build_uncached_request(self, which, tenant):
        """The same request, bypassing caches."""
        return self.build_request(which, tenant)

    def track(self, program):
        """Records a started program, its start-up time and its process."""
        self.program, self.seconds, self.pids = program, program.seconds, [program.child.pid]

    def stop(self):
        self.program.stop()
