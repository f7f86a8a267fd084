// Which maxima of a row of powers can be the highest one of its logarithms, without a logarithm.

/// Maxima through which a parabola of logarithms can be the highest.
enum PeakCandidates {
  /// Calls `take` with the index of every maximum of `powers` in `indices`, which have neighbours on
  /// both sides, that can be the highest one when parabolas are laid through the logarithms; and with
  /// some that cannot.
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

  /// Whether a parabola through the logarithms of a maximum and its neighbours can reach above the
  /// logarithm of `1 / scale`.
  ///
  /// With u and v, by how much the neighbours are lower, it rises above its middle point by
  /// (u − v)² / 8(u + v), which is at most (u + v) / 8.
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
