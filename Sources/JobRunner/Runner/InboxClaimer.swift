// Claims: a recording moves from the inbox into the work folder of its new session, where every
// later run finds it.

internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// Claims files of one inbox.
struct InboxClaimer: Sendable {
  let layout: InboxLayout
  let settings: WatchSettings
  let files: any FileSystem
  let ledger: InboxLedger

  /// Claims a recording for a session; nil if it is gone.
  /// - Parameter sidecar: The path of its sidecar, if that is complete.
  /// - Returns: The work folder, and the files for the store.
  func claim(
    _ ready: ReadyFile, for session: SessionID, with sidecar: String?
  ) throws(FileSystemError) -> (folder: String, files: [ClaimedFile])? {
    let folder = layout.folder(of: session.text)
    let path = layout.relative(ready.path)
    try files.ensureFolder(folder)
    do {
      // An unreadable file stays where people see it.
      _ = try files.read(ready.path, from: 0, count: 1)
      // The recording first: without it, its sidecar and checksum have no meaning.
      try move(ready, into: folder)
    } catch {
      ledger.forget(path)
      // A link was put in place of the recording.
      guard error.isMissing || error.isLink else { throw error }
      try? WorkFolder.remove(folder, files)
      return nil
    }
    var claimed = [ledger.file(path, ready.stamp)]
    for path in [InboxNames.checksum(of: ready.path), sidecar].compactMap(\.self) {
      // A file that cannot be claimed now is a late one.
      guard let facts = (try? files.facts(of: path)) ?? nil, facts.kind == .file else { continue }
      if let file = (try? claimCompanion(path, FileStamp(facts), into: folder)) ?? nil {
        claimed.append(file)
      }
    }
    return (folder, claimed)
  }

  func readReference(of job: Job) {
    guard let bytes = try? files.read(job.sidecar, atMost: WatchSettings.mostSidecarBytes) else {
      return
    }
    job.memory.withLock { $0.reference = Sidecar.reference(in: bytes) }
  }

  /// Remembers the files that an earlier run claimed and that stay in the inbox.
  func rememberClaimed() {
    guard settings.audio == .keep else { return }
    for session in (try? files.list(layout.work)) ?? [] {
      for origin in Origin.claimed(in: layout.folder(of: session), files) {
        ledger.remember(origin.path, origin.stamp)
      }
    }
  }

  /// Whether a sidecar is too large for a copy.
  func mustStay(_ sidecar: ReadyFile) -> Bool {
    settings.audio == .keep && sidecar.stamp.size > WatchSettings.mostSidecarBytes
  }

  /// Moves or copies a recording into its folder. Its origin comes first: the next start ignores one
  /// without a recording.
  private func move(_ ready: ReadyFile, into folder: String) throws(FileSystemError) {
    let origin = Origin(path: layout.relative(ready.path), stamp: ready.stamp)
    let limit = WatchSettings.mostRecordingBytes
    switch settings.audio {
    case .keep:
      try origin.add(to: folder, files)
      ledger.remember(origin.path, ready.stamp)
      try files.copyWhole(ready.path, into: folder, atMost: limit)
    case .archive, .delete:
      if origin.path.utf8.contains(UInt8(ascii: "/")) { try origin.add(to: folder, files) }
      try files.bring(ready.path, into: folder, atMost: limit)
    }
  }

  /// Moves or copies a sidecar or checksum into its folder.
  /// - Returns: A file that stays in the inbox, for the store.
  func claimCompanion(
    _ path: String, _ stamp: FileStamp, into folder: String
  ) throws(FileSystemError) -> ClaimedFile? {
    let limit = WatchSettings.mostSidecarBytes
    guard settings.audio == .keep else {
      try files.bring(path, into: folder, atMost: limit)
      return nil
    }
    let name = layout.relative(path)
    try Origin(path: name, stamp: stamp).add(to: folder, files)
    try files.copyWhole(path, into: folder, atMost: limit)
    ledger.remember(name, stamp)
    return ledger.file(name, stamp)
  }
}

