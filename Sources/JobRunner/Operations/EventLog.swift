// What programs beside the watcher may follow: one line per event, on this machine only, and only
// when somebody asked for it. People appear as a keyed hash.
//
// Lines are numbered over restarts. How a recording ends is written before its work folder goes, so
// that a program that dies in between writes it at its next start; what the last lines of the file
// hold already is then not written twice.
//
// A program that purges takes lines out of the file while a watcher writes to it. So whoever
// changes it locks it, and looks whether it is still the file that has the name.

package import Onboarding
package import RecordStore
internal import Synchronization
package import VoiceTypes

/// Something that other programs may want to act on; the raw values are never reused.
package enum WatchEvent: String, CaseIterable, Sendable {
  case started
  /// The quick document is there; the end of a recording that gets no other.
  case quickReady = "quick_ready"
  case analysed
  case refused
  case duplicate
  case failed
  /// What came late was added to a session.
  case amended
  /// The session is gone for good.
  case purged
  case profileInvalid = "profile_invalid"
  case sidecarOrphan = "sidecar_orphan"
  case checksumOrphan = "checksum_orphan"
  /// The recording was compared with what is usual for the person.
  case comparisonHeld = "comparison_held"
  /// There is something usual for the person, and the recording could not be compared with it.
  case comparisonRefused = "comparison_refused"
  /// A baseline of the person was kept; the code says how far it can be relied on.
  case baselineEstablished = "baseline_established"
  /// The person's recordings make no baseline yet; the code says why.
  case baselineRefused = "baseline_refused"
  /// The person's voice differs from the usual range as the rules of the baseline service ask.
  case alertRaised = "alert_raised"
  case rerecordRequested = "rerecord_requested"
  /// The time of a session is over; it is purged after the days of grace.
  case purgeAnnounced = "purge_announced"
  /// The time of a session's recording is over; it is removed after the days of grace.
  case audioPurgeAnnounced = "audio_purge_announced"
  /// The recording of a session is gone for good, and the session stays.
  case audioPurged = "audio_purged"
  /// Lines before this one are gone, because what they told of is.
  case eventsForgotten = "events_forgotten"
}

/// What an event is of.
package struct EventFacts: Sendable, Equatable {
  /// Which session; nil for what is of none.
  package var session: SessionID?
  package var user: UserHash?
  /// The highest tier with results.
  package var tier: Tier?
  package var verdict: Verdict?
  /// Why, where something went wrong.
  package var code: String?
  /// The first session of a duplicate.
  package var original: SessionID?
  /// What the caller knows the recording by.
  package var reference: String?

  package init(_ session: SessionID?, user: UserHash? = nil, code: String? = nil) {
    self.session = session
    self.user = user
    self.code = code
  }
}

