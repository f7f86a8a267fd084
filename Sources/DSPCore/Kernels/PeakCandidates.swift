/// Candidates for the highest interpolated maximum of the logarithms of a row, found without
/// logarithms.
enum PeakCandidates {
  /// Calls `take` with a superset of the maxima of `powers` that can be highest after parabolic
  /// interpolation of the logarithms. The `indices` must have neighbours on both sides.
  static func find(
    in powers: Span<Double>, among indices: ClosedRange<Int>, take: (Int) -> Void
  ) {
    let (first, last) = (indices.lowerBound, indices.upperBound)
    let scale = 1 / largest(of: powers, among: indices)
    let whole = first + Lanes.whole(of: indices.count)
    for start in stride(from: first, to: whole, by: Lanes.count) {
      let here = powers.eight(at: start)
      let (before, after) = (powers.eight(at: start - 1), powers.eight(at: start + 1))
      let isMaximum = (here .> before) .& (here .>= after)
      let isCandidate = isMaximum .& canExceed(scale, before, here, after)
      guard any(isCandidate) else { continue }
      for lane in 0..<Lanes.count where isCandidate[lane] { take(start + lane) }
    }
    for index in whole..<(last + 1)
    where powers[index] > powers[index - 1] && powers[index] >= powers[index + 1] {
      take(index)
    }
  }

  private static func largest(
    of powers: Span<Double>, among indices: ClosedRange<Int>
  ) -> Double {
    let (first, last) = (indices.lowerBound, indices.upperBound)
    let whole = first + Lanes.whole(of: indices.count)
    var lanes = SIMD8(repeating: powers[last])
    for start in stride(from: first, to: whole, by: Lanes.count) {
      let eight = powers.eight(at: start)
      lanes = lanes.replacing(with: eight, where: eight .> lanes)
    }
    var largest = lanes.greatest
    for index in whole..<(last + 1) { largest = max(largest, powers[index]) }
    return largest
  }

  /// Whether a parabola through the logarithms of a maximum and its neighbours can exceed the
  /// logarithm of `1 / scale`.
  ///
  /// With u and v the drops to the neighbours, the vertex rises above the middle point by (u − v)²
  /// / 8(u + v), which is at most (u + v) / 8.
  @inline(__always)
  private static func canExceed(
    _ scale: Double, _ before: SIMD8<Double>, _ here: SIMD8<Double>, _ after: SIMD8<Double>
  ) -> SIMDMask<SIMD8<Int64>> {
    let ratio = here * scale
    let square = ratio * ratio
    let fourth = square * square
    return fourth * fourth * (here * here) .> before * after
  }
}
