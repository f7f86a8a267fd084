internal import VoiceMath
public import VoiceTypes

/// Analysis context of one segment: shared intermediates, computed only on demand.
public struct Voice: Sendable {
  /// Shared intermediate that is computed on demand.
  public enum Intermediate: CaseIterable, Sendable {
    /// Pulses, and the periods and amplitudes derived from them.
    case cycles
    /// Harmonicity by cross-correlation, frame by frame.
    case harmonicity
    /// The spectrum of the voice, and the effective bandwidth.
    case bandwidth
    /// The spectral balance of the segment.
    case spectralBalance
    /// The cepstral peak prominence, frame by frame.
    case prominence
    /// The segment, resampled for formants.
    case soundOfFormants
    /// The segment, resampled for the glottal-to-noise excitation.
    case soundOfExcitation
    /// The voice from the first voiced frame of the recording to the last.
    case phonation
    /// The sustained sound without onset and offset.
    case vowel
    /// The longest sound of one breath.
    case maximumPhonation
  }

  /// The minimum sample rate. A lower rate has no voice spectrum, and resampling to the 10 kHz of
  /// cepstra and formants would grow without bound [E].
  public static let lowestRate: Hertz = 1000

  /// The settings of the analysis.
  public let settings: AnalysisSettings

  /// The F0 track of the segment.
  public let pitch: PitchTrack

  /// The F0 track up to twice the ceiling; nil without the pitch-range sensitivity check.
  let higherPitch: PitchTrack?

  /// The pitch range and the segment.
  let scope: AnalysisScope

  /// The samples of the segment for amplitudes and harmonicity: in the clinical preset without the
  /// sound below the voice.
  public private(set) var filteredPart: Signal

  /// The spectrum between the first and the last voiced frame of the recording; nil for an unvoiced
  /// recording, and if the bandwidth is not requested.
  package let spectrum: AveragedSpectrum?

  /// The highest frequency with energy in that spectrum.
  public let bandwidth: EffectiveBandwidth?

  /// Smoothed cepstral peak prominence; nil below ``lowestRate``, and if not requested.
  public let prominence: CepstralPeakProminence?

  /// The segment resampled for formants; nil below ``lowestRate``, and if not requested.
  let soundOfFormants: ResampledSound?

  /// The segment resampled for the glottal-to-noise excitation; nil below ``lowestRate``, and if
  /// not requested.
  let soundOfExcitation: ResampledSound?

  private var madeCycles: GlottalCycles?
  private var madeHarmonicity: Harmonicity?

  /// The frame selection of both harmonicities.
  private(set) var harmonicityExtent = Harmonicity.Extent.allFrames

  private let madeBalance: SpectralBalance?
  private let madePhonation: Phonation?
  private let madeMaximumPhonation: MaximumPhonation?
  private let madeVowel: SustainedVowel?

  /// Analyses `signal` and computes `intermediates`; `firstPass` is the first pass of another
  /// analysis.
  init(
    of signal: Signal, settings: AnalysisSettings, making intermediates: Set<Intermediate>,
    after firstPass: FirstPass?, workspace: inout AnalysisWorkspace
  ) {
    let scope = AnalysisScope(
      of: signal, settings: settings, after: firstPass, workspace: &workspace)
    let (pitch, higher) = Self.tracks(scope, settings, &workspace)
    let tasks: [@Sendable (inout AnalysisWorkspace) -> Intermediates] = [
      {
        .vowel(
          SustainedVowel(
            intermediates, of: signal, scope: scope, settings: settings, workspace: &$0))
      },
      {
        .overTime(
          TimeDomainIntermediates(
            intermediates, of: signal, scope: scope, pitch: pitch, settings: settings,
            workspace: &$0))
      },
      {
        .overFrequency(
          FrequencyDomainIntermediates(
            intermediates, of: scope.part, pitch: pitch, settings: settings, workspace: &$0))
      },
    ]
    let parts = workspace.results(of: tasks)
    guard case .vowel(let vowel) = parts[0], case .overTime(let overTime) = parts[1],
      case .overFrequency(let overFrequency) = parts[2]
    else { preconditionFailure("results have the order of their tasks") }
    self.settings = settings
    self.scope = scope
    filteredPart = overTime.filtered
    self.pitch = pitch
    higherPitch = higher
    spectrum = overTime.spectrum
    bandwidth = overTime.spectrum.map { EffectiveBandwidth(of: $0) }
    madeCycles = overTime.cycles
    madePhonation = overTime.phonation
    madeMaximumPhonation = overTime.maximumPhonation
    madeVowel = vowel ?? overTime.cycles.map { SustainedVowel(pitch: pitch, cycles: $0) }
    madeBalance = overFrequency.balance
    soundOfFormants = overFrequency.soundOfFormants
    soundOfExcitation = overFrequency.soundOfExcitation
    prominence = overFrequency.soundOfCepstra.map {
      CepstralPeakProminence.track(
        $0, from: scope.part, definition: settings.cppsDefinition, workspace: &workspace)
    }
  }

