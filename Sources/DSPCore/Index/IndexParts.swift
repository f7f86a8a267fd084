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

  /// A part with the parts that one analysis gives.
  private func family(
    of part: IndexPart, in signal: Signal, workspace: inout AnalysisWorkspace
  ) -> [IndexPart: Measured] {
    switch part {
    case .cpps: [.cpps: Self.prominence(of: signal, workspace: &workspace)]
    case .harmonicity: [.harmonicity: Self.harmonicity(of: signal, workspace: &workspace)]
    case .gne:
      [
        .gne: GlottalToNoiseExcitation.ratio(
          of: signal,
          resampled: Resampling.resample(
            signal, to: GlottalToNoiseExcitation.rate, depth: GlottalToNoiseExcitation.depth,
            signal.order, workspace: &workspace),
          frames: .praat6_1, sincWindow: Self.praatVersion.sincWindow, workspace: &workspace)
      ]
    case .highFrequencyNoise, .dejonckere, .firstHarmonics:
      BreathinessWindow.means(of: signal, workspace: &workspace)
    case .slope, .tilt: Self.spectrum(of: signal, workspace: &workspace)
    case .jitter, .shimmer, .shimmerDecibels, .periodDeviation:
      cycles(of: signal, workspace: &workspace)
    }
  }

  private static func prominence(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> Measured {
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

  private static func spectrum(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> [IndexPart: Measured] {
    do throws(Unavailability) {
      let spectrum = try LongTermAverageSpectrum(of: signal, workspace: &workspace)
      return [.slope: spectrum.slope, .tilt: spectrum.tilt]
    } catch {
      return [.slope: .unavailable(error), .tilt: .unavailable(error)]
    }
  }

  /// Jitter, shimmer and periods at the pulses of raw autocorrelation pitch.
  private func cycles(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> [IndexPart: Measured] {
    let pitch = Self.pitch(of: signal, .autocorrelation, pulseRange, workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: signal, pitch: pitch, fallback: Self.praatVersion.pulseFallback, workspace: &workspace)
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

  private static func pitch(
    of signal: Signal, _ method: PitchMethod, _ range: PitchRange,
    workspace: inout AnalysisWorkspace
  ) -> PitchTrack {
    var settings = PitchSettings(method: method, range: range)
    settings.sincWindow = praatVersion.sincWindow
    return PitchTracker.track(signal, settings: settings, workspace: &workspace)
  }
}
