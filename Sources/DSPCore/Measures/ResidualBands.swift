// The envelopes of the bands of a residual, in two ways: in full, two transforms as long as the residual
// for each band; and in as few samples as hold a band, to see which correlations are worth the other.
// The few samples are exact, but there are too few of them for what is quick in an envelope.

import RealModule
import VoiceMath
import VoiceTypes

/// The bands of the residual of a voice, from `GlottalToNoiseExcitation.middles` by its steps.
package struct ResidualBands {
  /// The envelope of a band, without its mean.
  package struct Envelope {
    /// Its values at all samples.
    package let values: [Double]

    /// The root of its energy.
    package let norm: Double

    init(_ values: [Double]) {
      let mean = Statistics.mean(values) ?? 0
      let centred = values.map { $0 - mean }
      self.values = centred
      norm = Rows.product(of: centred.span, and: centred.span).squareRoot()
    }

    /// `Σ values[t] · other[t + lag]` over both norms.
    package func correlation(with other: Envelope, lag: Int) -> Double {
      let (early, late) = lag < 0 ? (other, self) : (self, other)
      guard lag.magnitude < values.count else { return 0 }
      let product = Rows.product(
        of: early.values.span.extracting(..<(values.count - abs(lag))),
        and: late.values.span.extracting(abs(lag)...))
      return norm > 0 && other.norm > 0 ? product / norm / other.norm : product
    }
  }

  /// Of the transform of all samples, so much is left for a first sight of the envelopes: the fewest of
  /// those that FFTW likes at which no more than the quickest hundredth of them is lost [E].
  private static let roughShare = (of: 3, in: 16)

  /// Transforms from this size on are shortened: a residual of 0.4 s and more.
  private static let leastShortened = 8192

  /// Over so many hertz two spectra are multiplied as if a lag turned them alike.
  private static let pieceWidth = 4.0

  private let transform: RealFFT
  private let shorter: RealFFT
  private let length: Int
  private let bands: [ClosedRange<Int>]

  /// The bands of `residual`, whose envelopes have `length` samples.
  package init(of residual: [Double], length: Int, workspace: inout AnalysisWorkspace) {
    let transform = workspace.transform(ofExactly: PowerOfTwo.smallest(holding: residual.count))
    transform.keepSpectrum(of: residual)
    self.transform = transform
    self.length = length
    shorter =
      transform.size < Self.leastShortened
      ? transform
      : workspace.transform(ofExactly: transform.size / Self.roughShare.in * Self.roughShare.of)
    let (binWidth, half) = (
      Self.binWidth(of: transform), 0.5 * GlottalToNoiseExcitation.width.value
    )
    bands = Self.middles.map { middle in
      let low = max(1, Int(((middle - half) / binWidth).rounded(.up)))
      return low...min(transform.size / 2 - 1, Int(((middle + half) / binWidth).rounded(.down)))
    }
  }

  private static let middles = Array(
    stride(
      from: GlottalToNoiseExcitation.middles.lowerBound.value,
      through: GlottalToNoiseExcitation.middles.upperBound.value,
      by: GlottalToNoiseExcitation.step.value))

  private static func binWidth(of transform: RealFFT) -> Double {
    GlottalToNoiseExcitation.rate.value / Double(transform.size)
  }

  /// Whether a first sight costs less than all of them in full.
  package var isLong: Bool { transform.size >= Self.leastShortened }

  /// How many bands there are.
  package var count: Int { bands.count }

  /// The envelope of a band in full.
  package func envelope(of band: Int) -> Envelope {
    let binWidth = Self.binWidth(of: transform)
    let weights = bands[band].map { bin in
      0.5 + 0.5
        * Double.cos(
          2 * .pi * (Double(bin) * binWidth - Self.middles[band])
            / GlottalToNoiseExcitation.width.value)
    }
    var values = [Double](repeating: 0, count: min(length, transform.size))
    transform.writeEnvelope(
      ofBinsFrom: bands[band].lowerBound, of: transform, times: weights, into: &values)
    return Envelope(values + Array(repeating: 0, count: length - values.count))
  }

  /// The correlations of each pair at the lags −3 … 3, seven after seven, by their first sight.
  package func roughCorrelations(of pairs: [(row: Int, column: Int)]) -> [Double] {
    let binWidth = Self.binWidth(of: transform)
    var spectra = CrossSpectra(
      rows: count, bins: shorter.size / 2, pieceBins: Int(Self.pieceWidth / binWidth))
    let curves = RaisedCosines(bins: transform.size / 2, binWidth: binWidth)
    let places = min(length, transform.size)
    var values = [Double](
      repeating: 0, count: (places * shorter.size + transform.size - 1) / transform.size)
    for band in bands.indices {
      shorter.writeEnvelope(
        ofBinsFrom: bands[band].lowerBound, of: transform,
        times: curves.weights(around: Self.middles[band], in: bands[band]), into: &values)
      let envelope = Envelope(values)
      shorter.spectrum(of: envelope.values) { parts in
        // A spectrum has each frequency twice, and a transform multiplies energies by its size.
        let energy = 0.5 * Double(shorter.size) * envelope.norm * envelope.norm
        spectra.set(band, to: parts, times: energy > 0 ? 1 / energy.squareRoot() : 0)
      }
    }
    return spectra.correlations(of: pairs, turn: 2 * .pi / Double(transform.size))
  }
}

/// ½ + ½ cos(2π(f − middle)/width) for many middles, out of one cosine and one sine per frequency.
private struct RaisedCosines {
  private let cosines: [Double]
  private let sines: [Double]

  init(bins: Int, binWidth: Double) {
    let angles = (0..<bins).map { bin in Self.angle(of: Double(bin) * binWidth) }
    cosines = angles.map { 0.5 * Double.cos($0) }
    sines = angles.map { 0.5 * Double.sin($0) }
  }

  private static func angle(of frequency: Double) -> Double {
    2 * .pi * frequency / GlottalToNoiseExcitation.width.value
  }

  func weights(around middle: Double, in band: ClosedRange<Int>) -> [Double] {
    let (cosine, sine) = (Double.cos(Self.angle(of: middle)), Double.sin(Self.angle(of: middle)))
    return band.map { 0.5 + cosines[$0] * cosine + sines[$0] * sine }
  }
}
