// Precomputed FFT plans: results do not depend on timing measurements, and no run repeats the plan
// search. See the article Design.

internal import EmbeddedFiles

/// FFTW wisdom by transform size, in FFTW's text format.
package enum PrecomputedPlans {
  /// Measured plans, for frames.
  private static let measured = PlanTexts(EmbeddedFiles.plans["measured-plans.txt"])

  /// Estimated plans, for whole signals; an estimate takes as long as a transform of that size.
  private static let estimated = PlanTexts(EmbeddedFiles.plans["estimated-plans.txt"])

  /// The wisdom of real transforms of `size` samples, zero-terminated; nil for an unknown size.
  package static func wisdom(ofSize size: Int) -> [CChar]? {
    measured.text(ofSize: size) ?? estimated.text(ofSize: size)
  }
}

/// Concatenated texts, each under a heading with its size.
private struct PlanTexts {
  private static let heading = Array("size ".utf8)

  private let bytes: [UInt8]
  private let blocks: [Int: Range<Int>]

  /// Indexes the headings; a text ends at the next heading.
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

  /// The zero-terminated text of a size.
  func text(ofSize size: Int) -> [CChar]? {
    blocks[size].map { block in bytes[block].map { CChar(bitPattern: $0) } + [0] }
  }
}
