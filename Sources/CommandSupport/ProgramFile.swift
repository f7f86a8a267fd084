// The file of a program that is run by its name.

import Glibc
import Platform

/// The file of a program.
package enum ProgramFile {
  /// Whether a path is a file that this user may execute; a folder of the name of a program is not.
  package static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    // The path ends with a zero; the system fills a value of this call.
    let name = FileName.systemPath(of: path)
    guard unsafe stat(name, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(name, X_OK) == 0
  }

  /// The first program of a name in the folders of a `PATH`; nil if there is none.
  package static func path(of name: String, in path: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
  }
}
