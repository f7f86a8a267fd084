// The end of a log, read without the rest of it: enough to go on writing. Whether the rest holds is
// for `verify` to find.

/// The last line of a log.
struct AuditTail {
  /// Where the log ends, without what is torn off.
  let head: AuditHead

  /// The last line; nil of an empty log, or of one whose last line cannot be read.
  let line: AuditLine?

  private static let lineFeed = UInt8(ascii: "\n")

  init(head: AuditHead, line: AuditLine?) {
    self.head = head
    self.line = line
  }

  /// Reads the last whole line of bytes that start at `offset` of a log; nil when it does not
  /// start within them, or does not hold.
  init?(_ bytes: [UInt8], from offset: Int, _ secrets: StoreSecrets) {
    guard var end = bytes.lastIndex(of: Self.lineFeed) else { return nil }
    var start = Self.start(ofLineEndingAt: end, in: bytes)
    // A line of zeros at the end is what a crash leaves of one that was never written.
    if let first = start, bytes[first...end].contains(0) {
      guard first > 0 else { return nil }
      end = first - 1
      start = Self.start(ofLineEndingAt: end, in: bytes)
    }
    guard let start, start > 0 || offset == 0 else { return nil }
    let text = Array(bytes[start..<end])
    guard let line = try? AuditLine(parsing: text, file: "audit.log"),
      line.hash == secrets.chainHash(of: line.hashedText)
    else { return nil }
    self.line = line
    head = line.head(length: offset + end + 1)
  }

  /// The end of a log whose last line does not hold: the chain goes on behind it, so that nothing
  /// is lost, and `verify` finds the break.
  init(unsound bytes: [UInt8], seed: AuditHead, _ secrets: StoreSecrets) {
    let lines = bytes.split(separator: Self.lineFeed, omittingEmptySubsequences: false)
    let whole = lines.dropLast()
    line = nil
    guard let last = whole.last else {
      head = seed
      return
    }
    let text = String(decoding: last, as: UTF8.self)
    head = AuditHead(
      sequence: whole.count, hash: secrets.chainHash(of: text),
      length: bytes.count - (lines.last?.count ?? 0))
  }

  private static func start(ofLineEndingAt end: Int, in bytes: [UInt8]) -> Int? {
    guard let before = bytes[..<end].lastIndex(of: lineFeed) else { return 0 }
    return before + 1
  }
}
