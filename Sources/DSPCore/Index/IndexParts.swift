internal import VoiceMath
package import VoiceTypes

extension ConcatenatedIndex {
  /// The pitch range of harmonicity.
  package static let harmonicityRange = PitchRange.praatStandard
  /// The Praat release that the results reproduce.
  package static let praatVersion = PraatVersion.v6_1
  private static let percent = 100.0

  /// The parts of the index of one sound, which is the signal of a ``ConcatenatedVoice``: each a
  /// value or the reason for its absence.
  package func parts(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> [IndexPart: Measured] {
    var found: [IndexPart: Measured] = [:]
    for part in parts where found[part] == nil {
      found.merge(family(of: part, in: signal, workspace: &workspace)) { $1 }
    }
    return found.filter { weights[$0.key] != nil }
  }

  /// A part, and the parts that the same analysis gives.
  private func family(
    of part: IndexPart, in signal: Signal, workspace: inout AnalysisWorkspace
  ) -> [IndexPart: Measured] {
    let version = Self.praatVersion
    switch part {
    case .cpps:
      let resampled = Resampling.resample(
        signal, to: PowerCepstrogram.rate, signal.order, workspace: &workspace)
      let prominence = CepstralPeakProminence.track(
        resampled, from: signal, definition: version.cppsDefinition, workspace: &workspace)
      return [.cpps: prominence.mean]
    case .harmonicity:
      let range = Self.harmonicityRange
      let settings = PitchSettings(
        method: .crossCorrelation, range: range, sincWindow: version.sincWindow)
      let pitch = PitchTracker.track(signal, settings: settings, workspace: &workspace)
      let report = VoiceReport(pitch: pitch, pulses: [], range: range, duration: signal.duration)
      return [.harmonicity: report.meanHarmonicity]
    case .gne:
      typealias GNE = GlottalToNoiseExcitation
      let resampled = Resampling.resample(
        signal, to: GNE.rate, depth: GNE.depth, signal.order, workspace: &workspace)
      let ratio = GNE.ratio(
        of: signal, resampled: resampled, frames: .praat6_1, sincWindow: version.sincWindow,
        workspace: &workspace)
      return [.gne: ratio]
    case .highFrequencyNoise, .dejonckere, .firstHarmonics:
      return BreathinessWindow.means(of: signal, workspace: &workspace)
    case .slope, .tilt:
      do throws(Unavailability) {
        let spectrum = try LongTermAverageSpectrum(of: signal, workspace: &workspace)
        return [.slope: spectrum.slope, .tilt: spectrum.tilt]
      } catch {
        return [.slope: .unavailable(error), .tilt: .unavailable(error)]
      }
    case .jitter, .shimmer, .shimmerDecibels, .periodDeviation:
      return cycles(of: signal, workspace: &workspace)
    }
  }

  /// Jitter, shimmer and periods at the pulses of raw autocorrelation pitch.
  private func cycles(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> [IndexPart: Measured] {
    let version = Self.praatVersion
    let settings = PitchSettings(range: pulseRange, sincWindow: version.sincWindow)
    let pitch = PitchTracker.track(signal, settings: settings, workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: signal, pitch: pitch, fallback: version.pulseFallback, workspace: &workspace)
    let limits = periodLimits == .standard ? PeriodLimits() : .voiceReport(for: pulseRange)
    let periods = PeriodSequence(pulses: pulses, limits: limits)
    let accepted = periods.acceptedPeriods
    let shimmer = Shimmer(of: PulseAmplitudes(of: signal, pulses: pulses, limits: limits))
    return [
      .jitter: Jitter(of: periods).local.scaled(by: Self.percent),
      .shimmer: shimmer.local.scaled(by: Self.percent), .shimmerDecibels: shimmer.localDecibels,
      .periodDeviation: Statistics.standardDeviation(accepted).map { Measured($0) }
        ?? .unavailable(.tooFewPeriods(needed: 2, found: accepted.count)),
    ]
  }
}
