// How to run transforms, found out once and carried along since, so that no run depends on a
// stopwatch of its own, and none searches again for what is known. See Decision 6.

internal import EmbeddedFiles

/// FFTW's wisdom by size of transform, as text that FFTW reads.
package enum CarriedPlans {
  /// Of frames: found with a stopwatch.
  private static let measured = PlanTexts(EmbeddedFiles.plans["measured-plans.txt"])

  /// Of whole sounds: what FFTW estimates, which takes it as long to find as to carry out.
  private static let estimated = PlanTexts(EmbeddedFiles.plans["estimated-plans.txt"])

  /// What is known of real transforms of `size` samples, with a zero at the end; nil for a size that
  /// nothing is known of.
  package static func wisdom(ofSize size: Int) -> [CChar]? {
    measured.text(ofSize: size) ?? estimated.text(ofSize: size)
  }
}

/// Texts one after the other, each under a heading with its size.
private struct PlanTexts {
  private static let heading = Array("size ".utf8)

  private let bytes: [UInt8]
  private let blocks: [Int: Range<Int>]

  /// Finds the headings; the text of a size goes up to the next.
  init(_ bytes: [UInt8]) {
    var blocks: [Int: Range<Int>] = [:]
    var current: (size: Int, start: Int)?
    var line = 0
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if bytes[line..<end].starts(with: Self.heading) {
        if let current { blocks[current.size] = current.start..<line }
        let digits = bytes[(line + Self.heading.count)..<end]
        current = Int(String(decoding: digits, as: UTF8.self)).map {
          ($0, min(end + 1, bytes.count))
        }
      }
      line = end + 1
    }
    if let current { blocks[current.size] = current.start..<bytes.count }
    self.bytes = bytes
    self.blocks = blocks
  }

  /// The text of a size with a zero at the end.
  func text(ofSize size: Int) -> [CChar]? {
    blocks[size].map { block in bytes[block].map { CChar(bitPattern: $0) } + [0] }
  }
}
