// Reading a log back: the lines that hold together, and what stops them from going on.

/// A log as far as it holds together.
struct AuditLog {
  /// The lines up to the first fault.
  private(set) var lines: [AuditLine] = []

  /// Where they end.
  private(set) var head: AuditHead

  /// Bytes behind the last line end: what a crash tore off.
  private(set) var tornBytes = 0

  /// The first line that does not hold: its number from 1, and why.
  private(set) var fault: (line: Int, problem: String)?

  private static let lineFeed = UInt8(ascii: "\n")

  /// Reads a log whose first line follows `seed`.
  init(_ bytes: [UInt8], seed: AuditHead, _ secrets: StoreSecrets) {
    head = seed
    var start = 0
    while start < bytes.count {
      guard let end = bytes[start...].firstIndex(of: Self.lineFeed) else {
        tornBytes = bytes.count - start
        return
      }
      let line = Array(bytes[start...end])
      if end == bytes.count - 1, Self.isTorn(line) {
        tornBytes = line.count
        return
      }
      guard take(line, secrets) else { return }
      start = end + 1
    }
  }

  /// A file that grew before its bytes reached the device reads as zeros there; no line holds one.
  private static func isTorn(_ line: [UInt8]) -> Bool { line.contains(0) }

  private mutating func take(_ bytes: [UInt8], _ secrets: StoreSecrets) -> Bool {
    do {
      let line = try AuditLine(parsing: Array(bytes.dropLast()), file: "audit.log")
      if let problem = problem(of: line, bytes, secrets) {
        fault = (lines.count + 1, problem)
        return false
      }
      lines.append(line)
      head = line.head
      return true
    } catch {
      fault = (lines.count + 1, error.description)
      return false
    }
  }

  private func problem(
    of line: AuditLine, _ bytes: [UInt8], _ secrets: StoreSecrets
  ) -> String? {
    if line.sequence != head.sequence + 1 {
      return "the sequence number is \(line.sequence) instead of \(head.sequence + 1)"
    }
    if line.previous != head.hash { return "the previous hash differs" }
    if line.hash != secrets.chainHash(of: line.hashedText) { return "the hash differs" }
    // A change that reading forgives, such as a space, is one all the same.
    return line.bytes == bytes ? nil : "the encoding is not canonical"
  }

  /// The last head of each session that the log holds.
  var anchors: [SessionID: AuditAnchor] {
    lines.reduce(into: [:]) { anchors, line in
      if let anchor = line.entry.anchor { anchors[anchor.session] = anchor }
    }
  }

  /// The hash of each document by the last line that names it; no entry for one that was removed.
  var documents: [String: String] {
    var hashes: [String: String] = [:]
    for document in lines.flatMap(\.entry.documents) { hashes[document.name] = document.sha256 }
    return hashes
  }
}
