// All changes of a recording, as made by the runner.

import TestSupport
import VoiceTypes

@testable import RecordStore

/// Whether a store has a key.
enum StoreKind: CaseIterable, Sendable {
  case open
  case encrypted

  var key: StoreKeys? {
    self == .open ? nil : StoreKeys(bytes: [UInt8](repeating: 7, count: 32))
  }
}

extension StoreKind {
  /// An empty store in memory, or in a new file.
  func store(_ clock: any StoreClock = FixedClock(), at path: String? = nil) throws -> RecordStore {
    let database = try path.map { try SQLiteDatabase(at: $0, for: .writing) } ?? SQLiteDatabase()
    return try RecordStore(database, tenant: "a", keys: key, login: "test", clock: clock)
  }
}

extension RecordStore {
  func purge(_ session: SessionID) throws(StoreError) {
    _ = try purge(.sessions([session]), reason: "r", .forGood)
  }

  /// The quarantined files with their bytes.
  func failures() throws(StoreError) -> [(report: FailureReport, bytes: [UInt8])] {
    var found: [(report: FailureReport, bytes: [UInt8])] = []
    for report in try failureReports() { found.append((report, try failedBytes(report) ?? [])) }
    return found
  }
}

/// A recording that is claimed, analysed, archived and filed.
struct SessionLife: Sendable {
  let id: SessionID
  let root: String
  let kind: StoreKind
  var clock = FixedClock()
  var fileSystem: any FileSystem = POSIXFileSystem()
  let audio = (0..<2000).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) }
  var answers = Array(#"{"user_id":"anna@example.org","age":34}"#.utf8)
  var name = "Größe 1\n☃.wav"
  var userID: String? = "anna@example.org"
  var recordedAt: String? = "2025-12-31T09:00:00+01:00"

  init(_ root: String, _ kind: StoreKind = .open, number: Int = 1) {
    self.root = root
    self.kind = kind
    let digits = String(number, radix: 16)
    let tail = String(repeating: "0", count: 12 - digits.count) + digits
    guard let id = SessionID("aaaaaaaa-bbbb-4ccc-8ddd-\(tail)") else {
      preconditionFailure("the id is a UUID")
    }
    self.id = id
  }

  var quick: [UInt8] { results(.quick) }
  var computed: [UInt8] { results(.comprehensive) }

  /// A results document without values.
  private func results(_ tier: Tier) -> [UInt8] {
    var facts = RecordingFacts(name: recording.name)
    facts.sha256 = recording.sha256
    let findings = Findings(
      pitchRange: .praatStandard, pitchRangeRule: .fixed,
      segment: Segment(start: 0, end: 10, rule: .whole),
      signalType: SignalType(type: nil, reasons: []),
      biomarkers: Biomarkers(unsetBecause: .numericOverflow))
    let document = ResultsDocument(
      analysisID: "1", tier: tier, recording: facts, quality: RecordingQualityReport(checks: []),
      outcome: .complete(findings),
      provenance: Provenance(
        version: "0.5.0", preset: .clinical, settings: [:],
        settingsSHA256: String(repeating: "5", count: 64), libraries: [:]),
      run: RunFacts(
        analyzedAt: "2026-01-01T00:00:00Z", decodeMilliseconds: 1, analysisMilliseconds: 1,
        totalMilliseconds: 2))
    return document.json.fileBytes
  }

  var audioSHA256: String { StoreSecrets.sha256(of: audio) }

  var recording: StoredRecording {
    StoredRecording(name: name, sha256: audioSHA256, sizeBytes: audio.count, durationSeconds: 10)
  }

  func options(_ access: StoreAccess = .writing) -> StoreOptions {
    var options = StoreOptions(access, actor: "test", clock: clock, fileSystem: fileSystem)
    options.keys = kind.key
    return options
  }

  func open(_ access: StoreAccess = .writing) throws(StoreError) -> RecordStore {
    try RecordStore(at: root, options(access))
  }

  func header(in store: RecordStore) -> SessionHeader {
    var header = SessionHeader(
      recording: recording, settingsSHA256: String(repeating: "5", count: 64), version: "0.5.0")
    header.user = userID.map(store.userHash)
    header.context = "clinic"
    header.reference = "visit \(id.text.suffix(2))"
    header.recordedAt = recordedAt
    header.consent = ["research": true]
    header.identity = store.identity(
      IdentityFacts(
        audioSHA256: recording.sha256, userID: userID, settingsSHA256: "5", version: "0.5.0"))
    return header
  }

  /// The changes of the session in order.
  func changes(in store: RecordStore) -> [SessionChange] {
    [
      SessionChange(
        "claimed", header: header(in: store), state: StateRecord(.claimed),
        documents: [.answers: answers]),
      SessionChange("analysed", state: StateRecord(.quickDone), documents: [.quick: quick]),
      SessionChange(
        "analysed", state: StateRecord(.comprehensiveDone), documents: [.computed: computed]),
      SessionChange("archived", documents: [.audio: audio]),
      SessionChange("state", state: StateRecord(.filed)),
    ]
  }

  /// Applies all changes. Can be repeated after an error.
  func live(in store: RecordStore) throws(StoreError) {
    let session = try store.session(id)
    guard try session.state()?.state != .filed else { return }
    for change in changes(in: store) { try session.commit(change) }
  }
}
