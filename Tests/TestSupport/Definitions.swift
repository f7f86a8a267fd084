// Direct computations that tests compare results with. This target is optimised, and the tests are not.

/// Σ_j first[j] · second[j + lag], over the indices of both.
package func laggedSum(_ first: [Double], _ second: [Double], lag: Int) -> Double {
  let start = max(0, -lag)
  var sum = 0.0
  for index in start..<max(start, min(first.count, second.count - lag)) {
    sum += first[index] * second[index + lag]
  }
  return sum
}

/// The visible text of HTML or SVG: without tags, white space, and the contents of `title` and `desc`.
package func visibleText(of markup: some StringProtocol) -> String {
  var bytes: [UInt8] = []
  let parts = markup.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
  for (index, part) in parts.enumerated() {
    guard index > 0 else {
      bytes += part
      continue
    }
    let isHidden = part.starts(with: "title".utf8) || part.starts(with: "desc".utf8)
    guard !isHidden, let end = part.firstIndex(of: UInt8(ascii: ">")) else { continue }
    bytes += part[part.index(after: end)...]
  }
  return String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
}
