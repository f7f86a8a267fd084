internal import CFFTW
internal import Synchronization

/// Double-precision real FFT of one size by FFTW, with its own buffers; owned by one worker.
///
/// Memory safety: every buffer has `size` doubles or `bins` complex numbers, every loop below runs
/// over at most that many, and `deinit` frees the allocations of `init`. FFTW's allocations are
/// aligned equally, as plans for other buffers require.
@safe
package final class RealFFT {
  /// The version of the linked library, from a name such as `fftw-3.3.10-sse2-avx`.
  static var linkedVersion: String {
    let name = unsafe String(cString: sagevoice_fftw_version())
    let parts = name.split(separator: "-")
    return parts.count > 1 ? String(parts[1]) : name
  }

  /// Number of real samples.
  package let size: Int

  /// Number of frequencies from zero to Nyquist.
  var bins: Int { size / 2 + 1 }

  private let samples: UnsafeMutablePointer<Double>
  private var spectrum: UnsafeMutablePointer<fftw_complex>
  private var otherSpectrum: UnsafeMutablePointer<fftw_complex>
  private let plans: TransformPlans

  /// Creates the buffers for transforms of `size` real samples.
  package init(size: Int) {
    precondition(
      size > 0 && size <= Int(Int32.max), "the transform size is a positive 32-bit integer")
    // In the order of use, because huge pages are the first to be allocated: a single low-pass
    // needs no second spectrum.
    plans = TransformPlans.plans(ofSize: size)
    let bins = size / 2 + 1
    guard
      let samples = unsafe fftw_alloc_real(size),
      let otherSpectrum = unsafe fftw_alloc_complex(bins),
      let spectrum = unsafe fftw_alloc_complex(bins)
    else { preconditionFailure("out of memory for a transform of \(size) samples") }
    self.size = size
    unsafe self.samples = samples
    unsafe self.spectrum = spectrum
    unsafe self.otherSpectrum = otherSpectrum
  }

  deinit {
    unsafe fftw_free(samples)
    unsafe fftw_free(spectrum)
    unsafe fftw_free(otherSpectrum)
  }

  /// Transforms the samples to the spectrum.
  func transform() { unsafe fftw_execute_dft_r2c(plans.forward, samples, spectrum) }

  /// Transforms the samples to the other spectrum, which stays until the next call.
  func transformOther() { unsafe fftw_execute_dft_r2c(plans.forward, samples, otherSpectrum) }

  /// Transforms the spectrum, which is overwritten, to the samples times `size`.
  func transformBack() { unsafe fftw_execute_dft_c2r(plans.inverse, spectrum, samples) }

  /// Exchanges the spectrum and the other spectrum.
  func exchangeSpectra() { unsafe swap(&spectrum, &otherSpectrum) }

  /// Copies `values` after `offset` zeros and pads with zeros.
  func load(_ values: Span<Double>, behind offset: Int = 0) {
    precondition(offset + values.count <= size, "the values fit into the transform")
    unsafe samples.update(repeating: 0, count: offset)
    unsafe values.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe (samples + offset).update(from: start, count: source.count)
    }
    zeroSamples(from: offset + values.count)
  }

  /// Passes the first `count` samples to `write` and zeros the rest.
  ///
  /// Memory safety: `count` samples lie inside the buffer by the precondition.
  func load(count: Int, write: (inout MutableSpan<Double>) -> Void) {
    precondition(count >= 0 && count <= size, "the values fit into the transform")
    var frame = unsafe MutableSpan(_unsafeStart: samples, count: count)
    write(&frame)
    zeroSamples(from: count)
  }

  /// Zeros the samples from `first` on.
  ///
  /// Memory safety: `first` is not beyond the end by the precondition.
  private func zeroSamples(from first: Int) {
    precondition(first >= 0 && first <= size, "the zeros start within the transform")
    unsafe (samples + first).update(repeating: 0, count: size - first)
  }

  /// Passes the samples to `read`.
  func readSamples(_ read: (Span<Double>) -> Void) {
    read(unsafe Span(_unsafeStart: samples, count: size))
  }

  /// Passes the other spectrum to `read`, with interleaved real and imaginary parts.
  func readOther(_ read: (Span<Double>) -> Void) {
    read(unsafe Span(_unsafeStart: otherSpectrum.parts, count: 2 * bins))
  }

  /// Passes the spectrum to `read`, with interleaved real and imaginary parts.
  func readSpectrum(_ read: (Span<Double>) -> Void) {
    read(unsafe Span(_unsafeStart: spectrum.parts, count: 2 * bins))
  }

  /// Passes the spectrum to `write`, with interleaved real and imaginary parts.
  func writeSpectrum(_ write: (inout MutableSpan<Double>) -> Void) {
    var parts = unsafe MutableSpan(_unsafeStart: spectrum.parts, count: 2 * bins)
    write(&parts)
  }

  /// Linear cross-correlation of `template` with `row`, `Σ_j template[j] · row[j + lag]`, at the
  /// lags 0 ..< `lagCount`, times `size`, passed to `read`.
  ///
  /// It is free of circular wrap-around if `row.count <= size` and `template.count + lagCount - 1
  /// <= size`.
  ///
  /// Memory safety: `lagCount` samples lie inside the buffer by the precondition.
  func crossCorrelate(
    _ template: Span<Double>, with row: Span<Double>, lagCount: Int, read: (Span<Double>) -> Void
  ) {
    precondition(
      row.count <= size && template.count + lagCount - 1 <= size, "the lags do not wrap around")
    load(template)
    transformOther()
    load(row)
    transform()
    readOther { first in writeSpectrum { WideRows.multiply(&$0, byConjugatesOf: first) } }
    transformBack()
    read(unsafe Span(_unsafeStart: samples, count: lagCount))
  }

  /// Multiplies every bin of the spectrum of zero-padded `values` by a real gain, and returns the
  /// filtered values without the padding.
  func filter(_ values: [Double], gain: (_ bin: Int) -> Double) -> [Double] {
    multiplySpectrum(of: values, by: gain)
    return unsafe Array(UnsafeBufferPointer(start: samples, count: values.count))
  }

  /// Filters the samples; the padding has undefined values.
  ///
  /// Memory safety: the values fit by precondition, the loop runs over the bins.
  private func multiplySpectrum(of values: [Double], by gain: (_ bin: Int) -> Double) {
    load(values.span)
    transform()
    // A forward and an inverse transform multiply by the size.
    let scale = 1 / Double(size)
    for bin in 0..<bins {
      let value = unsafe spectrum[bin]
      let factor = scale * gain(bin)
      unsafe spectrum[bin] = (value.0 * factor, value.1 * factor)
    }
    transformBack()
  }

  /// Writes `(unit · Σ_k ln(|X_k|² · factor + floor) e^{+2πijk/size})²` over all bins of X, the
  /// transform of `(stretch − its mean) · taper`, at the quefrencies from 0 to `size / 2`, for two
  /// frames into `rows` from `starts` on.
  ///
  /// Memory safety: both frames are checked to fit; the other spectrum has room for two rows of
  /// `bins`.
  func powerCepstra(
    of stretches: (Span<Double>, Span<Double>), by recipe: CepstrumRecipe,
    into rows: inout [Double], from starts: (even: Int, odd: Int)
  ) {
    let first = unsafe otherSpectrum.parts
    let second = unsafe first + bins
    unsafe writeLogarithms(of: stretches.0, by: recipe, into: first)
    unsafe writeLogarithms(of: stretches.1, by: recipe, into: second)
    let a = unsafe Span(_unsafeStart: first, count: bins)
    let b = unsafe Span(_unsafeStart: second, count: bins)
    guard CepstrumPair.isConstant(a) || CepstrumPair.isConstant(b) else {
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
    var target = unsafe MutableSpan(_unsafeStart: logarithms, count: bins)
    LogPowerSpectrum.write(
      of: unsafe Span(_unsafeStart: spectrum.parts, count: 2 * bins), scale: recipe.power,
      into: &target)
  }

  private func transform(
    _ logarithms: (Span<Double>, Span<Double>), by pair: CepstrumPair,
    into rows: inout [Double], from starts: (even: Int, odd: Int)
  ) {
    var target = unsafe MutableSpan(_unsafeStart: spectrum.parts, count: 2 * bins)
    pair.combine(logarithms.0, logarithms.1, into: &target)
    transformBack()
    let result = unsafe Span(_unsafeStart: samples, count: size)
    pair.separate(result, odd: logarithms.1, into: &rows, from: starts)
  }
}

