// `CommandLine.arguments` repairs arguments to UTF-8, which breaks paths in another encoding.

import Glibc
import Platform

package enum ProcessArguments {
  /// The name of the program that was called, without its folder; nil without one.
  package static var name: String? {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
  }

  /// The arguments without the program name; `FileName` stand-ins represent non-UTF-8 bytes.
  package static var all: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      // The system supplies `argc` pointers with the lifetime of the process.
      unsafe CommandLine.unsafeArgv[index].map { word in
        // A word ends with a zero byte, which `strlen` finds.
        let bytes = unsafe UnsafeBufferPointer(start: word, count: strlen(word))
        return FileName.text(of: unsafe bytes.map { UInt8(bitPattern: $0) })
      }
    }
  }
}
