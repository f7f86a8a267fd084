// The two sums and the one step of Burg's method, over whole rows of prediction errors.

/// Forward and backward prediction errors of a frame.
struct PredictionErrors {
  private typealias Eight = SIMD8<Double>

  /// f[n], and b[n − 1]: both rows are aligned so that equal places belong together.
  private var forward: [Double] = []
  private var backward: [Double] = []
  private var count = 0

  /// Before any prediction both errors are the frame itself.
  mutating func start(with frame: [Double]) {
    count = frame.count - 1
    forward.removeAll(keepingCapacity: true)
    backward.removeAll(keepingCapacity: true)
    forward.append(contentsOf: frame.dropFirst())
    backward.append(contentsOf: frame.dropLast())
  }

  /// 2 Σ f[n] b[n − 1] / Σ (f[n]² + b[n − 1]²); nil when nothing is left to predict.
  func reflection() -> Double? {
    var (products, energies) = (Eight.zero, Eight.zero)
    let whole = count - count % Eight.scalarCount
    unsafe forward.withUnsafeBytes { forward in
      unsafe backward.withUnsafeBytes { backward in
        for index in stride(from: 0, to: whole, by: Eight.scalarCount) {
          // In bounds: the last of eight lies before `whole`.
          let offset = index * MemoryLayout<Double>.stride
          let ahead = unsafe forward.loadUnaligned(fromByteOffset: offset, as: Eight.self)
          let behind = unsafe backward.loadUnaligned(fromByteOffset: offset, as: Eight.self)
          products += ahead * behind
          energies += ahead * ahead + behind * behind
        }
      }
    }
    var (product, energy) = (products.sum(), energies.sum())
    for index in whole..<count {
      product += forward[index] * backward[index]
      energy += forward[index] * forward[index] + backward[index] * backward[index]
    }
    return energy > 0 ? 2 * product / energy : nil
  }

  /// f[n] − k b[n − 1] and b[n − 1] − k f[n], one place shorter: the first f and the last b go.
  mutating func advance(by reflection: Double) {
    let last = count - 1
    unsafe forward.withUnsafeMutableBufferPointer { forward in
      unsafe backward.withUnsafeMutableBufferPointer { backward in
        guard last >= 0 else { return }
        // In bounds: both rows have at least `count` values. The next b[n − 1] is this b at one
        // place less, the next f at one place more, so that both move to the front.
        for index in 0..<last {
          let (ahead, behind) = unsafe (forward[index], backward[index])
          let nextAhead = unsafe forward[index &+ 1] - reflection * backward[index &+ 1]
          unsafe backward[index] = behind - reflection * ahead
          unsafe forward[index] = nextAhead
        }
      }
    }
    count = max(0, last)
  }
}
