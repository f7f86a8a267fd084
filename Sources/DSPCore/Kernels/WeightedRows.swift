// Every sum is computed from scratch: a running sum would keep the rounding of loud frames.

/// Weighted sums over rows, the two averages of a cepstrogram.
package enum WeightedRows {
  private typealias Eight = SIMD8<Double>

  /// Required divisor of the row length.
  package static let alignment = Eight.scalarCount

  /// Row of a table with its weight.
  package struct Term {
    package let start: Int
    package let weight: Double

    package init(start: Int, weight: Double) {
      self.start = start
      self.weight = weight
    }
  }

  /// `Σ weight · table[start ..< start + sums.count]` over the terms.
  package static func write(
    _ terms: [Term], of table: [Double], into sums: inout [Double]
  ) {
    let count = sums.count
    precondition(
      count % alignment == 0
        && terms.allSatisfy { $0.start >= 0 && $0.start + count <= table.count },
      "the rows are inside the table")
    unsafe terms.withUnsafeBufferPointer { terms in
      unsafe table.withUnsafeBytes { source in
        unsafe sums.withUnsafeMutableBytes { target in
          for index in stride(from: 0, to: count, by: alignment) {
            var sum = Eight.zero
            for place in 0..<terms.count {
              // In bounds by precondition.
              let term = unsafe terms[place]
              sum += term.weight * (unsafe eight(source, at: term.start &+ index))
            }
            unsafe target.storeBytes(
              of: sum, toByteOffset: index &* MemoryLayout<Double>.stride, as: Eight.self)
          }
        }
      }
    }
  }

  /// Symmetric mean: the middle value and `reach - 1` values on either side count once, the next
  /// `edge` times, the next after that `outer` times; all over `total`.
  package struct Shape: Equatable {
    let reach: Int
    let edge: Double
    let outer: Double
    let total: Double

    package init(reach: Int, edge: Double, outer: Double, total: Double) {
      precondition(reach > 0, "the half-width of the mean is positive")
      self.reach = reach
      self.edge = edge
      self.outer = outer
      self.total = total
    }

    /// Whether the window spans ten steps.
    fileprivate var spansTenSteps: Bool { reach == 5 && edge == 0.5 && outer == 0 }
  }

  /// Writes the mean of `shape` over rows of a table that begin at `starts`, in the order of time,
  /// outermost rows included.
  package static func write(
    _ shape: Shape, ofRowsAt starts: [Int], of table: [Double], into means: inout [Double]
  ) {
    WideRows.mean(shape, ofRowsAt: starts, of: table, into: &means)
  }

  /// Writes means of `shape` around the indices `first...` of `row`, eight at a time, while all
  /// needed values exist.
  /// - Returns: The first index that was not written.
  package static func smooth(
    _ row: Span<Double>, shape: Shape, from first: Int, into means: inout [Double]
  ) -> Int {
    let margin = shape.reach + 1
    precondition(first >= margin && row.count <= means.count, "all values of the first mean exist")
    if shape.spansTenSteps {
      return smoothOverTenSteps(row, from: first, into: &means, shape: shape)
    }
    let end = row.count - margin - alignment
    let scale = 1 / shape.total
    var place = first
    unsafe row.withUnsafeBytes { source in
      unsafe means.withUnsafeMutableBytes { target in
        while place <= end {
          // In bounds: place − margin >= 0 and place + margin + 8 <= count.
          var sum = unsafe eight(source, at: place)
          for offset in 1..<shape.reach {
            sum += unsafe eight(source, at: place &- offset) + eight(source, at: place &+ offset)
          }
          sum +=
            shape.edge
            * (unsafe eight(source, at: place &- shape.reach)
              + eight(source, at: place &+ shape.reach))
          if shape.outer != 0 {
            sum +=
              shape.outer
              * (unsafe eight(source, at: place &- margin) + eight(source, at: place &+ margin))
          }
          unsafe target.storeBytes(
            of: sum * scale, toByteOffset: place &* MemoryLayout<Double>.stride, as: Eight.self)
          place &+= alignment
        }
      }
    }
    return place
  }

  /// Smooths with the window of ten steps. Five of its eleven values are at an even distance from
  /// the middle, six at an odd distance, the outermost two with half weight. With W the sum of five
  /// pairs of neighbours and S the halves of two successive sums, two means are W + ½ (S + the next
  /// S).
  private static func smoothOverTenSteps(
    _ row: Span<Double>, from first: Int, into means: inout [Double], shape: Shape
  ) -> Int {
    let scale = 1 / shape.total
    let end = row.count - shape.reach - 3
    guard first <= end else { return first }
    var place = first
    unsafe row.withUnsafeBytes { source in
      unsafe means.withUnsafeMutableBytes { target in
        // In bounds: first − 6 >= 0 and place + 7 < count.
        let ahead = (0..<6).map { unsafe two(source, at: first - 6 + 2 * $0) }
        var value = ahead[5]
        var (older, old) = (ahead[2] + ahead[3], ahead[3] + ahead[4])
        var new = ahead[4] + ahead[5]
        var last = (ahead[0] + ahead[1]) + older + ahead[4]
        var sum = (ahead[1] + ahead[2]) + old + ahead[5]
        var mixed = SIMD2(last[1], sum[0])
        last = sum
        while place <= end {
          let next = unsafe two(source, at: place &+ 6)
          sum = older + new + next
          let nextMixed = SIMD2(last[1], sum[0])
          unsafe target.storeBytes(
            of: (last + 0.5 * (mixed + nextMixed)) * scale,
            toByteOffset: place &* MemoryLayout<Double>.stride, as: SIMD2<Double>.self)
          (older, old, new) = (old, new, value + next)
          (value, last, mixed) = (next, sum, nextMixed)
          place &+= 2
        }
      }
    }
    return place
  }

  @inline(__always)
  private static func two(_ bytes: UnsafeRawBufferPointer, at index: Int) -> SIMD2<Double> {
    unsafe bytes.loadUnaligned(
      fromByteOffset: index &* MemoryLayout<Double>.stride, as: SIMD2<Double>.self)
  }

  @inline(__always)
  private static func eight(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Eight {
    unsafe bytes.loadUnaligned(
      fromByteOffset: index &* MemoryLayout<Double>.stride, as: Eight.self)
  }
}
