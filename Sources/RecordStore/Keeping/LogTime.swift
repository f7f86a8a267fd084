// How much time has passed for a store, whatever its clocks said. A clock that is put right, or wrong,
// jumps from one line of the store's log to the next; what a jump skips did not pass, and is taken off
// again. So a session ages by the time that grew from line to line since it came.

internal import VoiceTypes

/// The time of a store: its clock without the jumps.
struct LogTime: Sendable, Equatable {
  /// A jump of the clock between two lines.
  struct Jump: Sendable, Equatable {
    /// The line behind it.
    var sequence: Int
    /// By how much it went on, or back when negative.
    var milliseconds: Int64
  }

  /// A pause between two lines that is longer is not known to have passed: a store is looked at every
  /// day, and is at rest over a weekend [E].
  static let longestPauseMilliseconds: Int64 = 3 * 86_400_000

  /// The line up to which the log was followed.
  var sequence = 0

  /// The bytes up to its end.
  var length = 0

  /// What that line says; nil before the first.
  var last: StoreTime?

  /// All jumps so far.
  var jumps: [Jump] = []

  /// Goes on by a line.
  mutating func follow(_ line: AuditLine, ending length: Int) {
    let time = line.entry.time
    if let last {
      let pause = time.milliseconds - last.milliseconds
      if abs(pause) > Self.longestPauseMilliseconds {
        jumps.append(Jump(sequence: line.sequence, milliseconds: pause))
      }
    }
    (sequence, self.length, last) = (line.sequence, length, time)
  }

  /// A time by the clock of the lines from `sequence` on, as it would be without the jumps.
  func steady(_ time: StoreTime, at sequence: Int) -> StoreTime {
    let skipped = jumps.reduce(into: Int64(0)) { sum, jump in
      if jump.sequence <= sequence { sum += jump.milliseconds }
    }
    return StoreTime(milliseconds: time.milliseconds - skipped)
  }

  /// A time by the clock of the newest line.
  func steady(_ time: StoreTime) -> StoreTime { steady(time, at: sequence) }
}

extension RecordStore {
  /// Lines are read in parts of this many bytes [E].
  private static let partBytes = 1 << 20

  /// Follows the log of the store to its end.
  /// - Returns: Nil when the log does not go on where it was left; then it is followed anew.
  func followLog(_ start: LogTime) throws(StoreError) -> LogTime? {
    var time = start
    let size = try disk.facts(of: layout.auditLog)?.size ?? 0
    guard size >= start.length else { return nil }
    var rest: [UInt8] = []
    var offset = start.length
    while offset < size {
      let count = min(Self.partBytes, size - offset)
      let position = offset
      rest += try disk.run { files throws(FileSystemError) in
        try files.read(layout.auditLog, from: position, count: count)
      }
      offset += count
      guard let left = Self.follow(rest, &time) else { return nil }
      rest = left
    }
    return time
  }

  /// Follows the whole lines among bytes; what is behind them, or nil when a line is not what comes
  /// next.
  private static func follow(_ bytes: [UInt8], _ time: inout LogTime) -> [UInt8]? {
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let text = Array(bytes[start..<end])
      start = end + 1
      let length = time.length + text.count + 1
      guard let line = try? AuditLine(parsing: text, file: "audit.log") else {
        // `verify` reports it; no time is told by it.
        time.length = length
        continue
      }
      guard line.sequence > time.sequence else { return nil }
      time.follow(line, ending: length)
    }
    return Array(bytes[start...])
  }
}
