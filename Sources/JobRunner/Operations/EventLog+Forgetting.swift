// Lines of events that outlived the sessions that they tell of. The file is written anew beside itself
// and takes its own place: whoever follows it finds another file, whose lines have the numbers that they
// had, and behind them one that says that some are gone.

package import RecordStore
internal import Synchronization
internal import VoiceTypes

extension EventLog {
  /// Lines are read in parts of this many bytes [E].
  private static let partBytes = 1 << 20

  /// Removes lines of before a time that tell of sessions that are gone, or of none. What cannot be read
  /// stays.
  package func forget(
    before time: StoreTime, where isGone: (SessionID) -> Bool
  ) throws(FileSystemError) {
    try tail.withLock { tail throws(FileSystemError) in
      let known = try end(tail)
      var answers: [SessionID: Bool] = [:]
      func isForgotten(_ line: [UInt8]) -> Bool {
        guard let json = try? JSONValue.parse(line),
          let told = json["ts"]?.text.flatMap({ StoreTime($0) }), told < time
        else { return false }
        guard let session = json["session_id"]?.text.flatMap(SessionID.init) else { return true }
        let isKnownGone = answers[session] ?? isGone(session)
        answers[session] = isKnownGone
        return isKnownGone
      }
      guard try hasLine(where: isForgotten) else { return }
      tail = nil
      try rewrite(without: isForgotten, endingWith: known.sequence + 1)
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
    try files.rename(new, to: path, .replacing)
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
