// Event log of a store: one line per event, for other programs of this machine, only on request.
// People appear as a keyed hash.
//
// Lines are numbered over restarts. The ending of a recording is appended before its work folder is
// removed. After a crash in between the next start repeats it unless the last lines contain it.
//
// Deletion writes a new file and renames it while a watcher may append. Each change therefore locks
// the file and checks that the path still names it. A reader that follows the log sees another file:
// its lines keep their numbers, and a last line says that some were deleted.

package import Onboarding
package import RecordStore
internal import Synchronization
package import VoiceTypes

/// `events.ndjson`.
package final class EventLog: Sendable {
  /// State of the end of the file.
  private struct Tail {
    var sequence = 0
    /// Whether the last line is incomplete.
    var isTorn = false
    var endings: Set<String> = []
    /// File of this tail; nil without one.
    var file: FileState?
  }

  private struct FileState: Equatable {
    let inode: UInt64
    let size: Int
  }

  /// Role of a line in the life of a recording.
  package enum Role: Sendable {
    case passing
    /// The one line with the outcome.
    case ending
  }

  /// Whether lines contain the references of callers.
  package enum References: Sendable {
    case included
    /// Omitted for an encrypted store, because the log is plain.
    case withheld
  }

  /// Bytes read at the end of the file: the lines of more recordings than can be in work [E].
  private static let tailBytes = 1 << 20

  /// Bytes read at once during deletion [E].
  private static let partBytes = 1 << 20

  private static let lineFeed = UInt8(ascii: "\n")

  private let path: String
  private let files: any FileSystem
  private let references: References
  private let timestamp: @Sendable () -> String

  /// Throws while the store of the log is unavailable.
  private let checkPresence: @Sendable () throws(FileSystemError) -> Void

  private let tail = Mutex<Tail?>(nil)

  package init(
    at path: String, files: any FileSystem, _ references: References = .included,
    timestamp: @escaping @Sendable () -> String,
    checkPresence: @escaping @Sendable () throws(FileSystemError) -> Void = {}
  ) {
    self.checkPresence = checkPresence
    self.path = path
    self.references = references
    self.files = files
    self.timestamp = timestamp
  }

  /// The path of the log in the folder of a store.
  package static func path(in folder: String) -> String { "\(folder)/events.ndjson" }

  /// The log of a store. That of an encrypted store contains no references.
  package convenience init(
    at path: String, of store: RecordStore, timestamp: @escaping @Sendable () -> String
  ) {
    self.init(
      at: path, files: store.files, store.isEncrypted ? .withheld : .included, timestamp: timestamp,
      checkPresence: { () throws(FileSystemError) in try store.checkPresence() })
  }

  // MARK: - Appending

  /// Appends a line. An ending that the last lines contain is not repeated.
  package func append(
    _ event: WatchEvent, _ payload: EventPayload, _ role: Role = .passing
  ) throws(FileSystemError) {
    var payload = payload
    if references == .withheld { payload.reference = nil }
    let isEnding = role == .ending
    let key = Self.key(event.rawValue, payload.session?.text ?? "")
    try append(ending: isEnding ? key : nil) { sequence in
      EventLine(
        sequence: sequence, time: timestamp(), event: event, isEnding: isEnding, payload: payload
      ).lineBytes
    }
  }

  /// Appends a line about the onboarding of a person.
  package func append(_ entry: FlowLogEntry, of user: UserHash?) throws(FileSystemError) {
    try append {
      OnboardingEventLine(sequence: $0, time: timestamp(), user: user, entry: entry).lineBytes
    }
  }

  private func append(
    ending key: String? = nil, _ line: (_ sequence: Int) -> [UInt8]
  ) throws(FileSystemError) {
    try withWriteLock { tail throws(FileSystemError) in
      var known = try current(tail)
      tail = known
      if let key, known.endings.contains(key) { return }
      // After a fault the end is read again.
      tail = nil
      try files.append((known.isTorn ? [Self.lineFeed] : []) + line(known.sequence + 1), to: path)
      known.sequence += 1
      known.isTorn = false
      if let key { known.endings.insert(key) }
      known.file = try fileState()
      tail = known
    }
  }

  /// Runs `change` with an exclusive lock on the file that the path names.
  private func withWriteLock(
    _ change: (inout Tail?) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    try tail.withLock { tail throws(FileSystemError) in
      while true {
        let before = try fileState()?.inode
        let lock = try files.lock(path, .exclusive)
        defer { lock?.release() }
        let locked = try fileState()?.inode
        if locked == nil || locked == before { return try change(&tail) }
      }
    }
  }

  private func fileState() throws(FileSystemError) -> FileState? {
    try checkPresence()
    return try files.facts(of: path).map { FileState(inode: $0.inode, size: $0.size) }
  }

  private static func key(_ event: String, _ session: String) -> String { "\(event) \(session)" }

  /// The known tail, or that of the file after another program changed it.
  private func current(_ known: Tail?) throws(FileSystemError) -> Tail {
    var tail = Tail()
    tail.file = try fileState()
    if let known, tail.file == known.file { return known }
    guard let size = tail.file?.size, size > 0 else { return tail }
    let start = max(0, size - Self.tailBytes)
    let bytes = try files.read(path, from: start, count: size - start)
    tail.isTorn = bytes.last != Self.lineFeed
    for line in bytes.split(separator: Self.lineFeed) {
      // Torn lines and those of early versions have no number.
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

  // MARK: - Deleting

  /// Deletes all lines of purged sessions except those of the purge, and lines from before `time` of
  /// sessions that are gone and of no session. Unreadable lines stay.
  package func delete(
    purged wasPurged: @escaping (SessionID) -> Bool, before time: StoreTime? = nil,
    where isGone: @escaping (SessionID) -> Bool = { _ in false }
  ) throws(FileSystemError) {
    let (wasPurged, isGone) = (Self.memoized(wasPurged), Self.memoized(isGone))
    try delete { line, session in
      let isOfPurge = line["event"]?.text == WatchEvent.purged.rawValue
      if let session, !isOfPurge, wasPurged(session) { return true }
      guard let time, let written = line["ts"]?.text.flatMap({ StoreTime($0) }), written < time
      else { return false }
      return session.map(isGone) ?? true
    }
  }

  /// Asks a store once per session.
  private static func memoized(_ ask: @escaping (SessionID) -> Bool) -> (SessionID) -> Bool {
    var known: [SessionID: Bool] = [:]
    return { session in
      let answer = known[session] ?? ask(session)
      known[session] = answer
      return answer
    }
  }

  private func delete(where isMeant: (JSONValue, SessionID?) -> Bool) throws(FileSystemError) {
    guard try files.facts(of: path) != nil else { return }
    func isDeleted(_ line: [UInt8]) -> Bool {
      guard let json = try? JSONValue.parse(line) else { return false }
      return isMeant(json, json["session_id"]?.text.flatMap(SessionID.init))
    }
    try withWriteLock { tail throws(FileSystemError) in
      var isFound = false
      try forEachPart { lines throws(FileSystemError) in
        isFound = isFound || lines.contains(where: isDeleted)
      }
      guard isFound else { return }
      let last = try current(tail).sequence
      tail = nil
      try rewrite(without: isDeleted, endingWith: last + 1)
    }
  }

  private func rewrite(
    without isDeleted: ([UInt8]) -> Bool, endingWith sequence: Int
  ) throws(FileSystemError) {
    let new = path + ".new"
    try files.removeIfThere(new)
    try files.create(new, [])
    try forEachPart { lines throws(FileSystemError) in
      let kept = lines.filter { !isDeleted($0) }
      try files.append(kept.flatMap { $0 + [Self.lineFeed] }, to: new)
    }
    let line = EventLine(
      sequence: sequence, time: timestamp(), event: .eventsForgotten, isEnding: false,
      payload: EventPayload(nil))
    try files.append(line.lineBytes, to: new)
    try files.synchronizeFile(new)
    try files.settle(new, at: path, in: FileName.folder(of: path))
  }

  /// Reads the lines of the file in parts; an incomplete last line counts as one.
  private func forEachPart(
    _ body: ([[UInt8]]) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    let size = try files.facts(of: path)?.size ?? 0
    var rest: [UInt8] = []
    var offset = 0
    while offset < size {
      let count = min(Self.partBytes, size - offset)
      rest += try files.read(path, from: offset, count: count)
      offset += count
      guard let end = rest.lastIndex(of: Self.lineFeed) else { continue }
      try body(rest[..<end].split(separator: Self.lineFeed).map(Array.init))
      rest = Array(rest[(end + 1)...])
    }
    if !rest.isEmpty { try body([rest]) }
  }
}

// Lines of `events.ndjson`.

/// Event of the event log. Raw values are never reused.
package enum WatchEvent: String, CaseIterable, Sendable {
  case started
  /// The quick document is stored: the ending of a recording without a comprehensive one.
  case quickReady = "quick_ready"
  case analysed
  case refused
  case duplicate
  case failed
  /// A late sidecar was added to a session.
  case amended
  case purged
  case profileInvalid = "profile_invalid"
  case sidecarOrphan = "sidecar_orphan"
  case checksumOrphan = "checksum_orphan"
  /// The recording was compared with the baseline of the person.
  case comparisonHeld = "comparison_held"
  /// The recording could not be compared with the baseline of the person.
  case comparisonRefused = "comparison_refused"
  /// A baseline was stored; the code is its status.
  case baselineEstablished = "baseline_established"
  /// The recordings of the person give no baseline yet; the code is the reason.
  case baselineRefused = "baseline_refused"
  /// Recordings differ from the personal range by the rules of the baseline service.
  case alertRaised = "alert_raised"
  case rerecordRequested = "rerecord_requested"
  /// The session is past its retention and is purged after the days of grace.
  case purgeAnnounced = "purge_announced"
  /// The audio of a session is past its retention and is purged after the days of grace.
  case audioPurgeAnnounced = "audio_purge_announced"
  /// The audio of a session was purged; the session stays.
  case audioPurged = "audio_purged"
  /// Earlier lines were deleted with their sessions.
  case eventsForgotten = "events_forgotten"

  /// JSON Schema of a line of `events.ndjson`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    EventLine.shape.schema(
      id: "urn:sagevoice:event:1", title: "sagevoice event, a line of `events.ndjson`")
  }
}

