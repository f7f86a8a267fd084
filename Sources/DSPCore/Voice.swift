// The voice of a recording, as its measures need it: what several of them read is made once, and only
// where one of them, or a check of the numbers, asks for it.

public import VoiceTypes

/// What the measures of a recording are taken from.
public struct Voice: Sendable {
  /// What is made on demand.
  public enum Material: CaseIterable, Sendable {
    /// Pulses, and the periods and amplitudes that follow from them.
    case cycles
    /// Harmonicity by cross-correlation, frame by frame.
    case harmonicity
    /// The spectrum of the voice, and how far up the recording carries sound.
    case bandwidth
    /// The balance of the spectrum of the stretch.
    case spectralBalance
    /// The cepstral peak prominence, frame by frame.
    case prominence
    /// The stretch at the rate of formants.
    case soundOfFormants
    /// The voice of the recording from its first voiced frame to its last.
    case phonation
  }

  /// A sound of fewer samples a second has no spectrum of a voice, and brought to the 10 kHz of
  /// cepstra and formants it would grow beyond measure [E].
  public static let lowestRate: Hertz = 1000

  /// The choices that the voice was looked at with.
  public let settings: AnalysisSettings

  /// F0 frame by frame over the stretch.
  public let pitch: PitchTrack

  /// The same up to twice the ceiling; nil where no stress test asks for it.
  let higherPitch: PitchTrack?

  /// Which range and which stretch.
  let scope: AnalysisScope

  /// The spectrum between the first and the last voiced frame of the recording; nil without one, and
  /// where the bandwidth was not asked for.
  package let spectrum: AveragedSpectrum?

  /// Up to which frequency the recording carries sound there.
  public let bandwidth: EffectiveBandwidth?

  /// Smoothed cepstral peak prominence; nil below ``lowestRate`` and where it was not asked for.
  public let prominence: CepstralPeakProminence?

  /// The stretch at the rate of formants; nil below ``lowestRate`` and where it was not asked for.
  let soundOfFormants: ResampledSound?

  private let madeCycles: GlottalCycles?
  private var madeHarmonicity: Harmonicity?

  /// The number of frames of both harmonicities.
  private(set) var harmonicityExtent = Harmonicity.Extent.allFrames

  private let madeBalance: SpectralBalance?
  private let madePhonation: Phonation?

  /// Looks for a voice in `signal`, and makes `materials` of it; `look` is the first look of another analysis at it.
  init(
    of signal: Signal, settings: AnalysisSettings, making materials: Set<Material>,
    after look: FirstLook?, workspace: inout AnalysisWorkspace
  ) {
    let scope = AnalysisScope(of: signal, settings: settings, after: look, workspace: &workspace)
    let (pitch, higher) = Self.tracks(scope, settings, &workspace)
    // Each of the latter takes a transform of the whole stretch, which no two cores can share: so they
    // are made while another core looks for pulses.
    let (overTime, overFrequency) = workspace.both(
      {
        MaterialsOverTime(
          materials, of: signal, scope: scope, pitch: pitch, settings: settings, workspace: &$0)
      },
      {
        MaterialsOverFrequency(
          materials, of: scope.part, pitch: pitch, settings: settings, workspace: &$0)
      })
    self.settings = settings
    self.scope = scope
    self.pitch = pitch
    higherPitch = higher
    spectrum = overTime.spectrum
    bandwidth = overTime.spectrum.map { EffectiveBandwidth(of: $0) }
    madeCycles = overTime.cycles
    madePhonation = overTime.phonation
    madeBalance = overFrequency.balance
    soundOfFormants = overFrequency.soundOfFormants
    prominence = overFrequency.soundOfCepstra.map {
      CepstralPeakProminence.track(
        $0, from: scope.part, definition: settings.cppsDefinition, workspace: &workspace)
    }
  }

  /// The pitch of the stretch, and the same up to twice the ceiling where the stress test asks for it.
  private static func tracks(
    _ scope: AnalysisScope, _ settings: AnalysisSettings, _ workspace: inout AnalysisWorkspace
  ) -> (pitch: PitchTrack, higher: PitchTrack?) {
    let ceilings = [scope.pitchRange, RangeStressTest.higher(than: scope.pitchRange)].map(\.ceiling)
    let wanted = settings.judges ? ceilings[...] : ceilings.prefix(1)
    let tracks = PitchTracker.tracks(
      scope.part, settings: VoiceAnalyzer.pitchSettings(of: settings, range: scope.pitchRange),
      ceilings: Array(scope.coversOverview ? wanted.dropFirst() : wanted), workspace: &workspace)
    return scope.coversOverview
      ? (scope.overview, tracks.first) : (tracks[0], tracks.dropFirst().first)
  }
}

