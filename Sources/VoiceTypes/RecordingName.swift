/// File name extensions of WAV files and related formats.
package enum RecordingName {
  package static let endings = [".wav", ".wave", ".bwf", ".w64", ".rf64"]

  /// Whether a file name has an extension of a recording.
  package static func fits(_ name: String) -> Bool { ending(of: name) != nil }

  /// Removes the extension from a name or path.
  package static func stem(of name: String) -> String {
    ending(of: name).map { String(name.dropLast($0.count)) } ?? name
  }

  private static func ending(of name: String) -> String? {
    let lowercased = name.lowercased()
    return endings.first { lowercased.hasSuffix($0) }
  }
}
