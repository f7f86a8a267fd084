// Correlations by way of FFTW, in double precision.
//
// Plans are made with FFTW_ESTIMATE, which takes plans that it is told of and estimates otherwise. It
// never measures: that was seen to change the last bits of a result from run to run,
// and a document must not depend on a stopwatch.

internal import CFFTW
import Synchronization

/// A real transform of one size with its own plans and buffers; owned by one worker.
///
/// Memory safety: every buffer has `size` doubles or `bins` complex numbers, every loop below
/// runs over at most that many, and `deinit` frees what `init` made.
@safe
package final class RealFFT {
  /// FFTW's planner is not thread-safe; executing plans is. It has been told what is known of these
  /// sizes.
  private static let planner = Mutex<Set<Int>>([])

  /// The version of the linked library, out of a name such as `fftw-3.3.10-sse2-avx`.
  static var linkedVersion: String {
    let name = unsafe String(cString: sagevoice_fftw_version())
    let parts = name.split(separator: "-")
    return parts.count > 1 ? String(parts[1]) : name
  }

  /// Number of real samples.
  package let size: Int

  /// Number of frequencies from zero to Nyquist.
  var bins: Int { size / 2 + 1 }

  let samples: UnsafeMutablePointer<Double>
  let spectrum: UnsafeMutablePointer<fftw_complex>
  let otherSpectrum: UnsafeMutablePointer<fftw_complex>
  private let forward: fftw_plan
  private let forwardOther: fftw_plan
  private let inverse: fftw_plan

  /// Plans transforms of `size` real samples.
  package init(size: Int) {
    precondition(size > 0 && size <= Int(Int32.max), "a transform has a positive 32-bit size")
    let bins = size / 2 + 1
    guard
      let samples = unsafe fftw_alloc_real(size),
      let spectrum = unsafe fftw_alloc_complex(bins),
      let otherSpectrum = unsafe fftw_alloc_complex(bins)
    else { preconditionFailure("no memory for a transform of \(size) samples") }
    let count = Int32(size)
    self.size = size
    unsafe self.samples = samples
    unsafe self.spectrum = spectrum
    unsafe self.otherSpectrum = otherSpectrum
    Self.tellPlanner(ofSize: size)
    unsafe forward = Self.plan {
      unsafe fftw_plan_dft_r2c_1d(count, samples, spectrum, FFTW_ESTIMATE)
    }
    unsafe forwardOther = Self.plan {
      unsafe fftw_plan_dft_r2c_1d(count, samples, otherSpectrum, FFTW_ESTIMATE)
    }
    unsafe inverse = Self.plan {
      unsafe fftw_plan_dft_c2r_1d(count, spectrum, samples, FFTW_ESTIMATE)
    }
  }

  /// Lets FFTW know what is known of a size, once.
  private static func tellPlanner(ofSize size: Int) {
    planner.withLock { known in
      guard known.insert(size).inserted, let wisdom = CarriedPlans.wisdom(ofSize: size) else {
        return
      }
      // The text ends with a zero. Another FFTW or processor refuses it and estimates.
      _ = unsafe fftw_import_wisdom_from_string(wisdom)
    }
  }

  /// Makes one plan at a time: who needs a small one waits for one large one, not for three.
  private static func plan(_ make: () -> fftw_plan?) -> fftw_plan {
    var plan: fftw_plan?
    planner.withLock { _ in unsafe plan = make() }
    guard let plan = unsafe plan else { preconditionFailure("FFTW has no plan for a transform") }
    return unsafe plan
  }

  deinit {
    Self.planner.withLock { _ in
      unsafe fftw_destroy_plan(forward)
      unsafe fftw_destroy_plan(forwardOther)
      unsafe fftw_destroy_plan(inverse)
    }
    unsafe fftw_free(samples)
    unsafe fftw_free(spectrum)
    unsafe fftw_free(otherSpectrum)
  }

  /// From the samples to their spectrum.
  func transform() { unsafe fftw_execute(forward) }

  /// From the samples to the other spectrum.
  func transformOther() { unsafe fftw_execute(forwardOther) }

  /// From the spectrum, which is lost, to samples times `size`.
  func transformBack() { unsafe fftw_execute(inverse) }

  /// Linear autocorrelation of `segment` at the lags 0 ..< `lags.count`, times `size`.
  ///
  /// No lag is wrapped around as long as `segment.count + lags.count - 1 <= size`; beyond that, lag
  /// l has lag `size − l` on top.
  package func autocorrelate(_ segment: [Double], into lags: inout [Double]) {
    load(segment.span)
    autocorrelateSamples()
    store(lags.count, into: &lags)
  }

  /// Turns what was loaded into its circular autocorrelation, times `size`.
  ///
  /// Memory safety: the spectrum has `2 · bins` parts.
  func autocorrelateSamples() {
    transform()
    let parts = unsafe UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Double.self)
    var spectrum = unsafe MutableSpan(_unsafeStart: parts, count: 2 * bins)
    Powers.replace(&spectrum)
    transformBack()
  }

  /// Linear cross-correlation of `template` with the stretches of `row` of its length,
  /// `Σ_j template[j] · row[j + lag]`, at the lags 0 ..< `lagCount`, times `size`.
  ///
  /// No lag is wrapped around as long as `row.count <= size` and
  /// `template.count + lagCount - 1 <= size`.
  package func crossCorrelate(
    _ template: Span<Double>, with row: Span<Double>, lagCount: Int,
    into lags: inout [Double]
  ) {
    crossCorrelate(template, with: row, lagCount: lagCount) { found in
      var target = lags.mutableSpan
      for lag in found.indices { target[lag] = found[lag] }
    }
  }

  /// The same for `read` to look at where it arises.
  ///
  /// Memory safety: `lagCount` samples lie inside the buffer by the precondition.
  func crossCorrelate(
    _ template: Span<Double>, with row: Span<Double>, lagCount: Int, read: (Span<Double>) -> Void
  ) {
    precondition(
      row.count <= size && template.count + lagCount - 1 <= size, "the lags would wrap around")
    load(template)
    transformOther()
    load(row)
    transform()
    for bin in 0..<bins {
      let (a, b) = unsafe (otherSpectrum[bin], spectrum[bin])
      unsafe spectrum[bin] = (a.0 * b.0 + a.1 * b.1, a.0 * b.1 - a.1 * b.0)
    }
    transformBack()
    read(unsafe Span(_unsafeStart: samples, count: lagCount))
  }

  /// Copies all values, which fit, and fills up with zeros.
  private func load(_ values: Span<Double>) {
    precondition(values.count <= size, "the values fit into their transform")
    unsafe values.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe samples.update(from: start, count: source.count)
    }
    unsafe (samples + values.count).update(repeating: 0, count: size - values.count)
  }

  /// Copies the first `count` samples into the first places of `values`.
  private func store(_ count: Int, into values: inout [Double]) {
    precondition(count <= size && count <= values.count, "as many samples and places")
    var target = values.mutableSpan
    for index in 0..<count {
      unsafe target[index] = samples[index]
    }
  }
}

