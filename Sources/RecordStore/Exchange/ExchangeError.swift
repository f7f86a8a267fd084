// Errors of exports and imports.

package enum ExchangeError: Error, Sendable, Equatable, CustomStringConvertible {
  case store(StoreError)
  /// The output cannot be written.
  case output(path: String, problem: String)
  /// The input cannot be opened.
  case input(path: String, problem: String)
  /// The sessions to export are damaged.
  case findings([Finding])
  /// The copy of a backup is damaged.
  case damagedBackup(path: String, [Finding])
  /// The input is no export, or a damaged one.
  case unsound(path: String, problems: [String])
  /// The input is a de-identified export.
  case deidentified(path: String)
  /// The store has other content for a session or person, or purged the session.
  case conflicts([SessionConflict], baselines: [BaselineConflict] = [])

  /// Problem and advice, a line for each problem.
  package var lines: [String] {
    switch self {
    case .store(let fault): [fault.description]
    case .output(let path, let problem): ["\(path): \(problem)"]
    case .input(let path, let problem): ["\(path): \(problem)"]
    case .findings(let findings):
      findings.map(\.description) + ["nothing was exported; see `sagevoice records verify`"]
    case .damagedBackup(let path, let findings):
      findings.map { "\(path): \($0.kind.rawValue): \($0.place): \($0.problem)" }
        + ["nothing was restored; restore another backup"]
    case .unsound(let path, let problems):
      problems.map { "\(path): \($0)" } + ["nothing was imported; export again"]
    case .deidentified(let path):
      [
        "\(path): a de-identified export has neither audit logs nor identifiers; "
          + "nothing was imported"
      ]
    case .conflicts(let sessions, let baselines):
      sessions.map(\.description) + baselines.map(\.description) + ["nothing was imported"]
    }
  }

  package var description: String { lines.joined(separator: "\n") }
}

/// Runs `body` and converts its errors.
func exchanging<Value>(_ body: () throws -> Value) throws(ExchangeError) -> Value {
  do {
    return try body()
  } catch {
    throw error as? ExchangeError ?? .store(StoreError(error))
  }
}

package struct SessionConflict: Sendable, Equatable, CustomStringConvertible {
  /// The kind of conflict.
  package enum Reason: Sendable {
    case otherContents
    case purged
  }

  package var session: SessionID

  package var reason: Reason

  /// Problem and advice.
  package var description: String {
    switch reason {
    case .otherContents:
      "the store has the session \(session.text) with other contents; compare both with "
        + "`sagevoice records show`, and import into another store to keep both"
    case .purged:
      "the session \(session.text) was purged from the store; import into another store to "
        + "restore it"
    }
  }
}

/// A person with data that conflict with the store.
package struct BaselineConflict: Sendable, Equatable, CustomStringConvertible {
  package var user: UserHash

  package var reason: SessionConflict.Reason

  /// The kind of data.
  package enum DataKind: Sendable {
    case baselines
    case profiles
  }

  package var dataKind = DataKind.baselines

  /// Problem and advice.
  package var description: String {
    let problem =
      switch (reason, dataKind) {
      case (.otherContents, .baselines):
        "the store has another baseline of the person \(user.text)"
      case (.otherContents, .profiles): "the store has other data of the person \(user.text)"
      case (.purged, .baselines):
        "the baselines of the person \(user.text) were purged from the store"
      case (.purged, .profiles): "the person \(user.text) was purged from the store"
      }
    return problem + "; import into another store, or export the sessions by id, without "
      + "baselines and people"
  }
}
