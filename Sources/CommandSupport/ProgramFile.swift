import Glibc
import Platform

/// Lookup of executable files.
package enum ProgramFile {
  /// Returns whether a path is a regular file that this user may execute.
  package static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    // The path is zero-terminated; the system fills a local value.
    let name = FileName.systemPath(of: path)
    guard unsafe stat(name, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(name, X_OK) == 0
  }

  /// Returns the first executable of a name in the folders of a `PATH`; nil without a match.
  package static func path(of name: String, in path: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
  }
}
