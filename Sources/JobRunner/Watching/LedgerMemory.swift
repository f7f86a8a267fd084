// What the memory of an inbox holds while the program runs.

internal import RecordStore
internal import VoiceTypes

/// A file as the memory of an inbox knows it.
struct LedgerEntry: Equatable {
  /// What the file was.
  enum Kind: String {
    case recording
    case companion
  }

  /// The keyed hash of its path from the inbox.
  let name: String

  /// That of what it shares with others of its name.
  let stem: String

  let kind: Kind
  let stamp: FileStamp
  let session: SessionID

  init(name: String, stem: String, kind: Kind, _ stamp: FileStamp, _ session: SessionID) {
    self.name = name
    self.stem = stem
    self.kind = kind
    self.stamp = stamp
    self.session = session
  }

  init(_ entry: InboxLedger.Entry, naming: (String) -> String) {
    let path = entry.path
    let isRecording = RecordingName.fits(path)
    self.init(
      name: naming(path), stem: naming(InboxNames.stem(of: path)),
      kind: isRecording ? .recording : .companion, entry.stamp, entry.session)
  }
}

/// Files that were taken, in the order in which they were.
struct LedgerMemory {
  fileprivate struct Place {
    let number: Int
    let entry: LedgerEntry
    /// Whether its time to be forgotten comes.
    var isPast = false
  }

  /// Files that left the inbox, or were replaced in it, are remembered for what may still be told of
  /// them [E].
  private static let mostPast = 1000

  private let keeps: AudioPolicy
  private var byName: [String: [Place]] = [:]
  private var namesOfStem: [String: Set<String>] = [:]
  private var past = Queue<(name: String, number: Int)>()
  private var pathsFound: [String: String] = [:]
  private var numbers = 0

  private(set) var count = 0

  /// The lines of its file.
  var lines = 0

  init(keeping keeps: AudioPolicy) { self.keeps = keeps }

  /// Whether its file has many more lines than it needs.
  var isLong: Bool { lines > 2 * (count + Self.mostPast) }

  /// Whether it has many more files than were seen in this run.
  var holdsUnseen: Bool { count > pathsFound.count + 2 * Self.mostPast }

  /// The paths of files that were seen in this run, by their names here.
  var foundPaths: [String: String] { pathsFound }

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
    // One that stays in the inbox is past only when another takes its place.
    if keeps == .keep { makePast(entry.name) }
    byName[entry.name, default: []].append(Place(number: numbers, entry: entry))
    namesOfStem[entry.stem, default: []].insert(entry.name)
    if keeps != .keep { makePast(entry.name) }
    forgetOldest()
  }

  /// Notes that a file is in the inbox.
  mutating func found(_ path: String, known name: String) {
    if keeps == .keep, byName[name] != nil { pathsFound[name] = path }
  }

  mutating func forget(_ session: SessionID, at name: String) {
    remove(name) { $0.entry.session == session }
  }

  /// Forgets files that are no longer there, and those that were not seen since the start.
  mutating func forgetGone(_ gone: Set<String>) {
    // In the order in which they came, so that the oldest are forgotten and not any.
    let left = byName.filter { pathsFound[$0.key] == nil || gone.contains($0.key) }
      .map { (name: $0.key, number: $0.value.last?.number ?? 0) }
    for (name, _) in left.sorted(by: { $0.number < $1.number }) {
      makePast(name)
      pathsFound[name] = nil
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
    // Its name is one of its stem as long as it is known.
    guard kept.isEmpty, let stem = places.first?.entry.stem else { return }
    namesOfStem[stem]?.remove(name)
    if namesOfStem[stem]?.isEmpty ?? false { namesOfStem[stem] = nil }
    pathsFound[name] = nil
  }
}

extension Sequence<LedgerMemory.Place> {
  /// In the order in which they came.
  fileprivate var ordered: [LedgerEntry] { sorted { $0.number < $1.number }.map(\.entry) }
}
