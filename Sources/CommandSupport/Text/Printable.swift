// What reports and messages show was told by people or found in files, and may hold anything.

import Platform

extension String {
  /// The text on one line, without what a terminal obeys: names of files and what people told may hold
  /// control characters, marks that turn the order of letters round, and bytes that are no text.
  package var printable: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { Self.isObeyed($0) ? "?" : $0 }))
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case _ where FileName.isStandIn(scalar): true
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension [String] {
  /// The lines of a report below each other, each printable.
  package var report: String { map { $0.printable + "\n" }.joined() }
}
