// What is told of a recording after its results were filed: the session gets the person and an
// assessment, from the recording that it kept.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// A sidecar that came late, claimed into the folder of its session.
struct LateSidecar: Sendable {
  let session: SessionID
  let path: String
  let folder: String
}

extension JobContext {
  /// Adds to a session what came late.
  func amend(_ late: LateSidecar) throws(StepFault) {
    if try isPurged(late.session) { return try removePurged(late.folder) }
    if let sidecar = try sidecar(at: late.path, of: late.session) {
      try amend(late.session, with: sidecar)
    }
    do {
      try files.removeIfThere(late.path)
      try WorkFolder.remove(late.folder, files)
    } catch {
      throw .source(error)
    }
  }

  private func amend(_ id: SessionID, with sidecar: Sidecar) throws(StepFault) {
    let session = try stored { () throws(StoreError) in try store.session(id) }
    var change = SessionChange("amended_by_sidecar")
    change.documents[.answers] = sidecar.answers.fileBytes
    if var header = try stored({ () throws(StoreError) in try session.header() }) {
      header.take(sidecar, of: store)
      if header.identity != nil { header.identity = identity(header, sidecar) }
      change.header = header
      if let results = try results(of: session, header.recording.name, sidecar) {
        change.documents.merge(results.documents) { _, new in new }
      }
    }
    let complete = change
    try stored { () throws(StoreError) in try session.commit(complete) }
    reporter.amended(id)
  }

  /// Results for the person that is known now; nil where there were none, or the recording was not
  /// kept.
  private func results(
    of session: StoredSession, _ name: String, _ sidecar: Sidecar
  ) throws(StepFault) -> AssessedResults? {
    let kept = try stored { () throws(StoreError) -> [UInt8]? in
      guard try session.read(.computed) != nil else { return nil }
      return try session.read(.audio)
    }
    guard let kept, sidecar.profile != nil else { return nil }
    let document = analysts.document(
      of: kept, name: name, tier: .comprehensive, by: pipelines.comprehensive)
    return document.refusal == nil ? try assessed(document, sidecar) : nil
  }
}
