// What `verify` finds.

/// What kind of thing is not as it should be.
package enum FindingKind: String, CaseIterable, Sendable {
  /// Something was changed, removed or put there by somebody else.
  case tampered
  /// Logs and documents are of different moments: so is a copy that was made while somebody wrote.
  case inconsistentCopy = "inconsistent_copy"
  /// Others than the owner may get at a file or a folder.
  case permissions
  /// A crash left something that the next start puts in order.
  case unfinished
  /// The index is not what the folders say; `records reindex` mends it.
  case index
  /// A file of the store was written by a later version.
  case newerVersion = "newer_version"
  /// A file that a version up to 0.5.1 put away and named nowhere, or that somebody else put there.
  case unknownOrigin = "unknown_origin"
  /// What was computed again is not what is stored.
  case recomputation
}

/// One thing that is not as it should be.
package struct Finding: Sendable, Equatable, CustomStringConvertible {
  /// What kind of thing.
  package var kind: FindingKind

  /// The session; nil for the store itself.
  package var session: SessionID?

  /// The file, from the session's folder or from that of the store.
  package var file: String

  /// What is wrong.
  package var problem: String

  /// What to do.
  package var advice: String { Self.advice(kind) }

  package init(_ kind: FindingKind, _ session: SessionID?, _ file: String, _ problem: String) {
    self.kind = kind
    self.session = session
    self.file = file
    self.problem = problem
  }

  /// What to do about things of a kind.
  package static func advice(_ kind: FindingKind) -> String {
    switch kind {
    case .tampered: "restore the file from a backup, and check who can write to the store"
    case .inconsistentCopy:
      "create copies with `sagevoice records backup`; a store that is not a copy was tampered "
        + "with"
    case .permissions: "run `chmod -R u=rwX,go= STORE`, and check who gave other users access"
    case .unfinished: "open the store for writing once, with the watcher or `records reindex`"
    case .index: "run `sagevoice records reindex`"
    case .newerVersion: "use the version of sagevoice that wrote it, or a newer one"
    case .unknownOrigin:
      "inspect the file, and remove it if it is not yours; the next start of the watcher registers it"
    case .recomputation:
      "compare the software versions of both documents; one version repeats its results"
    }
  }

  /// The file, from the folder of sessions or from that of the store.
  package var place: String { session.map { "\($0.text)/\(file)" } ?? file }

  /// Place, problem and advice in one line.
  package var description: String {
    "\(kind.rawValue): \(place): \(problem); \(advice)"
  }
}

/// Computes a results document again from the audio of a session.
///
/// - Parameters: the audio, the answers if there are any, and the stored document.
/// - Returns: What is different, in words; nil when nothing is.
package typealias Recomputation =
  @Sendable (_ audio: [UInt8], _ answers: [UInt8]?, _ stored: [UInt8]) -> String?

/// What to verify.
package struct VerificationRequest: Sendable {
  /// These sessions; nil for all, and for the store itself.
  package var sessions: [SessionID]?

  /// A head that was noted earlier: the log of the store must still hold it.
  package var expectedHead: AuditHead?

  /// Computes documents again where the audio was kept.
  package var recompute: Recomputation?

  /// Is told of each session that was looked at.
  package var progress: StoreProgress?

  /// Everything but recomputation.
  package init() {}
}

/// The outcome of a verification.
package struct VerificationReport: Sendable {
  /// What is not as it should be; none when all is well.
  package var findings: [Finding] = []

  /// The sessions that were looked at.
  package var sessions = 0

  /// The lines of the logs that were looked at.
  package var lines = 0

  /// The head of the store's log: noted elsewhere, it shows later that nothing was taken back.
  package var head: AuditHead
}