/// The place of a claimed file in its inbox. The work folder lists the files that stay in the inbox, and a recording
/// in a subfolder.
struct Origin {
  /// The path relative to the inbox.
  let path: String
  let stamp: FileStamp

  private static let file = "/.origin"
  private static let mostBytes = 1 << 16

  init(path: String, stamp: FileStamp) { (self.path, self.stamp) = (path, stamp) }

  /// Reads an entry: the state of the file, a line feed and the path, which may begin with a line feed.
  private init?(entry: some Collection<UInt8>) {
    let parts = entry.split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let stamp = FileStamp(String(decoding: parts[0], as: UTF8.self)) else {
      return nil
    }
    self.init(path: String(decoding: parts[1], as: UTF8.self), stamp: stamp)
  }

  /// The origins of the files in a work folder. An entry without its file belongs to an incomplete claim.
  static func claimed(in folder: String, _ files: any FileSystem) -> [Origin] {
    let bytes = (try? files.read(folder + file, atMost: mostBytes)) ?? []
    let names = Set(((try? files.list(folder)) ?? []).map(UTF8Key.init))
    // A crash may leave an incomplete entry at the end.
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .compactMap { Origin(entry: $0) }
      .filter { names.contains(UTF8Key(InboxLayout.name(of: $0.path))) }
  }

  func add(to folder: String, _ files: any FileSystem) throws(FileSystemError) {
    try files.append(Array("\(stamp.text)\n\(path)\0".utf8), to: folder + Self.file)
  }
}

// Rejected files of an inbox: unreadable ones, and ones too large for a copy. Each is reported
// once; the report goes when the file does.

struct RejectedFiles {
  private let store: RecordStore
  private let files: any FileSystem
  /// The state of each reported file; nil for a report of an earlier run.
  private var reported: [UTF8Key: FileStamp?] = [:]

  init(_ layout: InboxLayout, _ store: RecordStore, _ files: any FileSystem) {
    self.store = store
    self.files = files
    let reports = (try? store.strandedReports()) ?? []
    for report in reports where report.session == nil && report.path.hasPrefix(layout.root + "/") {
      reported.updateValue(nil, forKey: UTF8Key(report.path))
    }
  }

  /// Whether a file in this state is reported.
  func knows(_ file: ReadyFile) -> Bool { reported[UTF8Key(file.path)] == .some(file.stamp) }

  /// Reports a file once the store is writable.
  mutating func report(_ file: ReadyFile, _ fault: StateFault) {
    let name = InboxLayout.name(of: file.path)
    // After a fault, it is retried with the file itself.
    guard !knows(file), (try? store.reportStranded(file.path, named: name, for: fault)) != nil
    else {
      return
    }
    reported.updateValue(file.stamp, forKey: UTF8Key(file.path))
  }

  /// Removes the report of a claimed file.
  mutating func removeReport(_ path: String) {
    // After a fault, the next check removes it.
    guard reported.keys.contains(UTF8Key(path)), (try? store.removeLeftReport(of: path)) != nil
    else { return }
    reported.removeValue(forKey: UTF8Key(path))
  }

  /// Removes the reports of files that are gone.
  mutating func removeReportsOfMissing() {
    for path in reported.keys.map(\.text).sorted() {
      do throws(FileSystemError) {
        if try files.facts(of: path)?.kind != .file { removeReport(path) }
      } catch {
        // The file may still be there.
      }
    }
  }
}

extension StateFault {
  /// The fault of a rejected file; nil if the file is not the cause.
  static func ofLeft(_ file: ReadyFile, _ error: FileSystemError, limit: Int) -> StateFault? {
    guard error.path == file.path else { return nil }
    if error.isTooLarge {
      return StateFault(VoicePipeline.tooLarge(file.stamp.size, limit: limit))
    }
    guard error.operation == .read else { return nil }
    return StateFault(FaultText.unreadable)
  }
}
