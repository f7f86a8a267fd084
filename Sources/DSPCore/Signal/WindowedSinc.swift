internal import RealModule

/// Low-pass filters by a sinc under a Hamming window.
enum WindowedSinc {
  /// The weights of a filter of sum 1 with `half` weights on either side of the middle and a cut-off
  /// in cycles per sample.
  static func lowPass(half: Int, edge: Double) -> [Double] {
    let weights = (-half...half).map { place -> Double in
      guard place != 0 else { return 2 * edge }
      let x = Double(place)
      let window = 0.54 + 0.46 * Double.cos(.pi * x / Double(half))
      return window * Double.sin(2 * .pi * edge * x) / (.pi * x)
    }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }
}
