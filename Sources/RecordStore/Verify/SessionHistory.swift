// The documents that a session had, line by line. A copy that was made while somebody wrote has a log
// of one moment and documents of an earlier one: each of them is a document that the session really
// had, and those that are missing came after all that are there.

internal import VoiceTypes

/// Which documents the lines of a log made valid.
struct SessionHistory {
  /// A document from a line on; nil from where it was gone.
  private struct Version {
    let line: Int
    let sha256: String?
  }

  private var versions: [String: [Version]] = [:]
  private let lastLine: Int

  init(_ lines: [AuditLine]) {
    lastLine = lines.last?.sequence ?? 0
    for line in lines {
      for document in line.entry.documents {
        versions[document.name, default: []]
          .append(Version(line: line.sequence, sha256: document.sha256))
      }
    }
  }

  /// Whether a document that is not what the log says is what it was at an earlier line, as in a copy
  /// whose log is younger than its documents.
  /// - Parameter found: The hashes of the documents that are there, by their names.
  func explains(_ name: String, among found: [String: String]) -> Bool {
    // Files that were put away change only when they are re-encrypted.
    guard !RecordStore.isFailedTag(name) else { return false }
    if let sha256 = found[name] { return line(of: sha256, named: name) != nil }
    // One that was taken out leaves others behind that are younger, or as young.
    guard let arrival = arrival(of: name) else { return false }
    let present = found.filter { !RecordStore.isFailedTag($0.key) }
    if present.isEmpty { return arrival == lastLine }
    return present.allSatisfy { other, sha256 in
      line(of: sha256, named: other).map { $0 < arrival } ?? false
    }
  }

  /// The last line that made this document valid.
  private func line(of sha256: String, named name: String) -> Int? {
    versions[name]?.last { $0.sha256 == sha256 }?.line
  }

  /// The line with which a document came that is there since.
  private func arrival(of name: String) -> Int? {
    let all = versions[name] ?? []
    let gone = all.lastIndex { $0.sha256 == nil }
    return all[(gone.map { $0 + 1 } ?? 0)...].first?.line
  }
}
