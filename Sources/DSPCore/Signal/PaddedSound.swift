// A whole sound between zeros, and its spectrum: made once for all that is filtered out of it.

import VoiceTypes

/// The spectrum of a sound behind `padding` zeros, in a transform of a power of two. It is gone with the
/// next use of the transform's other spectrum.
package struct PaddedSound {
  /// Zeros around the sound, against what a periodic spectrum carries from one end to the other.
  static let padding = 1000

  /// The size of the transform.
  package var size: Int { transform.size }

  /// The transform whose other spectrum is that of the sound.
  private let transform: RealFFT

  /// Number of samples of the sound.
  private let count: Int

  /// Where the sound lies in the transform.
  private var places: Range<Int> { Self.padding..<(Self.padding + count) }

  /// The size of the transform of so many samples.
  static func size(for count: Int) -> Int { PowerOfTwo.smallest(holding: count + 2 * padding) }

  /// Transforms a sound.
  package init(of samples: [Double], workspace: inout AnalysisWorkspace) {
    count = samples.count
    transform = workspace.transform(ofExactly: Self.size(for: count))
    transform.load(samples.span, behind: Self.padding)
    transform.transformOther()
  }

  /// Calls `read` with the sound without what lies in its spectrum from each of `ends` on, in order.
  /// Places are those of a packed spectrum: of bin k > 0 the real part is 2k and the imaginary part
  /// 2k + 1, counted from one; bin 0 is place 1.
  func lowPassed(to ends: [Int], read: (Span<Double>) -> Void) {
    for end in ends {
      // Bin k lies at 2k and 2k + 1: one before its place.
      keep(upTo: max(0, min(end, size) - 1))
      transform.transformBack()
      transform.readSamples { read($0.extracting(places)) }
    }
  }

  /// Writes `|X_k|² · scale` of the transform of what is left of the sound after its bins were multiplied
  /// by a gain, which is 1 from a bin on, to `size / 2 + 1` values.
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

  /// Copies the first `count` parts of the spectrum, over its size; zeros follow.
  private func keep(upTo count: Int) {
    // A size that is a power of two can be divided by before the transform back without a rounding.
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
