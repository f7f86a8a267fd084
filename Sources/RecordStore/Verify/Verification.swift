// Request, findings and report of a verification.

/// The kind of a finding.
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
  /// The origin of a file is unknown.
  case unknownOrigin = "unknown_origin"
  /// A recomputed result differs from the stored one.
  case recomputation
}

/// A finding of a verification.
package struct Finding: Sendable, Equatable, CustomStringConvertible {
  /// The kind.
  package var kind: FindingKind

  /// The session; nil for the store itself.
  package var session: SessionID?

  /// The file, from the session's folder or from that of the store.
  package var file: String

  /// The problem.
  package var problem: String

  /// The next step.
  package var advice: String { Self.advice(kind) }

  package init(_ kind: FindingKind, _ session: SessionID?, _ file: String, _ problem: String) {
    self.kind = kind
    self.session = session
    self.file = file
    self.problem = problem
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
      "compare the software versions of both documents. One version repeats its results"
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

/// The options of a verification.
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

/// The outcome of a verification.
package struct VerificationReport: Sendable {
  /// The findings.
  package var findings: [Finding] = []

  /// The number of verified sessions.
  package var sessions = 0

  /// The number of verified history lines.
  package var lines = 0

  /// The head of the history of the store. A copy outside the store detects a rollback later.
  package var head: AuditHead
}