/// `events.ndjson`.
package final class EventLog: Sendable {
  /// What is known of the end of the file.
  struct Tail {
    var sequence = 0
    /// Whether the last line has no end.
    var isTorn = false
    var endings: Set<String> = []
    /// The file that it is the end of; nil where there is none.
    var file: FilePlace?
  }

  /// Which file it is, and how far it was written.
  struct FilePlace: Equatable {
    let inode: UInt64
    let size: Int
  }

  /// What a line is in the life of a recording.
  private enum Role {
    case passing
    /// The one line that says how it ended.
    case ending
  }

  /// Whether lines hold what callers know recordings by.
  package enum References: Sendable {
    case told
    /// As beside an encrypted store, which keeps them from whoever has no key.
    case withheld
  }

  /// The lines of more recordings than can be in work at once are read at opening [E].
  private static let tailBytes = 1 << 20

  let path: String
  let files: any FileSystem
  private let references: References
  let timestamp: @Sendable () -> String
  let tail = Mutex<Tail?>(nil)

  /// Events at the end of a file.
  package init(
    at path: String, files: any FileSystem, _ references: References = .told,
    timestamp: @escaping @Sendable () -> String
  ) {
    self.path = path
    self.references = references
    self.files = files
    self.timestamp = timestamp
  }

  /// The events of a store; beside an encrypted one references are withheld.
  package convenience init(of store: RecordStore, timestamp: @escaping @Sendable () -> String) {
    self.init(
      at: store.root + "/events.ndjson", files: store.files,
      store.isEncrypted ? .withheld : .told, timestamp: timestamp)
  }

  /// The events of a store, in its folder; those of one that has none at a path.
  package convenience init(
    of store: any SessionStore, elsewhere path: String, files: any FileSystem,
    timestamp: @escaping @Sendable () -> String
  ) {
    if let folders = store as? RecordStore {
      self.init(of: folders, timestamp: timestamp)
    } else {
      self.init(at: path, files: files, timestamp: timestamp)
    }
  }

  /// Writes a line as well as can be.
  package func note(_ event: WatchEvent, _ facts: EventFacts) { try? tell(event, facts) }

  /// Writes a line.
  package func tell(_ event: WatchEvent, _ facts: EventFacts) throws(FileSystemError) {
    try alone { tail throws(FileSystemError) in
      try write(event, facts, as: .passing, &tail)
    }
  }

  /// Writes what happened on the journey of somebody as well as can be.
  package func note(_ note: FlowLogEntry, of user: UserHash?) {
    try? alone { tail throws(FileSystemError) in
      try append(to: &tail) { sequence in
        JourneyLine(sequence: sequence, time: timestamp(), user: user, note: note).bytes
      }
    }
  }

  /// Writes how a recording ends, unless the last lines hold that already.
  package func end(_ event: WatchEvent, _ facts: EventFacts) throws(FileSystemError) {
    try alone { tail throws(FileSystemError) in
      let known = try end(tail)
      tail = known
      guard !known.endings.contains(Self.key(event, facts)) else { return }
      try write(event, facts, as: .ending, &tail)
    }
  }

  private func write(
    _ event: WatchEvent, _ facts: EventFacts, as role: Role, _ tail: inout Tail?
  ) throws(FileSystemError) {
    try append(to: &tail) { sequence in
      var line = EventLine(
        sequence: sequence, time: timestamp(), event: event, isEnding: role == .ending,
        facts: facts)
      if references == .withheld { line.facts.reference = nil }
      return line.bytes
    }
    if role == .ending { tail?.endings.insert(Self.key(event, facts)) }
  }

  /// Writes the line that has the next number.
  private func append(
    to tail: inout Tail?, _ line: (_ sequence: Int) -> [UInt8]
  ) throws(FileSystemError) {
    var known = try end(tail)
    // What a fault leaves of a line is looked at again.
    tail = nil
    try files.append(
      (known.isTorn ? [Self.lineFeed] : []) + line(known.sequence + 1), to: path)
    known.sequence += 1
    known.isTorn = false
    known.file = try place()
    tail = known
  }

  /// Changes the file as the only one of this and of other programs. Who waited for a program that
  /// put another file in its place waits for that one.
  func alone(
    _ change: (inout Tail?) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    try tail.withLock { tail throws(FileSystemError) in
      while true {
        let before = try place()?.inode
        let lock = try files.lock(path, .exclusive)
        defer { lock?.release() }
        let locked = try place()?.inode
        if locked == nil || locked == before { return try change(&tail) }
      }
    }
  }

  private func place() throws(FileSystemError) -> FilePlace? {
    try files.facts(of: path).map { FilePlace(inode: $0.inode, size: $0.size) }
  }

  // MARK: - Reading

  static let lineFeed = UInt8(ascii: "\n")

  private static func key(_ event: String, _ session: String) -> String { "\(event) \(session)" }

  private static func key(_ event: WatchEvent, _ facts: EventFacts) -> String {
    key(event.rawValue, facts.session?.text ?? "")
  }

  /// The end of the file, which is read when it is not known, or another program changed it.
  func end(_ tail: Tail?) throws(FileSystemError) -> Tail {
    if let tail, try place() == tail.file { return tail }
    return try read()
  }

  private func read() throws(FileSystemError) -> Tail {
    var tail = Tail()
    tail.file = try place()
    guard let size = tail.file?.size, size > 0 else { return tail }
    let start = max(0, size - Self.tailBytes)
    let bytes = try files.read(path, from: start, count: size - start)
    tail.isTorn = bytes.last != Self.lineFeed
    for line in bytes.split(separator: Self.lineFeed) {
      // Lines of versions that did not number them, and torn ones, say nothing here.
      guard let json = try? JSONValue.parse(Array(line)), case .int(let number) = json["seq"]
      else { continue }
      tail.sequence = max(tail.sequence, number)
      guard json["terminal"] == true, let event = json["event"]?.text,
        let session = json["session_id"]?.text
      else { continue }
      tail.endings.insert(Self.key(event, session))
    }
    return tail
  }
}
