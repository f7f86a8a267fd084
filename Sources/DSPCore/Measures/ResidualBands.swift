import RealModule
import VoiceTypes

/// Band envelopes of the residual of a voice, at the bands of `GlottalToNoiseExcitation`.
///
/// There are exact envelopes, with two full-length transforms per band, and rough ones in few
/// samples, which select the correlations worth an exact computation. The few samples are exact,
/// but too few for fast changes of an envelope.
package struct ResidualBands {
  /// Envelope of a band, less its mean.
  package struct Envelope {
    /// The values at all samples.
    package let values: [Double]

    /// The square root of the energy.
    package let norm: Double

    init(_ values: [Double]) {
      let mean = Rows.sum(of: values.span) / Double(max(1, values.count))
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

  /// Fraction of the transform size for rough envelopes: the smallest fast FFTW size that loses at
  /// most the fastest hundredth of them [E].
  private static let roughShare = (of: 3, in: 16)

  /// The minimum transform size for rough envelopes: a residual of 0.4 s or more.
  private static let leastShortened = 8192

  /// Width in hertz over which a lag is assumed to rotate two spectra equally.
  private static let pieceWidth = 4.0

  private let transform: RealFFT
  private let shorter: RealFFT
  private let length: Int
  private let bands: [ClosedRange<Int>]

  /// Creates the bands of `residual`, whose envelopes have `length` samples.
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

  /// Whether the rough pass is cheaper than all exact envelopes.
  package var isLong: Bool { transform.size >= Self.leastShortened }

  /// Number of bands.
  package var count: Int { bands.count }

  /// The exact envelope of a band.
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

  /// The correlations of each pair at the lags −3 … 3, seven per pair, from rough envelopes.
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

/// ½ + ½ cos(2π(f − middle)/width) for many centres, from one cosine and one sine per frequency.
private struct RaisedCosines {
  /// Frequencies per step of the coarse angles.
  private static let block = 128

  private var cosines: [Double] = []
  private var sines: [Double] = []

  /// Computes the angles of `bins` frequencies as sums of a coarse and a fine angle.
  init(bins: Int, binWidth: Double) {
    let fine = (0..<Self.block).map { Self.turn(Double($0) * binWidth) }
    cosines.reserveCapacity(bins + Self.block)
    sines.reserveCapacity(bins + Self.block)
    for start in stride(from: 0, to: bins, by: Self.block) {
      let coarse = Self.turn(Double(start) * binWidth)
      cosines += fine.map { 0.5 * (coarse.cosine * $0.cosine - coarse.sine * $0.sine) }
      sines += fine.map { 0.5 * (coarse.sine * $0.cosine + coarse.cosine * $0.sine) }
    }
  }

  private static func turn(_ frequency: Double) -> (cosine: Double, sine: Double) {
    let angle = 2 * .pi * frequency / GlottalToNoiseExcitation.width.value
    return (Double.cos(angle), Double.sin(angle))
  }

  func weights(around middle: Double, in band: ClosedRange<Int>) -> [Double] {
    let turn = Self.turn(middle)
    return band.map { 0.5 + cosines[$0] * turn.cosine + sines[$0] * turn.sine }
  }
}
