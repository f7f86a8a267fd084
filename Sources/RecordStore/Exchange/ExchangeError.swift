// Why sessions could not be exported or imported.

/// A fault of an export or an import.
package enum ExchangeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The store could not do its part.
  case store(StoreError)
  /// What is to be written cannot be made.
  case output(path: String, problem: String)
  /// What is to be read cannot be opened.
  case input(path: String, problem: String)
  /// Sessions to be exported are not as the store wrote them.
  case findings([Finding])
  /// The copy of a backup is not as the store wrote it.
  case damagedBackup(path: String, [Finding])
  /// What is to be imported is not an export, or not as it was written.
  case unsound(path: String, problems: [String])
  /// What is to be imported was de-identified.
  case deidentified(path: String)
  /// Sessions that are in the store with other contents, or were purged from it, and people of whom
  /// it keeps other baselines.
  case conflicts([SessionConflict], baselines: [BaselineConflict] = [])

  /// What is wrong and what to do, a line for each fault.
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

  /// The lines as one text.
  package var description: String { lines.joined(separator: "\n") }
}

/// Does something with the store on behalf of an exchange.
func exchanging<Value>(
  _ body: () throws(StoreError) -> Value
) throws(ExchangeError) -> Value {
  do {
    return try body()
  } catch {
    throw .store(error)
  }
}

/// A session that cannot be imported because of what the store holds.
package struct SessionConflict: Sendable, Equatable, CustomStringConvertible {
  /// What is in the way.
  package enum Reason: Sendable {
    case otherContents
    case purged
  }

  /// The session.
  package var session: SessionID

  /// What is in its way.
  package var reason: Reason

  /// What is wrong and what to do.
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

/// A person of whom something cannot be imported because of what the store keeps.
package struct BaselineConflict: Sendable, Equatable, CustomStringConvertible {
  /// The person, as the store knows them.
  package var user: UserHash

  /// What is in the way.
  package var reason: SessionConflict.Reason

  /// What of the person it is.
  package enum Matter: Sendable {
    case baselines
    case told
  }

  /// What cannot be imported.
  package var matter = Matter.baselines

  /// What is wrong and what to do.
  package var description: String {
    let problem =
      switch (reason, matter) {
      case (.otherContents, .baselines):
        "the store has another baseline of the person \(user.text)"
      case (.otherContents, .told): "the store has other data of the person \(user.text)"
      case (.purged, .baselines):
        "the baselines of the person \(user.text) were purged from the store"
      case (.purged, .told): "the person \(user.text) was purged from the store"
      }
    return problem + "; import into another store, or export the sessions by id, without "
      + "baselines and people"
  }
}