  /// The F0 track of the segment, and the track up to twice the ceiling for the sensitivity check.
  private static func tracks(
    _ scope: AnalysisScope, _ settings: AnalysisSettings, _ workspace: inout AnalysisWorkspace
  ) -> (pitch: PitchTrack, higher: PitchTrack?) {
    let ceilings = [scope.pitchRange, PitchRangeSensitivity.higher(than: scope.pitchRange)].map(
      \.ceiling)
    let wanted = settings.judges ? ceilings[...] : ceilings.prefix(1)
    let tracks = PitchTracker.tracks(
      scope.part, settings: VoiceAnalyzer.pitchSettings(of: settings, range: scope.pitchRange),
      ceilings: Array(scope.coversOverview ? wanted.dropFirst() : wanted), workspace: &workspace)
    return scope.coversOverview
      ? (scope.overview, tracks.first) : (tracks[0], tracks.dropFirst().first)
  }
}

extension Voice {
  /// The samples of the segment.
  public var part: Signal { scope.part }

  /// Whether the pulses are computed.
  public var hasCycles: Bool { madeCycles != nil }

  /// Whether harmonicity by cross-correlation is computed for every frame.
  public var hasHarmonicity: Bool { madeHarmonicity != nil && harmonicityExtent == .allFrames }

  /// Pulses, and the periods and amplitudes derived from them.
  public var cycles: GlottalCycles { Self.made(madeCycles) }

  /// Glottal pulse times, in seconds, ascending.
  public var pulses: [Double] { cycles.pulses }

  /// Harmonicity by cross-correlation, frame by frame.
  public var harmonicity: Harmonicity { Self.made(madeHarmonicity) }

  /// The voice from the first voiced frame of the recording to the last.
  var phonation: Phonation { Self.made(madePhonation) }

  /// The longest sound of one breath.
  var maximumPhonation: MaximumPhonation { Self.made(madeMaximumPhonation) }

  /// Pitch and cycles of the sustained sound without onset and offset.
  public var vowel: SustainedVowel { Self.made(madeVowel) }

  /// The sustained sound without onset and offset in seconds of the recording, if the segment is a
  /// part of it; nil otherwise.
  public var vowelTimes: ClosedRange<Double>? { scope.vowel }

  /// Slope and tilt of the long-term average spectrum, and the alpha ratio.
  var spectralBalance: SpectralBalance { Self.made(madeBalance) }

  private static func made<Value>(_ material: Value?) -> Value {
    guard let material else {
      preconditionFailure("a feature extractor declares every intermediate it reads")
    }
    return material
  }
}

extension Voice {
  /// Minimum power of the sound below the voice, relative to the segment: −50 dB, which lowers an
  /// HNR of 30 dB by 0.04 dB.
  private static let leastLowSound = 1e-5

  /// This voice with the sound below it, as Praat measures shimmer and harmonicity; nil if the
  /// settings include that sound, or if there is hardly any.
  func unfiltered(workspace: inout AnalysisWorkspace) -> Voice? {
    guard settings.removesLowSound, let cycles = madeCycles, !pitch.voicedFrequencies.isEmpty
    else { return nil }
    let (whole, left) = (Self.energy(of: part), Self.energy(of: filteredPart))
    guard whole - left >= Self.leastLowSound * whole else { return nil }
    var voice = self
    voice.filteredPart = part
    voice.madeCycles = GlottalCycles(
      of: part, pitch: pitch, pulses: cycles.pulses, range: scope.reportRange)
    voice.measureHarmonicity(
      harmonicityExtent, wanted: madeHarmonicity != nil, workspace: &workspace)
    return voice
  }

  private static func energy(of signal: Signal) -> Double {
    Rows.product(of: signal.samples.span, and: signal.samples.span)
  }
}

extension Signal {
  /// This part of `signal`, which starts `offset` seconds into it, without the sound below the
  /// voice, if the settings remove it; the part itself without a voiced frame.
  func withoutLowSound(
    at offset: Double, of signal: Signal, pitch: PitchTrack, _ settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) -> Signal {
    guard settings.removesLowSound,
      let f0 = Statistics.quantile(0.5, of: pitch.voicedFrequencies)
    else { return self }
    let first = Int((offset / signal.samplePeriod).rounded())
    return VoiceHighPass(f0: Hertz(f0)).apply(
      to: signal, in: first..<(first + samples.count), workspace: &workspace)
  }
}

