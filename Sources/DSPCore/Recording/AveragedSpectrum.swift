import RealModule
internal import VoiceMath
package import VoiceTypes

/// Mean power spectrum of the louder windows of a signal, with the spectral frame of each window:
/// one pass of transforms for the bandwidth, the noise between the harmonics and the steadiness
/// fraction.
package struct AveragedSpectrum: Sendable {
  /// Minimum windows per second: 12 Hz between bins resolves the gaps between harmonics.
  private static let windowsPerSecond = 12.0

  /// Power of a pause relative to the loudest window; −30 dB.
  private static let pause = 1e-3

  /// Maximum number of spectral frames, by a sampling stride: enough for 4 s.
  private static let mostFrames = 96

  /// Power floor relative to the strongest bin; −150 dB.
  static let leastPower = 1e-15

  /// The power of each bin; the strongest is 1.
  package let powers: [Double]

  /// The bin distance, in hertz.
  package let binWidth: Double

  /// Half of the sample rate, in hertz.
  package let nyquist: Double

  /// The spectral frames with their centre in the requested segment, in order.
  package let frames: [SpectralFrame]

  /// Half of the sample rate before an upsampling that left images, in hertz; nil without images.
  let imageEdge: Double?

  /// Averages a signal; nil for digital silence and for less than one window, about 0.1 s.
  init?(of samples: Span<Double>, at rate: Hertz, workspace: inout AnalysisWorkspace) {
    self.init(of: samples, at: rate, framesIn: 0..<0, workspace: &workspace)
  }

  /// Averages a segment of a signal, with the spectral frames centred in `range`; both in seconds.
  package init?(
    of signal: Signal, in stretch: ClosedRange<Double>, framesIn range: ClosedRange<Double>,
    workspace: inout AnalysisWorkspace
  ) {
    let grid = SampleGrid(of: signal)
    let indices = grid.indices(from: stretch.lowerBound, to: stretch.upperBound)
    let seen = grid.indices(from: range.lowerBound, to: range.upperBound)
    let first = indices.lowerBound
    self.init(
      of: signal.samples.span.extracting(indices), at: signal.sampleRate,
      framesIn: (seen.lowerBound - first)..<(seen.upperBound - first), from: grid.time(of: first),
      workspace: &workspace)
  }

  /// Averages samples, with the spectral frames centred at an index in `range`. The first sample is
  /// at `time`.
  private init?(
    of samples: Span<Double>, at rate: Hertz, framesIn range: Range<Int>, from time: Double = 0,
    workspace: inout AnalysisWorkspace
  ) {
    let rate = rate.value
    let size = PowerOfTwo.smallest(holding: Int((rate / Self.windowsPerSecond).rounded(.up)))
    let starts = Array(stride(from: 0, through: samples.count - size, by: max(1, size / 2)))
    let energies = starts.map { start in
      let row = samples.extracting(start..<(start + size))
      return Rows.product(of: row, and: row)
    }
    guard let loudest = energies.max(), loudest > 0 else { return nil }
    var pass = SpectralPass(size: size, rate: rate, workspace: &workspace)
    let near = starts.indices.filter { range.contains(starts[$0] + size / 2) }
    let every = (near.count + Self.mostFrames - 1) / Self.mostFrames
    let louder = starts.indices.filter { energies[$0] >= Self.pause * loudest }
    pass.keepsEvery =
      (louder.count + SpectralImages.mostFrames - 1) / SpectralImages.mostFrames
    for index in louder {
      let start = starts[index]
      let (row, energy) = (samples.extracting(start..<(start + size)), energies[index])
      guard let first = near.first, index <= near[near.count - 1], index >= first,
        (index - first).isMultiple(of: every)
      else {
        pass.add(row)
        continue
      }
      pass.addFrame(row, from: time + Double(start) / rate, power: energy / Double(size))
    }
    let sum = pass.sum
    guard let strongest = sum.max(), strongest > 0, strongest.isFinite else { return nil }
    powers = sum.map { max($0 / strongest, Self.leastPower) }
    binWidth = rate / Double(size)
    nyquist = 0.5 * rate
    frames = pass.spectralFrames
    imageEdge = SpectralImages.edge(in: pass.frames, binWidth: binWidth)
  }

  /// The power above a frequency relative to that of the whole spectrum without rumble.
  package func level(above frequency: Hertz) -> Decibels {
    func power(from low: Hertz) -> Double { bins(from: low.value, to: nyquist).reduce(0, +) }
    return Decibels(
      10
        * Double.log10(
          max(Self.leastPower, power(from: frequency)) / power(from: NoiseBand.lowest)))
  }

  /// The powers from one frequency to another, in hertz.
  package func bins(from low: Double, to high: Double) -> [Double] {
    let first = Int((low / binWidth).rounded())
    let end = min(powers.count, Int((high / binWidth).rounded()))
    return first < end ? Array(powers[first..<end]) : []
  }
}

/// Transforms of successive windows.
private struct SpectralPass {
  private let window: [Double]
  private let rate: Double
  private let transform: RealFFT

  private(set) var sum: [Double]
  private(set) var spectralFrames: [SpectralFrame] = []

  /// The powers of every n-th window, n being `keepsEvery`.
  private(set) var frames: [[Double]] = []
  var keepsEvery = 1
  private var count = 0

  init(size: Int, rate: Double, workspace: inout AnalysisWorkspace) {
    window = Window.hann(count: size)
    self.rate = rate
    transform = workspace.transform(ofExactly: size)
    sum = [Double](repeating: 0, count: size / 2 + 1)
  }

  mutating func add(_ row: Span<Double>) {
    guard !count.isMultiple(of: keepsEvery) else {
      _ = powers(of: row)
      return
    }
    count += 1
    load(row)
    transform.addPowers(to: &sum)
  }

  /// Adds a window and stores its spectral frame.
  mutating func addFrame(_ row: Span<Double>, from start: Double, power: Double) {
    let own = powers(of: row)
    let size = Double(window.count)
    spectralFrames.append(
      SpectralFrame(
        time: start...(start + size / rate), power: power,
        bands: MelBands.levels(of: own, binWidth: rate / size)))
  }

  /// Adds a window and returns its powers.
  private mutating func powers(of row: Span<Double>) -> [Double] {
    load(row)
    var own = [Double](repeating: 0, count: sum.count)
    transform.addPowers(to: &own)
    for bin in sum.indices { sum[bin] += own[bin] }
    if count.isMultiple(of: keepsEvery) { frames.append(own) }
    count += 1
    return own
  }

  private func load(_ row: Span<Double>) {
    transform.load(count: window.count) { frame in
      Rows.taper(row, minus: 0, by: window.span, into: &frame)
    }
  }
}
