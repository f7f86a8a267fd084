// Lines of events that outlived the sessions that they tell of. The file is written anew beside itself
// and takes its own place: whoever follows it finds another file, whose lines have the numbers that they
// had, and behind them one that says that some are gone.

package import RecordStore
internal import Synchronization
internal import VoiceTypes

extension EventLog {
  /// Lines are read in parts of this many bytes [E].
  private static let partBytes = 1 << 20

  /// Removes lines of before a time that tell of sessions that are gone, or of none. What cannot be
  /// read stays.
  package func forget(
    before time: StoreTime, where isGone: @escaping (SessionID) -> Bool
  ) throws(FileSystemError) {
    var gone = Answers(isGone)
    try forget { line in
      guard let told = line["ts"]?.text.flatMap({ StoreTime($0) }), told < time else {
        return false
      }
      guard let session = Self.session(of: line) else { return true }
      return gone.holds(for: session)
    }
  }

  /// Removes what was told of sessions that were purged, however young it is, but for the line that
  /// tells of the purge.
  package func forget(
    purged wasPurged: @escaping (SessionID) -> Bool
  ) throws(FileSystemError) {
    var purged = Answers(wasPurged)
    try forget { line in
      guard let session = Self.session(of: line), line["event"]?.text != WatchEvent.purged.rawValue
      else { return false }
      return purged.holds(for: session)
    }
  }

  private static func session(of line: JSONValue) -> SessionID? {
    line["session_id"]?.text.flatMap(SessionID.init)
  }

  private func forget(where isMeant: (JSONValue) -> Bool) throws(FileSystemError) {
    guard try files.facts(of: path) != nil else { return }
    func isForgotten(_ line: [UInt8]) -> Bool {
      (try? JSONValue.parse(line)).map(isMeant) ?? false
    }
    try alone { tail throws(FileSystemError) in
      guard try hasLine(where: isForgotten) else { return }
      let last = try end(tail).sequence
      tail = nil
      try rewrite(without: isForgotten, endingWith: last + 1)
    }
  }

  private func hasLine(where isMeant: ([UInt8]) -> Bool) throws(FileSystemError) -> Bool {
    var isFound = false
    try forEachPart { lines throws(FileSystemError) in
      isFound = isFound || lines.contains(where: isMeant)
    }
    return isFound
  }

  private func rewrite(
    without isForgotten: ([UInt8]) -> Bool, endingWith sequence: Int
  ) throws(FileSystemError) {
    let new = path + ".new"
    try files.removeIfThere(new)
    try files.create(new, [])
    try forEachPart { lines throws(FileSystemError) in
      let kept = lines.filter { !isForgotten($0) }
      try files.append(kept.flatMap { $0 + [Self.lineFeed] }, to: new)
    }
    let line = EventLine(
      sequence: sequence, time: timestamp(), event: .eventsForgotten, isEnding: false,
      facts: EventFacts(nil))
    try files.append(line.bytes, to: new)
    try files.synchronizeFile(new)
    try files.settle(new, at: path, in: FileName.folder(of: path))
  }

  /// Hands out the lines of the file, part by part; a torn one at its end is the last line.
  private func forEachPart(
    _ take: ([[UInt8]]) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    let size = try files.facts(of: path)?.size ?? 0
    var rest: [UInt8] = []
    var offset = 0
    while offset < size {
      let count = min(Self.partBytes, size - offset)
      rest += try files.read(path, from: offset, count: count)
      offset += count
      guard let end = rest.lastIndex(of: Self.lineFeed) else { continue }
      try take(rest[..<end].split(separator: Self.lineFeed).map(Array.init))
      rest = Array(rest[(end + 1)...])
    }
    if !rest.isEmpty { try take([rest]) }
  }
}

/// What was answered of each session; a store is asked once.
private struct Answers {
  private let ask: (SessionID) -> Bool
  private var known: [SessionID: Bool] = [:]

  init(_ ask: @escaping (SessionID) -> Bool) { self.ask = ask }

  mutating func holds(for session: SessionID) -> Bool {
    let answer = known[session] ?? ask(session)
    known[session] = answer
    return answer
  }
}
