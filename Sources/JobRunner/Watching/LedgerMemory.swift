internal import RecordStore
internal import VoiceTypes

/// A file in the ledger.
struct LedgerEntry: Equatable {
  enum Kind: String {
    case recording
    case companion
  }

  /// The keyed hash of its path relative to the inbox.
  let name: String

  /// The keyed hash of its path without the ending.
  let stem: String

  let kind: Kind
  let stamp: FileStamp
  let session: SessionID

}

extension LedgerEntry {
  init(_ entry: InboxLedger.Entry, naming: (String) -> String) {
    self.init(
      name: naming(entry.path), stem: naming(InboxNames.stem(of: entry.path)),
      kind: RecordingName.fits(entry.path) ? .recording : .companion, stamp: entry.stamp,
      session: entry.session)
  }
}

/// The ledger in memory, in the order of claims.
struct LedgerMemory {
  fileprivate struct Place {
    let number: Int
    let entry: LedgerEntry
    /// Whether it is queued for removal.
    var isPast = false
  }

  /// Files that left the inbox or were replaced; their late sidecars may still arrive [E].
  private static let mostPast = 1000

  private let keeps: AudioPolicy
  private var byName: [String: [Place]] = [:]
  private var namesOfStem: [String: Set<String>] = [:]
  private var past = Queue<(name: String, number: Int)>()
  /// The paths that this run found, by hash.
  private(set) var foundPaths: [String: String] = [:]
  private var numbers = 0
  private(set) var count = 0

  /// The lines of the file.
  var lines = 0

  init(keeping keeps: AudioPolicy) { self.keeps = keeps }

  /// Whether the file has many more lines than entries.
  var isLong: Bool { lines > 2 * (count + Self.mostPast) }

  /// Whether there are many more entries than files that this run found.
  var holdsUnseen: Bool { count > foundPaths.count + 2 * Self.mostPast }

  var names: [String] { Array(byName.keys) }
  var entries: [LedgerEntry] { byName.values.joined().ordered }
  var latestSessions: [SessionID] { byName.values.compactMap { $0.last?.entry.session } }

  func latest(of name: String) -> LedgerEntry? { byName[name]?.last?.entry }

  func recordings(at name: String) -> [LedgerEntry] {
    (byName[name] ?? []).ordered.filter { $0.kind == .recording }
  }

  func recordings(ofStem stem: String) -> [LedgerEntry] {
    (namesOfStem[stem] ?? []).flatMap { byName[$0] ?? [] }.ordered
      .filter { $0.kind == .recording }
  }

  // MARK: - Changes

  mutating func remember(_ entry: LedgerEntry) {
    numbers += 1
    var places = byName[entry.name] ?? []
    if places.last?.entry.session == entry.session { places.removeLast() } else { count += 1 }
    byName[entry.name] = places
    // A file that stays in the inbox becomes past only when another one replaces it.
    if keeps == .keep { makePast(entry.name) }
    byName[entry.name, default: []].append(Place(number: numbers, entry: entry))
    namesOfStem[entry.stem, default: []].insert(entry.name)
    if keeps != .keep { makePast(entry.name) }
    forgetOldest()
  }

  mutating func found(_ path: String, known name: String) {
    if keeps == .keep, byName[name] != nil { foundPaths[name] = path }
  }

  mutating func forget(_ session: SessionID, at name: String) {
    remove(name) { $0.entry.session == session }
  }

  /// Removes files that are gone, and those not found since the start.
  mutating func forgetGone(_ gone: Set<String>) {
    // Oldest first, so that the oldest are removed.
    let left = byName.filter { foundPaths[$0.key] == nil || gone.contains($0.key) }
      .map { (name: $0.key, number: $0.value.last?.number ?? 0) }
    for (name, _) in left.sorted(by: { $0.number < $1.number }) {
      makePast(name)
      foundPaths[name] = nil
    }
    forgetOldest()
  }

  private mutating func makePast(_ name: String) {
    guard let last = byName[name]?.indices.last, let place = byName[name]?[last], !place.isPast
    else { return }
    byName[name]?[last].isPast = true
    past.append((name, place.number))
  }

  private mutating func forgetOldest() {
    while past.count > Self.mostPast, let oldest = past.popFirst() {
      remove(oldest.name) { $0.number == oldest.number }
    }
  }

  private mutating func remove(_ name: String, where isMeant: (Place) -> Bool) {
    guard let places = byName[name] else { return }
    let kept = places.filter { !isMeant($0) }
    count -= places.count - kept.count
    byName[name] = kept.isEmpty ? nil : kept
    // The stem keeps a name as long as the name has an entry.
    guard kept.isEmpty, let stem = places.first?.entry.stem else { return }
    namesOfStem[stem]?.remove(name)
    if namesOfStem[stem]?.isEmpty ?? false { namesOfStem[stem] = nil }
    foundPaths[name] = nil
  }
}

extension Sequence<LedgerMemory.Place> {
  /// In the order of claims.
  fileprivate var ordered: [LedgerEntry] { sorted { $0.number < $1.number }.map(\.entry) }
}

/// Encodes and decodes lines of `ledger.ndjson`.
enum LedgerLine {
  private static let schema = "sagevoice/ledger/2"

  /// Up to version 0.5.1 with the plain path.
  private static let schemaWithNames = "sagevoice/ledger/1"

  static func json(of entry: LedgerEntry) -> JSONValue {
    [
      "schema": .string(schema), "name": .string(entry.name), "stem": .string(entry.stem),
      "kind": .string(entry.kind.rawValue), "session_id": .string(entry.session.text),
      "device": .string(String(entry.stamp.device)), "inode": .string(String(entry.stamp.inode)),
      "size_bytes": .int(entry.stamp.size), "modified_ns": .int(Int(entry.stamp.modified)),
    ]
  }

  /// The entry of a line, and whether the line has a plain path; nil for a truncated line.
  static func entry(
    in line: [UInt8], naming: (String) -> String
  ) -> (entry: LedgerEntry, isNamed: Bool)? {
    guard let json = try? JSONValue.parse(line), let stamp = stamp(in: json),
      let session = json["session_id"]?.text.flatMap(SessionID.init)
    else { return nil }
    switch json["schema"]?.text {
    case schemaWithNames:
      guard let path = json["path"]?.text else { return nil }
      let entry = InboxLedger.Entry(path: path, stamp: stamp, session: session)
      return (LedgerEntry(entry, naming: naming), true)
    case schema:
      guard let name = json["name"]?.text, let stem = json["stem"]?.text,
        let kind = json["kind"]?.text.flatMap(LedgerEntry.Kind.init(rawValue:))
      else { return nil }
      return (
        LedgerEntry(name: name, stem: stem, kind: kind, stamp: stamp, session: session), false
      )
    default: return nil
    }
  }

  private static func stamp(in json: JSONValue) -> FileStamp? {
    guard let device = json["device"]?.text.flatMap({ UInt64($0) }),
      let inode = json["inode"]?.text.flatMap({ UInt64($0) }),
      case .int(let size) = json["size_bytes"], case .int(let modified) = json["modified_ns"]
    else { return nil }
    return FileStamp(device: device, inode: inode, size: size, modified: Int64(modified))
  }
}
