import TestSupport

/// The files under Sources.
enum Sources {
  private static let read = Result {
    try Repository.swiftFiles(in: "Sources").map(SwiftSource.init)
  }

  /// All files; a check of none would be a check of nothing.
  static func all() throws -> [SwiftSource] {
    let files = try read.get()
    precondition(!files.isEmpty, "no sources were found")
    return files
  }

  /// `path:line` of every match of a pattern in the code of `files`.
  static func places(
    matching pattern: String, in files: [SwiftSource]
  ) throws -> [String] {
    try files.flatMap { file in
      try file.lines(matching: pattern).map { "\(file.path):\($0)" }
    }
  }
}
