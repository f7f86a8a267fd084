import Platform

extension String {
  /// The text on one line with question marks for control characters, bidirectional controls and
  /// undecodable bytes. File names and user input may contain them, and terminals interpret them.
  package var printable: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { Self.isObeyed($0) ? "?" : $0 }))
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case _ where FileName.isEscape(scalar): true
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension [String] {
  /// Lines of a report, each printable.
  package var report: String { map { $0.printable + "\n" }.joined() }
}
