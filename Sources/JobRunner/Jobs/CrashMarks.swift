// A recording that ends the program whenever it is analysed must not do so for ever: a mark stands
// beside it during each analysis, and one that is still there at the next start was left by a
// program that came to its end in between.

internal import RecordStore

/// Counts the analyses of a recording that did not come to their end.
enum CrashMarks {
  /// More of them are no accident: power cuts and kills do not meet the same recording so often [E].
  static let most = 20

  static let fault = StateFault(
    "analysis_interrupted",
    message: "the program came to its end \(most) times while it analysed the recording",
    advice: "please report this with the recording, and do not deliver it again")

  private static func path(in folder: String) -> String { folder + "/.analysing" }

  /// Marks the beginning of an analysis; without a mark it is only not counted.
  static func add(to folder: String, _ files: any FileSystem) {
    try? files.append([UInt8(ascii: "x")], to: path(in: folder))
  }

  /// Forgets all marks.
  static func remove(from folder: String, _ files: any FileSystem) {
    try? files.removeIfThere(path(in: folder))
  }

  /// How many analyses did not come to their end.
  static func count(in folder: String, _ files: any FileSystem) -> Int {
    ((try? files.facts(of: path(in: folder))) ?? nil)?.size ?? 0
  }
}
