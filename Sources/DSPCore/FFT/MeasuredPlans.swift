// How to run transforms, found out with a stopwatch once and carried along since, so that no run
// depends on a stopwatch of its own. See Decision 6.

/// FFTW's wisdom by size of transform, as text that FFTW reads.
package enum MeasuredPlans {
  private static let heading = Array("size ".utf8)
  private static let text = PackageResources.measured_plans_txt
  private static let blocks = findBlocks()

  /// What is known of real transforms of `size` samples, with a zero at the end; nil for a size that
  /// was not measured.
  package static func wisdom(ofSize size: Int) -> [CChar]? {
    blocks[size].map { block in text[block].map { CChar(bitPattern: $0) } + [0] }
  }

  /// Each size has a heading; its text goes up to the next.
  private static func findBlocks() -> [Int: Range<Int>] {
    var blocks: [Int: Range<Int>] = [:]
    var current: (size: Int, start: Int)?
    var line = 0
    while line < text.count {
      let end = text[line...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      if text[line..<end].starts(with: heading) {
        if let current { blocks[current.size] = current.start..<line }
        let digits = text[(line + heading.count)..<end]
        current = Int(String(decoding: digits, as: UTF8.self)).map {
          ($0, min(end + 1, text.count))
        }
      }
      line = end + 1
    }
    if let current { blocks[current.size] = current.start..<text.count }
    return blocks
  }
}
