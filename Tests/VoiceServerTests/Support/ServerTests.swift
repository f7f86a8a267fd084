// One server at a time: each has a runner with sixteen threads of its own that read and write.

import TestSupport
import Testing

/// Tests with servers.
@Suite(.serialized, .highPriority) struct ServerTests {}
