// Log lines for decrypted data that leave an encrypted store. The line is written first: without it no data leave. A
// store without a key does not need these lines, because its files are readable without the program.

/// Decrypted data that leave a store.
package enum Disclosure: Sendable, Equatable {
  /// A part of a session by its name. Nil for all parts.
  case shown(SessionID, part: String?)
  case listed([SessionID])
  /// Profiles of people, or one document of each person.
  case people([UserHash], document: PersonDocument?)
  /// Sessions and baselines.
  case exported([SessionID], baselines: ExportedBaselines, ExportForm)
  /// A sign-in, a refusal or a change of credentials, by an action and pseudonyms.
  case access(String, of: String)

  /// Whether the task reads data without sending it, as for `HEAD`. Its reads get no line.
  @TaskLocal package static var isWithheld = false

  /// Maximum number of paths in a line [E].
  private static let mostPathsInLine = 100

  /// The fields of the log lines. Empty without a session or person.
  /// - Parameter people: The folders of people that leave the store.
  package func fields(_ people: [String] = []) -> [String] {
    if case .access(_, let subject) = self { return [subject] }
    guard !Self.isWithheld else { return [] }
    let paths = paths(people)
    guard !paths.isEmpty else { return isOfSessions ? [""] : [] }
    return stride(from: 0, to: paths.count, by: Self.mostPathsInLine).map {
      paths[$0..<min($0 + Self.mostPathsInLine, paths.count)].joined(separator: " ")
    }
  }

  /// Whether a disclosure without paths has a line too.
  private var isOfSessions: Bool {
    switch self {
    case .people, .listed, .access: false
    case .shown, .exported: true
    }
  }

  package var action: String {
    switch self {
    case .shown, .listed, .people: "shown"
    case .exported(_, _, .complete): "exported"
    case .exported(_, _, .deidentified): "exported_deidentified"
    case .access(let action, _): action
    }
  }

  /// Paths from the folder of the store. They contain ids and keyed hashes only.
  private func paths(_ people: [String]) -> [String] {
    switch self {
    case .shown(let session, let part):
      ["sessions/\(session.text)" + (part.map { "/\($0)" } ?? "")]
    case .listed(let sessions): sessions.map { "sessions/\($0.text)" }
    case .people(let users, let document):
      users.map { "people/\($0.text)" + (document.map { "/\($0.fileName)" } ?? "") }
    case .exported(let sessions, _, _):
      sessions.map { "sessions/\($0.text)" } + people
    case .access: []
    }
  }
}