/// FFTW plans of one size, shared by all workers: executing a plan is thread-safe.
///
/// Plans use FFTW_ESTIMATE with imported wisdom. FFTW never measures: measured plans changed the
/// last bits of a result from run to run, and a document must not depend on timing.
@safe
package final class TransformPlans: @unchecked Sendable {
  /// Lock of FFTW's planner, which is not thread-safe, with the imported wisdom.
  private static let planner = Mutex<Set<PrecomputedPlans>>([])

  /// The plans in use, by size.
  private static let known = Mutex<[Int: WeakPlans]>([:])

  private struct WeakPlans {
    weak var plans: TransformPlans?
  }

  /// The plan of a transform from samples to a spectrum.
  let forward: fftw_plan

  /// The plan of a transform from a spectrum, which is overwritten, to samples.
  let inverse: fftw_plan

  /// The plans of `size` samples; other workers wait only for plans that do not exist yet.
  package static func plans(ofSize size: Int) -> TransformPlans {
    func existing() -> TransformPlans? { known.withLock { $0[size]?.plans } }
    if let plans = existing() { return plans }
    return planner.withLock { imported in
      if let plans = existing() { return plans }
      let precomputed = PrecomputedPlans(holding: size)
      if imported.insert(precomputed).inserted {
        // Another FFTW version or processor rejects the text and estimates.
        _ = unsafe fftw_import_wisdom_from_string(precomputed.wisdom)
      }
      let plans = TransformPlans(size: size)
      known.withLock { $0[size] = WeakPlans(plans: plans) }
      return plans
    }
  }

  /// Plans both directions. An estimate does not write to the buffers.
  private init(size: Int) {
    let samples = unsafe fftw_alloc_real(size)
    let spectrum = unsafe fftw_alloc_complex(size / 2 + 1)
    defer {
      unsafe fftw_free(samples)
      unsafe fftw_free(spectrum)
    }
    let count = Int32(size)
    guard let forward = unsafe fftw_plan_dft_r2c_1d(count, samples, spectrum, FFTW_ESTIMATE),
      let inverse = unsafe fftw_plan_dft_c2r_1d(count, spectrum, samples, FFTW_ESTIMATE)
    else { preconditionFailure("FFTW has no plan for a transform of \(size) samples") }
    unsafe self.forward = forward
    unsafe self.inverse = inverse
  }

  deinit {
    Self.planner.withLock { _ in
      unsafe fftw_destroy_plan(forward)
      unsafe fftw_destroy_plan(inverse)
    }
  }
}

