// The arguments of the process. Those of the standard library are repaired to UTF-8: a path in another encoding
// would lead nowhere.

import Glibc
import Platform

/// The words of the command line.
package enum ProcessArguments {
  /// The arguments without the name of the program; stray bytes have stand-ins (`FileName`).
  package static var all: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      // The system gives as many pointers as it counts, which live as long as the process.
      unsafe CommandLine.unsafeArgv[index].map { word in
        // A word ends with a zero, which `strlen` finds.
        let bytes = unsafe UnsafeBufferPointer(start: word, count: strlen(word))
        return FileName.text(of: unsafe bytes.map { UInt8(bitPattern: $0) })
      }
    }
  }
}