package struct EventPayload: Sendable, Equatable {
  package var session: SessionID?
  package var user: UserHash?
  /// The highest tier with results.
  package var tier: Tier?
  package var verdict: Verdict?
  /// Code of the fault, of the baseline status or of the orphan.
  package var code: String?
  /// The first session of a duplicate.
  package var original: SessionID?
  package var reference: String?
}

extension EventPayload: Shaped {
  package static let shape = Shape(
    EventPayload.init(session:user:tier:verdict:code:original:reference:)
  ) {
    Field("session_id", \.session, .orNull(.sessionID))
    Field("user", \.user, .orNull(.user))
    Field("tier", \.tier, .orNull(.choice))
    Field("verdict", \.verdict, .orNull(.choice))
    Field("code", \.code, .orNull(.text))
    Field("of", \.original, .orNull(.sessionID))
    Field("reference", \.reference, .orNull(.text))
  }

  package init(
    _ session: SessionID?, user: UserHash? = nil, code: String? = nil, reference: String? = nil
  ) {
    self.init(session: session, user: user, code: code, reference: reference)
  }

  /// Payload of a recording from its header and its latest document.
  init(
    _ session: SessionID, of header: SessionHeader?, _ document: ResultsDocument?,
    code: String? = nil
  ) {
    self.init(
      session: session, user: header?.user, tier: document?.tier,
      verdict: document?.quality.verdict, code: code, reference: header?.reference)
  }
}