extension UnsafeMutablePointer<fftw_complex> {
  /// Interleaved real and imaginary parts: a complex number of FFTW is two doubles.
  fileprivate var parts: UnsafeMutablePointer<Double> {
    unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: Double.self)
  }
}

extension RealFFT {
  /// Passes the spectrum of zero-padded `values` to `read`, with interleaved real and imaginary
  /// parts; the other spectrum is unchanged.
  func spectrum(of values: [Double], read: (Span<Double>) -> Void) {
    load(values.span)
    transform()
    readSpectrum(read)
  }

  /// `|X_k|² · scale` of the transform X of zero-padded `values`, from 0 to Nyquist.
  func powerSpectrum(of values: [Double], times scale: Double) -> [Double] {
    var powers = Array(repeating: 0.0, count: bins)
    load(values.span)
    writePowers(times: scale, into: &powers)
    return powers
  }

  /// Adds `|X_k|²` of the transform X of the loaded samples, from 0 to Nyquist, to `sums`.
  func addPowers(to sums: inout [Double]) {
    precondition(sums.count == bins, "one sum per bin")
    transform()
    var target = sums.mutableSpan
    readSpectrum { Powers.add($0, to: &target) }
  }

  /// Writes `|X_k|² · scale` of the transform X of the loaded samples, from 0 to Nyquist.
  func writePowers(times scale: Double, into powers: inout [Double]) {
    precondition(powers.count == bins, "one power per bin")
    transform()
    var target = powers.mutableSpan
    readSpectrum { Powers.write($0, times: scale, into: &target) }
  }
}

