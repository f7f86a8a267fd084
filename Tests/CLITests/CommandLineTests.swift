// The command lines, as part of the test program; where streams or signals matter, as processes.

import Testing

/// All tests of the command lines.
@Suite enum CommandLineTests {}
