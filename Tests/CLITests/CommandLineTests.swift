// The command line tool as its users meet it: a process with arguments, streams and a status.

import Testing

/// All tests of the tool. One process at a time: they measure how it ends, and two cores are
/// enough for one batch.
@Suite(.serialized) enum CommandLineTests {}
