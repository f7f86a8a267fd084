// One server at a time: each has a runner with threads of its own, and a process has 255 of them at most.

import Testing

/// What is tried on servers.
@Suite(.serialized) struct ServerTests {}
