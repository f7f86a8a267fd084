/// Counts of skipped files by kind. Only known extensions are counted by name, because others may
/// be part of a personal name.
package struct SkippedFiles: Equatable, Sendable {
  /// Reason for skipping a file.
  package enum Reason: Hashable, Sendable, Comparable {
    /// File name extension of another kind of file.
    case ending(String)
    /// Any other file.
    case otherFile
    case hidden
    case link
    case linkWithoutTarget
    /// Pipe, socket or device.
    case noFile
    case folder
  }

  /// Extensions of audio, image, text and table files that are common in folders of recordings.
  private static let endings: Set<String> = [
    "aac", "ac3", "aif", "aifc", "aiff", "amr", "au", "avi", "caf", "csv", "doc", "docx", "eaf",
    "flac", "gz",
    "htm", "html", "jpeg", "jpg", "json", "log", "m4a", "m4b", "md", "mkv", "mov", "mp2", "mp3",
    "mp4", "mpeg",
    "mpg", "nist", "ods", "oga", "ogg", "opus", "pdf", "pitch", "pitchtier", "png", "pointprocess",
    "qta",
    "raw", "rtf", "sha256", "shn", "snd", "sph", "textgrid", "tsv", "txt", "webm", "wma", "xls",
    "xlsx",
    "xml", "yaml", "yml", "zip", "3gp",
  ]

  private var counts: [Reason: Int] = [:]

  package init() {}

  /// Counts a file of another kind by its extension.
  package mutating func add(name: String) {
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    let known = ending.map { $0.lowercased() }.flatMap { Self.endings.contains($0) ? $0 : nil }
    add(known.map(Reason.ending) ?? .otherFile)
  }

  package mutating func add(_ reason: Reason) { counts[reason, default: 0] += 1 }

  package var isEmpty: Bool { counts.isEmpty }

  /// Number of files.
  package var count: Int { counts.values.reduce(0, +) }

  /// Whether links, pipes or devices were skipped, which may be recordings.
  package var needsAttention: Bool { counts.keys.contains { [.link, .noFile].contains($0) } }

  /// Kinds with their counts, such as `3 .mp3, 1 other file, 2 links`.
  package var text: String {
    counts.sorted { $0.key < $1.key }.map { reason, count in
      let plural = count == 1 ? "" : "s"
      return switch reason {
      case .ending(let ending): "\(count) .\(ending)"
      case .otherFile: "\(count) other file\(plural)"
      case .hidden: "\(count) hidden"
      case .link: "\(count) link\(plural)"
      case .linkWithoutTarget: "\(count) link\(plural) without a target"
      case .noFile: "\(count) pipe\(plural) or device\(plural)"
      case .folder: "\(count) folder\(plural)"
      }
    }.joined(separator: ", ")
  }
}