extension Voice {
  /// Sets the frame selection of both harmonicities, and computes the one by cross-correlation if
  /// `wanted`.
  mutating func measureHarmonicity(
    _ extent: Harmonicity.Extent, wanted: Bool, workspace: inout AnalysisWorkspace
  ) {
    harmonicityExtent = extent
    guard wanted else { return }
    madeHarmonicity = Harmonicity.crossCorrelation(
      of: filteredPart, floor: settings.harmonicityFloor, sincWindow: settings.sincWindow,
      extent: extent, workspace: &workspace)
  }
}

/// Shared intermediates of one core, the longest first: the vowel needs a pitch and pulses of its
/// own, and cores cannot share the transform of a whole segment.
private enum Intermediates: Sendable {
  case vowel(SustainedVowel?)
  case overTime(TimeDomainIntermediates)
  case overFrequency(FrequencyDomainIntermediates)
}

/// Shared intermediates in the time domain.
private struct TimeDomainIntermediates: Sendable {
  let filtered: Signal
  let cycles: GlottalCycles?
  let spectrum: AveragedSpectrum?
  let phonation: Phonation?
  let maximumPhonation: MaximumPhonation?

  init(
    _ wanted: Set<Voice.Intermediate>, of signal: Signal, scope: AnalysisScope,
    pitch: PitchTrack, settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) {
    filtered = scope.part.withoutLowSound(
      at: scope.offset, of: signal, pitch: pitch, settings, workspace: &workspace)
    cycles =
      wanted.contains(.cycles)
      ? GlottalCycles(
        of: filtered, pitch: pitch,
        pulses: GlottalPulses.find(
          in: scope.part, pitch: pitch, fallback: settings.pulseFallback, workspace: &workspace),
        range: scope.reportRange)
      : nil
    phonation =
      wanted.contains(.phonation)
      ? cycles.map {
        Phonation(
          of: signal, scope: scope, pulses: $0.pulses, fallback: settings.pulseFallback,
          workspace: &workspace)
      } : nil
    maximumPhonation =
      wanted.contains(.maximumPhonation)
      ? MaximumPhonation(
        of: signal, pitch: settings.task.isVowel ? scope.overview : nil, workspace: &workspace)
      : nil
    guard wanted.contains(.bandwidth), let stretch = scope.overview.voicedTime else {
      spectrum = nil
      return
    }
    let (start, end) = (scope.segment.start.value, scope.segment.end.value)
    spectrum = AveragedSpectrum(
      of: signal, in: stretch, framesIn: start...end, workspace: &workspace)
  }
}

/// Shared intermediates that need a transform of the whole segment.
private struct FrequencyDomainIntermediates: Sendable {
  let balance: SpectralBalance?
  let soundOfCepstra: ResampledSound?
  let soundOfFormants: ResampledSound?
  let soundOfExcitation: ResampledSound?

  init(
    _ wanted: Set<Voice.Intermediate>, of signal: Signal, pitch: PitchTrack,
    settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) {
    // Computed once, and only if at least two intermediates share it.
    let sharers: Set<Voice.Intermediate> = [
      .spectralBalance, .prominence, .soundOfFormants, .soundOfExcitation,
    ]
    let padded =
      wanted.intersection(sharers).count > 1
      ? ZeroPaddedSpectrum(of: signal.samples, workspace: &workspace) : nil
    balance =
      wanted.contains(.spectralBalance)
      ? SpectralBalance(of: signal, known: padded, workspace: &workspace) : nil
    guard signal.sampleRate >= Voice.lowestRate else {
      (soundOfCepstra, soundOfFormants, soundOfExcitation) = (nil, nil, nil)
      return
    }
    let targets: [(purpose: Voice.Intermediate, target: ResamplingTarget)] = [
      (.prominence, ResamplingTarget(rate: PowerCepstrogram.rate)),
      (.soundOfFormants, ResamplingTarget(rate: Hertz(2 * FormantCeiling.of(pitch).value))),
      (.soundOfExcitation, GlottalToNoiseExcitation.resampling(in: settings)),
    ].filter { wanted.contains($0.0) }
    let sounds = Resampling.resample(
      signal, to: targets.map(\.target), sincWindow: settings.sincWindow, known: padded,
      workspace: &workspace)
    func sound(for purpose: Voice.Intermediate) -> ResampledSound? {
      targets.firstIndex { $0.purpose == purpose }.map { sounds[$0] }
    }
    soundOfCepstra = sound(for: .prominence)
    soundOfFormants = sound(for: .soundOfFormants)
    soundOfExcitation = sound(for: .soundOfExcitation)
  }
}
