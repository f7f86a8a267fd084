// Who took what out of an encrypted store. What leaves it in the clear is beyond its key from then on,
// so its log says so before anything does: a line that cannot be written keeps all of it inside. A
// store without a key can be read past any log, and its log would prove nothing.

/// What leaves a store in the clear.
package enum Disclosure: Sendable, Equatable {
  /// A part of a session, by the name that the program shows it under; nil for all that is shown at once.
  case shown(SessionID, part: String?)
  /// What lists say of sessions.
  case listed([SessionID])
  /// What is kept of people, or one document of each; nil for what they told.
  case people([UserHash], document: PersonDocument?)
  /// Sessions and baselines.
  case exported([SessionID], baselines: ExportedBaselines, ExportForm)
  /// A sign-in, a refusal or a change of credentials, by an action and pseudonyms.
  case access(String, of: String)

  /// Whether the task reads data without sending it, as for `HEAD`. Its reads get no line.
  @TaskLocal private static var isWithheld = false

  /// Runs `body` without lines for the data that it reads.
  package static func withheld<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await $isWithheld.withValue(true) {
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Paths that one line names at most: a line stays shorter than what is read of a log to find its
  /// end [E].
  private static let mostPathsInLine = 100

  /// What lines of a log say of it, one after the other; none where it names nobody.
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

  /// Whether it is told although it names nothing.
  private var isOfSessions: Bool {
    switch self {
    case .people, .listed, .access: false
    case .shown, .exported: true
    }
  }

  /// What was done, in one word.
  package var action: String {
    switch self {
    case .shown, .listed, .people: "shown"
    case .exported(_, _, .complete): "exported"
    case .exported(_, _, .deidentified): "exported_deidentified"
    case .access(let action, _): action
    }
  }

  /// Paths from the folder of the store. They hold ids and keyed hashes, which its log holds anyway.
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
