// Who stands in the logs. The name comes from people, from their environment or from the system, and
// others read it for years, also at terminals.

/// A person or a program, as audit lines name it. Lines of earlier versions may hold any text.
package struct AuditActor: Sendable, Equatable {
  /// The longest name, in bytes of UTF-8: lines of a log stay short [E].
  package static let mostBytes = 128

  /// The name.
  package let name: String

  /// Nil for a name that is blank, too long, or holds what a terminal obeys.
  package init?(_ name: String) {
    guard name.utf8.count <= Self.mostBytes, !name.allSatisfy(\.isWhitespace),
      !name.unicodeScalars.contains(where: Self.isObeyed)
    else { return nil }
    self.name = name
  }

  /// The user of the system that a program runs as: the login name, or the number where there is none
  /// that may stand in a log.
  package init(login: String?, userID: UInt32) {
    self = login.flatMap { AuditActor($0) } ?? AuditActor(number: userID)
  }

  private init(number: UInt32) { name = "uid \(number)" }

  /// Control characters, ends of lines and of paragraphs, and those that turn the direction of text.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }
}
