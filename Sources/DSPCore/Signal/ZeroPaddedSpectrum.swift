import VoiceTypes

/// Zero-padded spectrum of a signal after `padding` zeros, in a transform of a power of two, shared
/// by several filters. The next use of the transform's other spectrum overwrites it.
package struct ZeroPaddedSpectrum {
  /// Zeros on either side of the signal, against circular wrap-around.
  static let padding = 1000

  /// The size of the transform.
  package var size: Int { transform.size }

  /// The transform whose other spectrum is that of the signal.
  private let transform: RealFFT

  /// Number of samples of the signal.
  private let count: Int

  /// The sample range of the signal in the transform.
  private var places: Range<Int> { Self.padding..<(Self.padding + count) }

  /// The transform size for `count` samples.
  static func size(for count: Int) -> Int { PowerOfTwo.smallest(holding: count + 2 * padding) }

  /// Transforms a signal.
  package init(of samples: [Double], workspace: inout AnalysisWorkspace) {
    count = samples.count
    transform = workspace.transform(ofExactly: Self.size(for: count))
    transform.load(samples.span, behind: Self.padding)
    transform.transformOther()
  }

  /// Use of the spectrum after the last low-pass.
  enum LaterUse { case some, none }

  /// Calls `read` with the signal low-passed at each of `ends`, in order. Ends are indices of a
  /// packed spectrum: for bin k > 0 the real part is 2k and the imaginary part 2k + 1, counted from
  /// one; bin 0 is index 1.
  func lowPassed(to ends: [Int], laterUse: LaterUse, read: (Span<Double>) -> Void) {
    for (place, end) in ends.enumerated() {
      // Bin k is at 2k and 2k + 1: one before its packed index.
      let count = max(0, min(end, size) - 1)
      if laterUse == .none, place == ends.count - 1 {
        cut(after: count)
      } else {
        keep(upTo: count)
      }
      transform.transformBack()
      transform.readSamples { read($0.extracting(places)) }
    }
  }

  /// As `keep(upTo:)`, without a copy; the spectrum is lost.
  private func cut(after count: Int) {
    let scale = 1 / Double(size)
    transform.exchangeSpectra()
    transform.writeSpectrum { parts in
      for place in 0..<count { parts[place] *= scale }
      for place in count..<parts.count { parts[place] = 0 }
    }
  }

  /// Writes `|X_k|² · scale` of the transform of the filtered signal to `size / 2 + 1` values; the
  /// gain is 1 from `bin` on.
  func writePowers(
    after gain: (_ bin: Int) -> Double, unityFrom bin: Int, times scale: Double,
    into powers: inout [Double]
  ) {
    keep(upTo: size + 2)
    transform.writeSpectrum { parts in
      for index in 0..<max(0, min(bin, size / 2 + 1)) {
        let gain = gain(index)
        parts[2 * index] *= gain
        parts[2 * index + 1] *= gain
      }
    }
    transform.transformBack()
    transform.load(count: places.upperBound) { row in
      for place in 0..<Self.padding { row[place] = 0 }
    }
    transform.writePowers(times: scale, into: &powers)
  }

  /// Copies the first `count` parts of the spectrum, divided by the size, and zeros the rest.
  private func keep(upTo count: Int) {
    // Division by a power of two is exact, so it may precede the inverse transform.
    let scale = 1 / Double(size)
    let whole = Lanes.whole(of: count)
    transform.readOther { source in
      transform.writeSpectrum { target in
        for place in stride(from: 0, to: whole, by: Lanes.count) {
          target.set(source.eight(at: place) * scale, at: place)
        }
        for place in whole..<count { target[place] = source[place] * scale }
        for place in count..<target.count { target[place] = 0 }
      }
    }
  }
}
