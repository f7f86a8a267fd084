// Names of files that hold recordings.

/// The endings that programs give to WAV files and their kin.
package enum RecordingName {
  package static let endings = [".wav", ".wave", ".bwf", ".w64", ".rf64"]

  /// Whether a file of this name holds a recording.
  package static func fits(_ name: String) -> Bool { ending(of: name) != nil }

  /// The name, or a path, without that ending.
  package static func stem(of name: String) -> String {
    ending(of: name).map { String(name.dropLast($0.count)) } ?? name
  }

  private static func ending(of name: String) -> String? {
    let lowercased = name.lowercased()
    return endings.first { lowercased.hasSuffix($0) }
  }
}