// MARK: - Spectra

extension RealFFT {
  /// `|X_k|² · scale` of the transform X of `values`, zero-padded, at the frequencies from 0 to
  /// Nyquist.
  func powerSpectrum(of values: [Double], times scale: Double) -> [Double] {
    load(values.span)
    transform()
    return powers(times: scale)
  }

  /// The same for `filter(values, gain: gain)`.
  func powerSpectrum(
    of values: [Double], times scale: Double, after gain: (_ bin: Int) -> Double
  ) -> [Double] {
    multiplySpectrum(of: values, by: gain)
    for index in values.count..<size {
      unsafe samples[index] = 0
    }
    transform()
    return powers(times: scale)
  }

  /// `values`, zero-padded, after every bin of their spectrum was multiplied by a real gain; the
  /// padding is cut off again.
  func filter(_ values: [Double], gain: (_ bin: Int) -> Double) -> [Double] {
    multiplySpectrum(of: values, by: gain)
    return unsafe Array(UnsafeBufferPointer(start: samples, count: values.count))
  }

  /// Adds `|X_k|²` of the transform X of the samples that were loaded, at the frequencies from 0 to
  /// Nyquist, to as many values.
  ///
  /// Memory safety: the spectrum has `2 · bins` parts.
  func addPowers(to sums: inout [Double]) {
    precondition(sums.count == bins, "every bin has its sum")
    transform()
    let parts = unsafe UnsafeRawPointer(spectrum).assumingMemoryBound(to: Double.self)
    var target = sums.mutableSpan
    Powers.add(unsafe Span(_unsafeStart: parts, count: 2 * bins), to: &target)
  }

