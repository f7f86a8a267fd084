internal import VoiceMath
package import VoiceTypes

/// Parts and value of an index of one sound, which is the signal of a ``ConcatenatedVoice``.
package struct MeasuredIndex: Sendable {
  /// The pitch range of harmonicity.
  package static let harmonicityRange = PitchRange.praatStandard
  /// The Praat release that the results reproduce.
  package static let praatVersion = PraatVersion.v6_1
  private static let percent = 100.0

  /// The parts of the index, each a value or the reason for its absence.
  package let parts: [IndexPart: Measured]
  /// The index; unavailable for the reason of the first unavailable part.
  package let value: Measured

  /// Measures a signal.
  package init(_ index: ConcatenatedIndex, of signal: Signal, workspace: inout AnalysisWorkspace) {
    let wanted = Set(index.parts)
    var parts = Self.cycles(of: signal, at: index.pulses, workspace: &workspace)
    if wanted.contains(.cpps) {
      parts[.cpps] = Self.prominence(of: signal, workspace: &workspace)
    }
    if wanted.contains(.harmonicity) {
      parts[.harmonicity] = Self.harmonicity(of: signal, workspace: &workspace)
    }
    if wanted.contains(.gne) {
      parts[.gne] = GlottalToNoiseExcitation.ratio(
        of: signal,
        resampled: Resampling.resample(
          signal, to: GlottalToNoiseExcitation.rate, depth: GlottalToNoiseExcitation.depth,
          signal.order, workspace: &workspace),
        frames: .praat6_1, sincWindow: Self.praatVersion.sincWindow, workspace: &workspace)
    }
    if wanted.contains(.highFrequencyNoise) {
      let windows = BreathinessWindows(of: signal, workspace: &workspace)
      parts[.highFrequencyNoise] = windows.highFrequencyNoise
      parts[.dejonckere] = windows.harmonicsToNoise
      parts[.firstHarmonics] = windows.firstHarmonics
    }
    if wanted.contains(.slope) {
      do throws(Unavailability) {
        let spectrum = try LongTermAverageSpectrum(of: signal, workspace: &workspace)
        (parts[.slope], parts[.tilt]) = (spectrum.slope, spectrum.tilt)
      } catch {
        (parts[.slope], parts[.tilt]) = (.unavailable(error), .unavailable(error))
      }
    }
    self.parts = parts.filter { wanted.contains($0.key) }
    value = index.value(of: parts)
  }

  /// Creates an index without parts, with one reason for all.
  package init(_ index: ConcatenatedIndex, unavailableBecause reason: Unavailability) {
    parts = Dictionary(uniqueKeysWithValues: index.parts.map { ($0, .unavailable(reason)) })
    value = .unavailable(reason)
  }

  private static func prominence(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> Measured {
    guard signal.sampleRate >= Voice.lowestRate else {
      return .unavailable(
        .bandwidthLimited(
          needed: Hertz(0.5 * Voice.lowestRate.value),
          found: Hertz(0.5 * signal.sampleRate.value)))
    }
    let resampled = Resampling.resample(
      signal, to: PowerCepstrogram.rate, signal.order, workspace: &workspace)
    return CepstralPeakProminence.track(
      resampled, from: signal, definition: praatVersion.cppsDefinition, workspace: &workspace
    ).mean
  }

  /// Mean harmonicity of the voice report, from raw cross-correlation pitch.
  private static func harmonicity(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> Measured {
    let pitch = pitch(of: signal, .crossCorrelation, harmonicityRange, workspace: &workspace)
    return VoiceReport(
      pitch: pitch, pulses: [], range: harmonicityRange, duration: signal.duration
    ).meanHarmonicity
  }

  /// Jitter, shimmer and periods at the pulses of raw autocorrelation pitch.
  private static func cycles(
    of signal: Signal, at settings: IndexPulses, workspace: inout AnalysisWorkspace
  ) -> [IndexPart: Measured] {
    let pitch = pitch(of: signal, .autocorrelation, settings.range, workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: signal, pitch: pitch, fallback: praatVersion.pulseFallback, workspace: &workspace)
    let limits =
      settings.limits == .standard ? PeriodLimits() : .voiceReport(for: settings.range)
    let periods = PeriodSequence(pulses: pulses, limits: limits)
    let shimmer = Shimmer(of: PulseAmplitudes(of: signal, pulses: pulses, limits: limits))
    let accepted = periods.acceptedPeriods
    return [
      .jitter: Jitter(of: periods).local.scaled(by: percent),
      .shimmer: shimmer.local.scaled(by: percent), .shimmerDecibels: shimmer.localDecibels,
      .periodDeviation: Statistics.standardDeviation(accepted).map { Measured($0) }
        ?? .unavailable(.tooFewPeriods(needed: 2, found: accepted.count)),
    ]
  }

  private static func pitch(
    of signal: Signal, _ method: PitchMethod, _ range: PitchRange,
    workspace: inout AnalysisWorkspace
  ) -> PitchTrack {
    var settings = PitchSettings(method: method, range: range)
    settings.sincWindow = praatVersion.sincWindow
    return PitchTracker.track(signal, settings: settings, workspace: &workspace)
  }
}