extension RealFFT {
  /// Linear autocorrelation of `segment` at the lags 0 ..< `lags.count`, times `size`.
  ///
  /// It is free of circular wrap-around if `segment.count + lags.count - 1 <= size`; beyond that,
  /// lag l includes lag `size − l`.
  package func autocorrelate(_ segment: [Double], into lags: inout [Double]) {
    load(segment.span)
    autocorrelate(lagCount: lags.count) { Self.copy($0, into: &lags) }
  }

  /// Autocorrelation of the loaded samples, times `size`, passed to `read`. The lags are 0 ..<
  /// `lagCount`. Beyond `size` less the number of loaded samples, lag l includes lag `size − l`.
  func autocorrelate(lagCount: Int, read: (Span<Double>) -> Void) {
    precondition(lagCount <= size, "at most as many lags as samples")
    transform()
    writeSpectrum { Powers.replace(&$0) }
    transformBack()
    readSamples { read($0.extracting(first: lagCount)) }
  }

  /// Linear cross-correlation of `template` with `row` at the lags 0 ..< `lagCount`, times `size`,
  /// copied into an array. The preconditions are those of the closure variant.
  package func crossCorrelate(
    _ template: Span<Double>, with row: Span<Double>, lagCount: Int,
    into lags: inout [Double]
  ) {
    crossCorrelate(template, with: row, lagCount: lagCount) { Self.copy($0, into: &lags) }
  }

  private static func copy(_ found: Span<Double>, into lags: inout [Double]) {
    var target = lags.mutableSpan
    for lag in found.indices { target[lag] = found[lag] }
  }
}

extension RealFFT {
  /// Filters `values` in the frequency domain and resamples them to the rate of `other`, whose size
  /// is a multiple of this size. `offset` zeros precede the values and zeros follow.
  ///
  /// The real and imaginary parts of bin k > 0 have separate weights, at the indices 2k + 1 and 2k
  /// + 2 of a packed spectrum. Bin 0 has index 1; the Nyquist bin is dropped.
  func filter(
    _ values: [Double], offset: Int, resynthesis other: RealFFT, weight: (Int) -> Double
  ) -> [Double] {
    precondition(other.size % size == 0, "the result size is a multiple of this size")
    load(values.span, behind: offset)
    transform()
    readSpectrum { own in
      other.writeSpectrum { parts in
        for bin in 0..<(size / 2) {
          parts[2 * bin] = own[2 * bin] * weight(2 * bin + 1)
          parts[2 * bin + 1] = bin > 0 ? own[2 * bin + 1] * weight(2 * bin + 2) : 0
        }
        for place in 2 * (size / 2)..<parts.count { parts[place] = 0 }
      }
    }
    other.transformBack()
    let ratio = other.size / size
    let scale = 1 / Double(size)
    var result: [Double] = []
    other.readSamples { samples in
      result = (ratio * offset..<ratio * (offset + values.count)).map { samples[$0] * scale }
    }
    return result
  }
}
