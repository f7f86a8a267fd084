// The validation of a log: its valid lines, and the first fault.

/// The valid part of a log.
struct AuditLog {
  /// The lines before the first fault.
  private(set) var lines: [AuditLine] = []

  /// The last valid line.
  private(set) var head: AuditHead

  /// The number of bytes after the last line feed, as after a crash.
  private(set) var tornBytes = 0

  /// The number, from 1, and problem of the first invalid line.
  private(set) var fault: (line: Int, problem: String)?

  private static let lineFeed = UInt8(ascii: "\n")

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
      guard append(line, secrets) else { return }
      start = end + 1
    }
  }

  /// After a power loss a file may contain zeros at its end. No valid line contains a zero.
  private static func isTorn(_ line: [UInt8]) -> Bool { line.contains(0) }

  private mutating func append(_ bytes: [UInt8], _ secrets: StoreSecrets) -> Bool {
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

  private func problem(of line: AuditLine, _ bytes: [UInt8], _ secrets: StoreSecrets) -> String? {
    if line.sequence != head.sequence + 1 {
      return "the sequence number is \(line.sequence) instead of \(head.sequence + 1)"
    }
    if line.previous != head.hash { return "the previous hash differs" }
    if line.hash != secrets.chainHash(of: line.hashedText) { return "the hash differs" }
    // The parser ignores some differences, such as spaces. They are changes nevertheless.
    return line.bytes == bytes ? nil : "the encoding is not canonical"
  }

  /// The last head of each session in the log.
  var anchors: [SessionID: AuditAnchor] {
    lines.reduce(into: [:]) { anchors, line in
      if let anchor = line.entry.anchor { anchors[anchor.session] = anchor }
    }
  }

  /// The current hash of each document. Removed documents have no entry.
  var documents: [String: String] {
    var hashes: [String: String] = [:]
    for document in lines.flatMap(\.entry.documents) { hashes[document.name] = document.sha256 }
    return hashes
  }
}
