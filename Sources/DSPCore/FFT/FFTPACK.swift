import RealModule

/// Real transform of a power of two with the rounding errors of FFTPACK (Swarztrauber 1982,
/// "Vectorizing the FFTs"; public domain, netlib). Praat uses FFTPACK, and digital silence after a
/// low-pass consists of these errors.
///
/// The transform of x is Re 0, Re 1, Im 1, … Re n/2. Forwards and back multiplies by n.
package struct FFTPACK {
  private static let halfRoot = 0.5.squareRoot()
  private static let root = 2.0.squareRoot()

  /// Stage of the transform: `radix` parts of `count` groups of `length` values.
  private struct Stage {
    let radix: Int
    let count: Int
    let length: Int
    /// Cosine and sine of each value pair, for the parts after the first.
    let weights: [Double]

    init(radix: Int, count: Int, of size: Int) {
      (self.radix, self.count, length) = (radix, count, size / (radix * count))
      let (step, length) = (2 * Double.pi / Double(size), length)
      weights = (1..<radix).flatMap { part in
        let angle = Double(part * count) * step
        return (0..<length).map { place in
          let turn = Double(place / 2 + 1) * angle
          return place.isMultiple(of: 2) ? Double.cos(turn) : Double.sin(turn)
        }
      }
    }

    /// Place of a value in the transform of a group.
    func merged(_ place: Int, _ part: Int, _ group: Int) -> Int {
      place + length * (part + radix * group)
    }

    /// Place of a value in its part.
    func split(_ place: Int, _ group: Int, _ part: Int) -> Int {
      place + length * (group + count * part)
    }

    func weight(_ place: Int, _ part: Int) -> (Double, Double) {
      let first = (part - 1) * length + place - 2
      return (weights[first], weights[first + 1])
    }
  }

  private let stages: [Stage]

  /// Plans a transform of `size` values, a power of two.
  package init(size: Int) {
    var radices = [Int](repeating: 4, count: size.trailingZeroBitCount / 2)
    if !size.trailingZeroBitCount.isMultiple(of: 2) { radices.insert(2, at: 0) }
    var count = 1
    stages = radices.map { radix in
      defer { count *= radix }
      return Stage(radix: radix, count: count, of: size)
    }
  }

  /// The transform of real values.
  package func forwards(_ values: [Double]) -> [Double] {
    stages.reversed().reduce(values) { values, stage in
      var result = values
      for group in 0..<stage.count {
        stage.radix == 4
          ? Self.forwards4(values, group, stage, &result)
          : Self.forwards2(values, group, stage, &result)
      }
      return result
    }
  }

  /// The real values of a transform, times its size.
  package func back(_ values: [Double]) -> [Double] {
    stages.reduce(values) { values, stage in
      var result = values
      for group in 0..<stage.count {
        stage.radix == 4
          ? Self.back4(values, group, stage, &result) : Self.back2(values, group, stage, &result)
      }
      return result
    }
  }

  // MARK: - Butterflies. The order of additions and products is that of FFTPACK.

  private static func forwards4(
    _ x: [Double], _ group: Int, _ stage: Stage, _ y: inout [Double]
  ) {
    let last = stage.length - 1
    func part(_ part: Int, _ place: Int) -> Double { x[stage.split(place, group, part)] }
    let (even, odd) = (part(0, 0) + part(2, 0), part(1, 0) + part(3, 0))
    y[stage.merged(0, 0, group)] = odd + even
    y[stage.merged(last, 3, group)] = even - odd
    y[stage.merged(last, 1, group)] = part(0, 0) - part(2, 0)
    y[stage.merged(0, 2, group)] = part(3, 0) - part(1, 0)
    guard last > 0 else { return }
    for place in stride(from: 2, to: stage.length, by: 2) {
      func turned(_ part: Int) -> (re: Double, im: Double) {
        let at = stage.split(place, group, part)
        let (cosine, sine) = stage.weight(place, part)
        return (cosine * x[at - 1] + sine * x[at], cosine * x[at] - sine * x[at - 1])
      }
      let first = stage.split(place, group, 0)
      let (b, c, d) = (turned(1), turned(2), turned(3))
      let (sum, difference) = ((b.re + d.re, b.im + d.im), (d.re - b.re, b.im - d.im))
      let (outer, inner) = (
        (x[first - 1] + c.re, x[first] + c.im), (x[first - 1] - c.re, x[first] - c.im)
      )
      let mirror = stage.length - place
      y[stage.merged(place - 1, 0, group)] = sum.0 + outer.0
      y[stage.merged(mirror - 1, 3, group)] = outer.0 - sum.0
      y[stage.merged(place, 0, group)] = sum.1 + outer.1
      y[stage.merged(mirror, 3, group)] = sum.1 - outer.1
      y[stage.merged(place - 1, 2, group)] = difference.1 + inner.0
      y[stage.merged(mirror - 1, 1, group)] = inner.0 - difference.1
      y[stage.merged(place, 2, group)] = difference.0 + inner.1
      y[stage.merged(mirror, 1, group)] = difference.0 - inner.1
    }
    let im = -halfRoot * (part(1, last) + part(3, last))
    let re = halfRoot * (part(1, last) - part(3, last))
    y[stage.merged(last, 0, group)] = re + part(0, last)
    y[stage.merged(last, 2, group)] = part(0, last) - re
    y[stage.merged(0, 1, group)] = im - part(2, last)
    y[stage.merged(0, 3, group)] = im + part(2, last)
  }

  private static func forwards2(
    _ x: [Double], _ group: Int, _ stage: Stage, _ y: inout [Double]
  ) {
    let last = stage.length - 1
    let (a, b) = (x[stage.split(0, group, 0)], x[stage.split(0, group, 1)])
    y[stage.merged(0, 0, group)] = a + b
    y[stage.merged(last, 1, group)] = a - b
    guard last > 0 else { return }
    for place in stride(from: 2, to: stage.length, by: 2) {
      let (first, second) = (stage.split(place, group, 0), stage.split(place, group, 1))
      let (cosine, sine) = stage.weight(place, 1)
      let re = cosine * x[second - 1] + sine * x[second]
      let im = cosine * x[second] - sine * x[second - 1]
      let mirror = stage.length - place
      y[stage.merged(place, 0, group)] = x[first] + im
      y[stage.merged(mirror, 1, group)] = im - x[first]
      y[stage.merged(place - 1, 0, group)] = x[first - 1] + re
      y[stage.merged(mirror - 1, 1, group)] = x[first - 1] - re
    }
    y[stage.merged(0, 1, group)] = -x[stage.split(last, group, 1)]
    y[stage.merged(last, 0, group)] = x[stage.split(last, group, 0)]
  }

  private static func back4(_ x: [Double], _ group: Int, _ stage: Stage, _ y: inout [Double]) {
    let last = stage.length - 1
    let (low, high) = (x[stage.merged(0, 0, group)], x[stage.merged(last, 3, group)])
    let (second, third) = (x[stage.merged(last, 1, group)], x[stage.merged(0, 2, group)])
    let (difference, sum) = (low - high, low + high)
    y[stage.split(0, group, 0)] = sum + (second + second)
    y[stage.split(0, group, 1)] = difference - (third + third)
    y[stage.split(0, group, 2)] = sum - (second + second)
    y[stage.split(0, group, 3)] = difference + (third + third)
    guard last > 0 else { return }
    for place in stride(from: 2, to: stage.length, by: 2) {
      let mirror = stage.length - place
      let (a, d) = (stage.merged(place, 0, group), stage.merged(mirror, 3, group))
      let (b, c) = (stage.merged(mirror, 1, group), stage.merged(place, 2, group))
      let (outer, inner) = ((x[a - 1] + x[d - 1], x[a] - x[d]), (x[a - 1] - x[d - 1], x[a] + x[d]))
      let (sum, turn) = ((x[c - 1] + x[b - 1], x[c] - x[b]), (x[c] + x[b], x[c - 1] - x[b - 1]))
      y[stage.split(place - 1, group, 0)] = outer.0 + sum.0
      y[stage.split(place, group, 0)] = outer.1 + sum.1
      func turned(_ part: Int, _ re: Double, _ im: Double) {
        let (cosine, sine) = stage.weight(place, part)
        y[stage.split(place - 1, group, part)] = cosine * re - sine * im
        y[stage.split(place, group, part)] = cosine * im + sine * re
      }
      turned(1, inner.0 - turn.0, inner.1 + turn.1)
      turned(2, outer.0 - sum.0, outer.1 - sum.1)
      turned(3, inner.0 + turn.0, inner.1 - turn.1)
    }
    let (b, d) = (x[stage.merged(0, 1, group)], x[stage.merged(0, 3, group)])
    let (a, c) = (x[stage.merged(last, 0, group)], x[stage.merged(last, 2, group)])
    let (re, im) = (a - c, b + d)
    y[stage.split(last, group, 0)] = (a + c) + (a + c)
    y[stage.split(last, group, 1)] = root * (re - im)
    y[stage.split(last, group, 2)] = (d - b) + (d - b)
    y[stage.split(last, group, 3)] = -root * (re + im)
  }

  private static func back2(_ x: [Double], _ group: Int, _ stage: Stage, _ y: inout [Double]) {
    let last = stage.length - 1
    let (a, b) = (x[stage.merged(0, 0, group)], x[stage.merged(last, 1, group)])
    y[stage.split(0, group, 0)] = a + b
    y[stage.split(0, group, 1)] = a - b
    guard last > 0 else { return }
    for place in stride(from: 2, to: stage.length, by: 2) {
      let (first, second) = (
        stage.merged(place, 0, group), stage.merged(stage.length - place, 1, group)
      )
      let (cosine, sine) = stage.weight(place, 1)
      let (re, im) = (x[first - 1] - x[second - 1], x[first] + x[second])
      y[stage.split(place - 1, group, 0)] = x[first - 1] + x[second - 1]
      y[stage.split(place, group, 0)] = x[first] - x[second]
      y[stage.split(place - 1, group, 1)] = cosine * re - sine * im
      y[stage.split(place, group, 1)] = cosine * im + sine * re
    }
    let (c, d) = (x[stage.merged(last, 0, group)], x[stage.merged(0, 1, group)])
    y[stage.split(last, group, 0)] = c + c
    y[stage.split(last, group, 1)] = -(d + d)
  }
}