extension Voice {
  /// The samples of the stretch.
  public var part: Signal { scope.part }

  /// Whether pulses were looked for.
  public var hasCycles: Bool { madeCycles != nil }

  /// Whether harmonicity by cross-correlation was measured in every frame.
  public var hasHarmonicity: Bool { madeHarmonicity != nil && harmonicityExtent == .allFrames }

  /// Pulses, and the periods and amplitudes that follow from them.
  public var cycles: GlottalCycles { Self.made(madeCycles) }

  /// Glottal pulse times, in seconds, ascending.
  public var pulses: [Double] { cycles.pulses }

  /// Harmonicity by cross-correlation, frame by frame.
  public var harmonicity: Harmonicity { Self.made(madeHarmonicity) }

  /// The voice of the recording from its first voiced frame to its last.
  var phonation: Phonation { Self.made(madePhonation) }

  /// Slope and tilt of the long-term average spectrum, and the alpha ratio.
  var spectralBalance: SpectralBalance { Self.made(madeBalance) }

  private static func made<Value>(_ material: Value?) -> Value {
    guard let material else { preconditionFailure("a measurer names every material it reads") }
    return material
  }
}

extension Voice {
  /// Sets the number of frames of both harmonicities, and measures that by cross-correlation where it is wanted.
  mutating func measureHarmonicity(
    _ extent: Harmonicity.Extent, wanted: Bool, workspace: inout AnalysisWorkspace
  ) {
    harmonicityExtent = extent
    guard wanted else { return }
    madeHarmonicity = Harmonicity.crossCorrelation(
      of: part, floor: settings.harmonicityFloor, sincWindow: settings.sincWindow, extent: extent,
      workspace: &workspace)
  }
}

/// What is found by walking along the recording.
private struct MaterialsOverTime: Sendable {
  let cycles: GlottalCycles?
  let spectrum: AveragedSpectrum?
  let phonation: Phonation?

  init(
    _ wanted: Set<Voice.Material>, of signal: Signal, scope: AnalysisScope, pitch: PitchTrack,
    settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) {
    cycles =
      wanted.contains(.cycles)
      ? GlottalCycles(
        of: scope.part, pitch: pitch,
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
    guard wanted.contains(.bandwidth), let stretch = scope.overview.voicedTime else {
      spectrum = nil
      return
    }
    let (start, end) = (scope.segment.start.value, scope.segment.end.value)
    spectrum = AveragedSpectrum(
      of: signal, in: stretch, lookingAt: start...end, workspace: &workspace)
  }
}

/// What takes transforms of the whole stretch.
private struct MaterialsOverFrequency: Sendable {
  let balance: SpectralBalance?
  let soundOfCepstra: ResampledSound?
  let soundOfFormants: ResampledSound?

  init(
    _ wanted: Set<Voice.Material>, of signal: Signal, pitch: PitchTrack,
    settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) {
    // Made once for all three, and only where two of them share it.
    let sharers: Set<Voice.Material> = [.spectralBalance, .prominence, .soundOfFormants]
    let padded =
      wanted.intersection(sharers).count > 1
      ? PaddedSound(of: signal.samples, workspace: &workspace) : nil
    balance =
      wanted.contains(.spectralBalance)
      ? SpectralBalance(of: signal, known: padded, workspace: &workspace) : nil
    guard signal.sampleRate >= Voice.lowestRate else {
      (soundOfCepstra, soundOfFormants) = (nil, nil)
      return
    }
    let cepstra = wanted.contains(.prominence) ? PowerCepstrogram.rate : nil
    let formants =
      wanted.contains(.soundOfFormants) ? Hertz(2 * FormantCeiling.of(pitch).value) : nil
    let rates = [cepstra, formants == cepstra ? nil : formants].compactMap { $0 }
    let sounds = Resampling.resample(
      signal, to: rates, sincWindow: settings.sincWindow, known: padded, workspace: &workspace)
    soundOfCepstra = cepstra == nil ? nil : sounds.first
    soundOfFormants = formants == nil ? nil : sounds.last
  }
}
