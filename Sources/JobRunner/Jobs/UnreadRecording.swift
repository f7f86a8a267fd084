// Recordings that are refused by their size or their header: of those no more is read at once than
// tells so, whatever they say of themselves.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// What an analysis begins with.
enum RecordingContents {
  case bytes([UInt8])
  /// It is refused, and was not read.
  case refused(ResultsDocument, SessionHeader)
}

extension JobContext {
  /// The bytes of a claimed recording, unless it is refused by less than all of them.
  func contents(of job: Job, _ tier: Tier) throws -> RecordingContents {
    try whileMarked(job) {
      if let refused = try unreadRefusal(of: job, tier) { return refused }
      return .bytes(try bytes(of: job))
    }
  }

  /// A recording that is refused before it is read; nil for one that is to be analysed.
  private func unreadRefusal(of job: Job, _ tier: Tier) throws -> RecordingContents? {
    let pipeline = pipelines.pipeline(for: tier)
    let limit = WatchSettings.mostRecordingBytes
    let (size, beginning) = try beginning(of: job)
    var file = UnreadFile(name: job.name, sizeBytes: size)
    guard size > limit || pipeline.refusal(of: file, beginning: beginning) != nil else {
      return nil
    }
    file.sha256 = try sha256(of: job)
    let document =
      size > limit
      ? pipeline.refusal(of: file, above: limit) : pipeline.refusal(of: file, beginning: beginning)
    return document.map { .refused($0, header(of: file, $0)) }
  }

  /// The size of a recording, and as many of its bytes as tell how long it is.
  private func beginning(of job: Job) throws -> (size: Int, bytes: [UInt8]) {
    // Reading a missing file throws.
    let size = try files.facts(of: job.source)?.size ?? 0
    let count = min(size, FileBeginning.bytesWanted)
    return (size, try files.read(job.source, from: 0, count: count))
  }

  /// SHA-256 of a claimed recording, read block by block; nil for one of more bytes than are hashed.
  func sha256(of job: Job) throws -> String? {
    try files.sha256(of: job.source, atMost: RecordStore.mostBytesHashed)
  }

  private func header(of file: UnreadFile, _ document: ResultsDocument) -> SessionHeader {
    SessionHeader(
      recording: StoredRecording(
        name: file.name, sha256: file.sha256, sizeBytes: file.sizeBytes,
        durationSeconds: document.recording.duration?.value),
      settingsSHA256: settingsSHA256, version: SoftwareVersion.current)
  }
}

extension JobContext {
  /// What can be said of a recording that ends before it was analysed, as far as its disk gives it
  /// out.
  func headerUnread(of job: Job) -> SessionHeader {
    let facts = (try? files.facts(of: job.source)) ?? nil
    return SessionHeader(
      recording: StoredRecording(
        name: job.name, sha256: (try? sha256(of: job)) ?? nil, sizeBytes: facts?.size ?? 0,
        durationSeconds: nil),
      settingsSHA256: settingsSHA256, version: SoftwareVersion.current)
  }
}
