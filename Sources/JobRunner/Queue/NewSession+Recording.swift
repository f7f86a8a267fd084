// A recording with its sidecar as a new session of the queue.

package import RecordStore
package import VoicePipeline
internal import VoiceTypes

extension NewSession {
  /// - Parameters:
  ///   - name: The file name, which ends in `.wav`.
  ///   - sidecar: The bytes of `NAME.json`. Nil for none.
  package init(
    _ recording: [UInt8], named name: String, sidecar bytes: [UInt8]?, _ tiers: WantedTiers,
    for store: RecordStore, environment: RunEnvironment
  ) throws(SidecarFault) {
    let sidecar = try bytes.map { bytes throws(SidecarFault) in try Sidecar(parsing: bytes) }
    let sha256 = Fingerprint.sha256(of: recording)
    if let given = sidecar?.sha256, given != sha256 {
      throw SidecarFault(problems: ["sha256: the file belongs to another recording"])
    }
    let pipeline = JobPipelines.pipeline(
      tiers == .quick ? .quick : .comprehensive, environment: environment)
    var header = SessionHeader(
      recording: StoredRecording(
        name: name, sha256: sha256, sizeBytes: recording.count, durationSeconds: nil),
      settingsSHA256: pipeline.settingsSHA256, version: SoftwareVersion.current)
    if let sidecar { header.apply(sidecar, of: store) }
    header.identity = store.identity(
      IdentityFacts(
        audioSHA256: sha256, userID: sidecar?.profile?.userID,
        settingsSHA256: pipeline.settingsSHA256, version: SoftwareVersion.current))
    var job = NewJob(
      recording: recording, sidecar: bytes, tiers: tiers.rawValue, engine: JobEngine.current)
    if tiers == .comprehensive { job.stage = .comprehensive }
    self.init(header: header, state: StateRecord(.claimed, phase: .idle), job: job)
  }
}

extension JobEngine {
  /// The number of this version.
  package static var current: Int64 { number(of: SoftwareVersion.current) }
}