  /// Memory safety: the loop runs over the bins.
  private func powers(times scale: Double) -> [Double] {
    (0..<bins).map { bin in
      let value = unsafe spectrum[bin]
      return (value.0 * value.0 + value.1 * value.1) * scale
    }
  }

  /// Leaves filtered samples, and something in the padding.
  ///
  /// Memory safety: the values fit by precondition, the loop runs over the bins.
  private func multiplySpectrum(of values: [Double], by gain: (_ bin: Int) -> Double) {
    load(values.span)
    transform()
    // A transform and its inverse multiply by the size.
    let scale = 1 / Double(size)
    for bin in 0..<bins {
      let value = unsafe spectrum[bin]
      let factor = scale * gain(bin)
      unsafe spectrum[bin] = (value.0 * factor, value.1 * factor)
    }
    transformBack()
  }
}

// MARK: - Cepstra

extension RealFFT {
  /// Writes `(unit · Σ_k ln(|X_k|² · factor + floor) e^{+2πijk/size})²` over all bins of X, the
  /// transform of `(stretch − its mean) · taper`, at the quefrencies from 0 to `size / 2`, of two
  /// stretches into `rows` from two starts on.
  ///
  /// Memory safety: stretches are checked to fit; the other spectrum has room for two rows of `bins`.
  func powerCepstra(
    of stretches: (Span<Double>, Span<Double>), by recipe: CepstrumRecipe,
    into rows: inout [Double], from starts: (even: Int, odd: Int)
  ) {
    let first = unsafe UnsafeMutableRawPointer(otherSpectrum).assumingMemoryBound(to: Double.self)
    let second = unsafe first + bins
    unsafe writeLogarithms(of: stretches.0, by: recipe, into: first)
    unsafe writeLogarithms(of: stretches.1, by: recipe, into: second)
    let a = unsafe Span(_unsafeStart: first, count: bins)
    let b = unsafe Span(_unsafeStart: second, count: bins)
    guard CepstrumPair.isLevel(a) || CepstrumPair.isLevel(b) else {
      return transform((a, b), by: recipe.pair, into: &rows, from: starts)
    }
    transform((a, a), by: recipe.pair, into: &rows, from: (starts.even, starts.even))
    transform((b, b), by: recipe.pair, into: &rows, from: (starts.odd, starts.odd))
  }

  /// Memory safety: `logarithms` has room for `bins` values, the spectrum for `2 · bins`.
  private func writeLogarithms(
    of stretch: Span<Double>, by recipe: CepstrumRecipe,
    into logarithms: UnsafeMutablePointer<Double>
  ) {
    var frame = unsafe MutableSpan(_unsafeStart: samples, count: size)
    Taper.write(stretch, window: recipe.taper.span, into: &frame)
    transform()
    let parts = unsafe UnsafeRawPointer(spectrum).assumingMemoryBound(to: Double.self)
    var target = unsafe MutableSpan(_unsafeStart: logarithms, count: bins)
    LogPowerSpectrum.write(
      of: unsafe Span(_unsafeStart: parts, count: 2 * bins), scale: recipe.power, into: &target)
  }

  private func transform(
    _ logarithms: (Span<Double>, Span<Double>), by pair: CepstrumPair,
    into rows: inout [Double], from starts: (even: Int, odd: Int)
  ) {
    let parts = unsafe UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Double.self)
    var target = unsafe MutableSpan(_unsafeStart: parts, count: 2 * bins)
    pair.combine(logarithms.0, logarithms.1, into: &target)
    transformBack()
    let result = unsafe Span(_unsafeStart: samples, count: size)
    pair.separate(result, odd: logarithms.1, into: &rows, from: starts)
  }
}
