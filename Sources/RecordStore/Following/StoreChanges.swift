// Which sessions changed, for programs that only look. Every change of a session has a line in the
// log of the store, which is read on from where it was read before; nobody who writes waits for
// that.

internal import VoiceTypes

/// Where somebody is who follows the log of a store.
package struct StoreLogPlace: Sendable, Equatable {
  /// Bytes from the start, at the start of a line.
  fileprivate var offset: Int

  /// The line before, by which it is seen that the log goes on from there.
  fileprivate var before: [UInt8] = []
}

extension RecordStore {
  /// Bytes of the log that are read at a time [E].
  private static let mostChangeBytes = 1 << 16

  private static let lineFeed = UInt8(ascii: "\n")

  /// The end of the log as it is now.
  package func logEnd() throws(StoreError) -> StoreLogPlace {
    let size = try disk.facts(of: layout.auditLog)?.size ?? 0
    var place = StoreLogPlace(offset: max(0, size - Self.mostChangeBytes))
    _ = try nextLines(of: &place)
    return place
  }

  /// The sessions that the next lines name, each once, in their order; none at the end of the log.
  /// The place moves on behind those lines.
  package func changes(since place: inout StoreLogPlace) throws(StoreError) -> [SessionID] {
    while true {
      let lines = try nextLines(of: &place)
      if lines.isEmpty { return [] }
      var found: [SessionID] = []
      for line in lines {
        for session in Self.sessions(in: Array(line)) where !found.contains(session) {
          found.append(session)
        }
      }
      // Lines of no session are not the end of the log.
      if !found.isEmpty { return found }
    }
  }

  /// The lines behind a place, as many as are read at a time.
  private func nextLines(
    of place: inout StoreLogPlace
  ) throws(StoreError) -> [ArraySlice<UInt8>] {
    let before = place.before
    let bytes = try logBytes(
      from: place.offset - before.count, count: before.count + Self.mostChangeBytes)
    guard bytes.starts(with: before) else {
      // A line that could not be made durable was cut: what stands there now is read again.
      let end = min(place.offset, try disk.facts(of: layout.auditLog)?.size ?? 0)
      place = StoreLogPlace(offset: max(0, end - Self.mostChangeBytes))
      return try nextLines(of: &place)
    }
    let new = bytes[before.count...]
    guard let end = new.lastIndex(of: Self.lineFeed) else {
      // Longer than any line of ours.
      if new.count == Self.mostChangeBytes {
        place = StoreLogPlace(offset: place.offset + new.count)
        return [new]
      }
      return []
    }
    let lines = new[..<end].split(separator: Self.lineFeed)
    place.offset += end + 1 - before.count
    place.before = Array(new[(lines.last?.startIndex ?? end)...end])
    return lines
  }

  private func logBytes(from offset: Int, count: Int) throws(StoreError) -> [UInt8] {
    guard try disk.facts(of: layout.auditLog) != nil else { return [] }
    return try disk.run { files throws(FileSystemError) in
      try files.read(layout.auditLog, from: offset, count: count)
    }
  }

  /// The session whose log got a line, or those that a purge took.
  private static func sessions(in line: [UInt8]) -> [SessionID] {
    guard let json = try? JSONValue.parse(line) else { return [] }
    if case .string(let text)? = json["anchor"]?["session_id"] {
      return [SessionID(text)].compactMap(\.self)
    }
    guard case .object(let documents)? = json["documents"] else { return [] }
    return documents.compactMap { Tombstone.session(named: $0.key) }
  }
}
