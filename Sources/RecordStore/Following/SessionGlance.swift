// How far a session has come, read beside those who write to it. They do not wait: whether they
// were in the middle of a change is seen by the hashes in the session's log.

package import VoiceTypes

/// What a look at a session finds.
package enum SessionGlance: Sendable {
  /// There is no session, or nothing in it yet.
  case nothing
  /// Its files are not those of its log: somebody is changing it, and the next look may see more.
  case changing
  case purged
  case found(GlancedSession)
}

/// What a session says of its recording.
package struct GlancedSession: Sendable {
  package var header: SessionHeader?
  package var state: StateRecord?

  /// The results by tier, as they were written.
  package var results: [Tier: [UInt8]]
}

extension RecordStore {
  /// Looks at a session; takes no lock.
  package func glance(at session: SessionID) throws(StoreError) -> SessionGlance {
    if try wasPurged(session) { return .purged }
    try checkThatFolder(layout.folder(of: session))
    let log = try auditLog(of: session)
    guard log.end.sequence > 0 else { return .nothing }
    var bytes: [SessionDocument: [UInt8]] = [:]
    for document in [SessionDocument.header, .state, .quick, .computed] {
      guard let sha256 = log.documents[document.name] else { continue }
      let path = layout.path(of: document.name, in: session)
      guard let stored = try disk.readIfPresent(path), StoreSecrets.sha256(of: stored) == sha256
      else { return try wasPurged(session) ? .purged : .changing }
      bytes[document] =
        document.isSealed
        ? try opened(stored, of: SealedPlace(owner: session.text, name: document.name)) : stored
    }
    var results: [Tier: [UInt8]] = [:]
    (results[.quick], results[.comprehensive]) = (bytes[.quick], bytes[.computed])
    let header = try bytes[.header].map { bytes throws(StoreError) in
      try Self.header(bytes, file: layout.path(of: "header.json", in: session))
    }
    let state = try bytes[.state].map { bytes throws(StoreError) in
      try Self.state(bytes, file: layout.path(of: "state.json", in: session))
    }
    return .found(GlancedSession(header: header, state: state, results: results))
  }
}
