// Request, findings and report of a verification.

package import VoiceTypes

package enum FindingKind: String, CaseIterable, Sendable {
  /// Data were changed, removed or added by another program.
  case tampered
  /// History and documents are of different moments, as in a plain copy of a store in use.
  case inconsistentCopy = "inconsistent_copy"
  /// Other users have access to a file or folder.
  case permissions
  /// An interrupted change left files.
  case unfinished
  /// A file of the view of a plain store differs from its row.
  case index
  /// A later version wrote the data.
  case newerVersion = "newer_version"
  case unknownOrigin = "unknown_origin"
  /// A recomputed result differs from the stored one.
  case recomputation
}

package struct Finding: Sendable, Equatable, CustomStringConvertible {
  package var kind: FindingKind

  /// The session; nil for the store itself.
  package var session: SessionID?

  /// The file, from the session's folder or from that of the store.
  package var file: String

  package var problem: String

  /// The next step.
  package var advice: String { Self.advice(kind) }

  package init(_ kind: FindingKind, _ session: SessionID?, _ file: String, _ problem: String) {
    (self.kind, self.session, self.file, self.problem) = (kind, session, file, problem)
  }

  /// The next step for findings of a kind.
  package static func advice(_ kind: FindingKind) -> String {
    switch kind {
    case .tampered:
      "remove a file that does not belong to the store, else restore a backup. Check who can write "
        + "to the store"
    case .inconsistentCopy:
      "create copies with `sagevoice records backup`. Check who can write to a store that is no "
        + "copy"
    case .permissions: "run `chmod -R u=rwX,go= STORE`, and check who gave other users access"
    case .unfinished: "stop all programs and verify again. If the finding stays, remove the file"
    case .index:
      "write the files again with `sagevoice records folders`, and check who can write to the store"
    case .newerVersion: "use the version of sagevoice that wrote it, or a newer one"
    case .unknownOrigin:
      "inspect the file, and remove it if it is not yours"
    case .recomputation:
      "compare the software versions of both documents. The same version always gives the same results"
    }
  }

  /// The path from the folder of sessions, or from that of the store.
  package var place: String { session.map { "\($0.text)/\(file)" } ?? file }

  /// Place, problem and advice in one line.
  package var description: String {
    "\(kind.rawValue): \(place): \(problem); \(advice)"
  }
}

/// Recomputes a results document from the audio of a session.
///
/// - Parameters: The audio, the answers if available, and the stored document.
/// - Returns: The difference in words. Nil without one.
package typealias Recomputation =
  @Sendable (_ audio: [UInt8], _ answers: [UInt8]?, _ stored: [UInt8]) -> String?

package struct VerificationRequest: Sendable {
  /// The sessions to verify. Nil for the whole store.
  package var sessions: [SessionID]?

  /// A head of an earlier verification, which the history of the store must contain.
  package var expectedHead: AuditHead?

  /// Recomputes documents of sessions with audio.
  package var recompute: Recomputation?

  /// Derives the values for follow-ups, which are then compared with the stored ones.
  package var followUpForm: FollowUpForm?

  /// Whether documents are compared with their schemas.
  var checksContents = true

  /// Whether the files of a store in a folder are compared with the rows.
  var checksFiles = true

  /// Is called with the number of verified sessions.
  package var progress: StoreProgress?

  /// The whole store, without recomputation.
  package init() {}
}

package struct VerificationReport: Sendable {
  package var findings: [Finding] = []

  /// The number of verified sessions.
  package var sessions = 0

  /// The number of verified history lines.
  package var lines = 0

  /// The head of the history of the store. A copy outside the store detects a rollback later.
  package var head: AuditHead
}

extension VerificationReport: Shaped {
  /// The name and number of the format.
  static let schema = "sagevoice/verification/1"

  /// The report as an ordered JSON value.
  package var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/verification/1`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:verification:1",
      title: "sagevoice verification of a store by `sagevoice records verify`")
  }

  package static let shape = Shape(VerificationReport.init(head:sessions:lines:findings:)) {
    Derived(schema: schema)
    Field("head", \.head, .noted)
    Field("sessions", \.sessions, .count)
    Field("lines", \.lines, .count)
    Derived(
      "counts", \.counts, .map(by: FindingKind.self, .asDeclared, .ignoringOthers, of: .count))
    Field("findings", \.findings, .list(of: .shaped))
  }

  private init(head: AuditHead, sessions: Int, lines: Int, findings: [Finding]) {
    self.init(findings: findings, sessions: sessions, lines: lines, head: head)
  }

  /// The number of findings of each kind, with zeros.
  package var counts: [FindingKind: Int] {
    let none = Dictionary(uniqueKeysWithValues: FindingKind.allCases.map { ($0, 0) })
    return findings.reduce(into: none) { counts, finding in counts[finding.kind, default: 0] += 1 }
  }
}

extension Finding: Shaped {
  package static let shape = Shape<Finding> {
    Field("code", \.kind, .choice)
    Field("session_id", \.session, .orNull(.sessionID))
    Field("path", \.path, .anyText)
    Field("problem", \.problem, .text)
    Derived("advice", \.advice, .text, .notNeeded)
  } make: { kind, session, path, problem in
    let above = session.map(Finding.folder(of:)) ?? ""
    let file = path.hasPrefix(above) ? String(path.dropFirst(above.count)) : path
    return Finding(kind, session, file, problem)
  }

  /// The path from the folder of the store. For a whole session: its folder.
  package var path: String { (session.map(Self.folder(of:)) ?? "") + file }

  private static func folder(of session: SessionID) -> String { "sessions/\(session.text)/" }
}

extension AuditHead {
  /// The head as `number:hash`, for a later verification.
  package var noted: String { "\(sequence):\(hash)" }

  /// Parses `number:hash`. Nil for other texts.
  package init?(noted text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = Int(parts[0]), sequence >= 0,
      Hex.isSHA256(String(parts[1]))
    else { return nil }
    self.init(sequence: sequence, hash: String(parts[1]))
  }
}

extension JSONCoder where Value == AuditHead {
  fileprivate static var noted: JSONCoder {
    let text = JSONCoder<String>.text(
      allowed: "a number and a hash, separated by a colon",
      schema: ["type": "string", "pattern": "^[0-9]+:[0-9a-f]{64}$"]
    ) { AuditHead(noted: $0) != nil }
    return mapped(text, allowed: "the head of a log", { AuditHead(noted: $0) }, { $0.noted })
  }
}
