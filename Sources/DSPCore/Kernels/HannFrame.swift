import RealModule

/// Frames under a Hann window, ½ − ½ cos(2πj/(L+1)), by rotation of eight neighbouring angles at a
/// time.
package enum HannFrame {
  private typealias Eight = SIMD8<Double>

  /// The values of `stretch` times a Hann window of the same length.
  package static func windowed(_ stretch: Span<Double>) -> [Double] {
    let count = stretch.count
    let step = 2 * Double.pi / Double(count + 1)
    var (cosines, sines) = (Eight.zero, Eight.zero)
    for lane in 0..<Eight.scalarCount {
      cosines[lane] = Double.cos(step * Double(lane + 1))
      sines[lane] = Double.sin(step * Double(lane + 1))
    }
    let (turnCosine, turnSine) = (Double.cos(8 * step), Double.sin(8 * step))
    return unsafe [Double](unsafeUninitializedCapacity: count) { frame, written in
      let bytes = UnsafeMutableRawBufferPointer(frame)
      let whole = Lanes.whole(of: count)
      // Local copies stay in registers.
      var (cosines, sines) = (cosines, sines)
      for first in stride(from: 0, to: whole, by: Lanes.count) {
        // In bounds: the last of eight precedes `whole`.
        unsafe bytes.storeBytes(
          of: stretch.eight(at: first) * (0.5 - 0.5 * cosines),
          toByteOffset: first &* MemoryLayout<Double>.stride, as: Eight.self)
        (cosines, sines) = (
          cosines * turnCosine - sines * turnSine, sines * turnCosine + cosines * turnSine
        )
      }
      for index in whole..<count {
        unsafe frame[index] = stretch[index] * (0.5 - 0.5 * cosines[index - whole])
      }
      written = count
    }
  }
}