/// Numbered event.
struct EventLine {
  var sequence: Int
  var time: String
  var event: WatchEvent
  var isEnding: Bool
  var payload: EventPayload
}

extension EventLine: Shaped {
  static let shape = Shape(EventLine.init) {
    Derived("schema", always: "sagevoice/event/1")
    Field("seq", \.sequence, .positiveCount)
    Field("ts", \.time, .text)
    Field("event", \.event, .choice)
    Field("terminal", \.isEnding, .flag)
    Field(\.payload, inline: EventPayload.shape)
  }
}

/// Numbered event of an onboarding: names of steps, fields and codes, never an answer.
struct OnboardingEventLine {
  var sequence: Int
  var time: String
  var user: UserHash?
  var entry: FlowLogEntry
}

extension OnboardingEventLine: Shaped {
  static let shape = Shape(OnboardingEventLine.init) {
    Derived("schema", always: "sagevoice/journey-event/1")
    Field("seq", \.sequence, .positiveCount)
    Field("ts", \.time, .text)
    Field("user", \.user, .orNull(.user))
    Field(\.entry, inline: FlowLogEntry.shape)
  }
}

extension Shaped {
  /// The document as a line of JSON, with the line feed.
  package var lineBytes: [UInt8] { Self.shape.json(of: self).lineBytes }
}

extension FlowLogEntry {
  /// JSON Schema of a line of `events.ndjson` about an onboarding, draft 2020-12.
  package static var lineSchema: JSONValue {
    OnboardingEventLine.shape.schema(
      id: "urn:sagevoice:journey-event:1",
      title: "sagevoice journey event, a line of `events.ndjson` about an onboarding")
  }
}
