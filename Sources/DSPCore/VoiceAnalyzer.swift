public import VoiceTypes

/// Analysis result of one signal.
public struct VoiceAnalysis: Sendable {
  /// The analysis context.
  public let voice: Voice

  /// The results of the requested feature extractors.
  public let families: [any FeatureExtractor]

  /// The pitch-range sensitivity check; nil if not requested.
  public let stress: PitchRangeSensitivity?

  /// The signal type with its evidence; nil if not requested.
  public let signalType: SignalType?

  /// The F0 candidates, if the octave is ambiguous or was decided by a person.
  public let f0Candidates: F0Candidates?

  /// Shimmer and harmonicity (cc) with the sound below the voice, as Praat measures them, in the
  /// unit of the document; empty if the values include that sound, or if there is hardly any.
  public let unfiltered: [Measure: Double]

  /// The result of one feature extractor; nil if not requested.
  public subscript<Family: FeatureExtractor>(_ family: Family.Type) -> Family? {
    families.lazy.compactMap { $0 as? Family }.first
  }

  /// The value of a measure in the unit of the document; nil if not requested.
  public func value(of measure: Measure) -> Measured? {
    families.first { type(of: $0).measures.contains(measure) }?.value(of: measure, in: voice)
  }
}

extension VoiceAnalysis {
  /// The pitch range of the analysis.
  public var pitchRange: PitchRange { voice.scope.pitchRange }

  /// The rule that determined the pitch range.
  public var rangeRule: PitchRangeRule { voice.scope.rangeRule }

  /// The measured segment.
  public var segment: Segment { voice.scope.segment }

  /// The offset from a time of the segment to a time of the recording, in seconds.
  public var offset: Double { voice.scope.offset }

  /// The first pass, for another analysis of the same samples.
  public var firstPass: FirstPass { voice.scope.firstPass }

  /// The F0 track of the whole recording in the first pitch range.
  public var overview: PitchTrack { voice.scope.overview }

  /// The F0 track of the segment.
  public var pitch: PitchTrack { voice.pitch }
}

/// Entry point of the DSP core: signal and settings in, measures out.
///
/// It is pure: the same signal and settings give the same results for any previous use of the
/// workspace.
public enum VoiceAnalyzer {
  /// Larger samples may overflow a double when energies are multiplied.
  private static let largestSample = 1e60

  /// Whether the arithmetic is valid for the sample magnitudes; full scale is 1.
  public static func canMeasure(_ signal: Signal) -> Bool {
    Rows.largestMagnitude(of: signal.samples.span) <= largestSample
  }

  /// Measures `signal` under `settings`.
  ///
  /// - Parameter firstPass: The cached first pass of another analysis of the same samples. It saves
  ///   time and does not change the results.
  public static func analyze(
    _ signal: Signal, settings: AnalysisSettings, after firstPass: FirstPass? = nil,
    workspace: inout AnalysisWorkspace
  ) -> VoiceAnalysis {
    let wanted = FeatureExtractors.wanted(by: settings)
    let intermediates = wanted.reduce(settings.judgedIntermediates) { $0.union($1.intermediates) }
    var voice = Voice(
      of: signal, settings: settings, making: intermediates, after: firstPass, workspace: &workspace
    )
    let judgement = settings.judges ? Judgement(of: voice, workspace: &workspace) : nil
    voice.measureHarmonicity(
      settings.harmonicityExtent(of: voice.pitch, judgement?.signalType),
      wanted: intermediates.contains(.harmonicity), workspace: &workspace)
    return VoiceAnalysis(
      voice: voice, families: families(wanted, of: voice, workspace: &workspace),
      stress: judgement?.stress, signalType: judgement?.signalType,
      f0Candidates: voice.scope.candidates ?? judgement?.f0Candidates,
      unfiltered: unfiltered(wanted, of: voice, workspace: &workspace))
  }

  /// The results of feature extractors, on several cores in parallel. The last ones take longest,
  /// and start first.
  private static func families(
    _ wanted: [any FeatureExtractor.Type], of voice: Voice, workspace: inout AnalysisWorkspace
  ) -> [any FeatureExtractor] {
    let tasks = wanted.reversed().map { family in
      { @Sendable (space: inout AnalysisWorkspace) -> any FeatureExtractor in
        family.init(of: voice, workspace: &space)
      }
    }
    return workspace.results(of: tasks).reversed()
  }

  /// The values of the feature extractors of Praat among `wanted`, with the sound below the voice.
  private static func unfiltered(
    _ wanted: [any FeatureExtractor.Type], of voice: Voice, workspace: inout AnalysisWorkspace
  ) -> [Measure: Double] {
    let wanted = wanted.filter { $0 == Shimmer.self || $0 == CrossCorrelationHarmonicity.self }
    guard !wanted.isEmpty, let voice = voice.unfiltered(workspace: &workspace) else { return [:] }
    var values: [Measure: Double] = [:]
    for family in wanted {
      let found = family.init(of: voice, workspace: &workspace)
      for measure in family.measures where voice.settings.asks(for: measure) {
        values[measure] = found.value(of: measure, in: voice).number
      }
    }
    return values
  }

  /// Evidence for suppressing values.
  private struct Judgement {
    let stress: PitchRangeSensitivity?
    let signalType: SignalType
    let f0Candidates: F0Candidates?

    init(of voice: Voice, workspace: inout AnalysisWorkspace) {
      stress = PitchRangeSensitivity(of: voice, workspace: &workspace)
      let evidence = SignalTypeEvidence.measure(SignalTypeSource(of: voice), workspace: &workspace)
      let other = stress.flatMap { stress in stress.voiced.map { (stress.tested, $0) } }
      signalType =
        other.map { SignalType(of: $0, voicedIn: $1) } ?? SignalTyping.classify(evidence)
      f0Candidates = evidence.candidates(after: stress, of: voice)
    }
  }

  /// The pitch settings of an analysis for a range.
  public static func pitchSettings(
    of settings: AnalysisSettings, range: PitchRange
  ) -> PitchSettings {
    var pitch = PitchSettings(method: settings.pitchMethod, range: range)
    pitch.sincWindow = settings.sincWindow
    pitch.silenceReference = settings.preset == .clinical ? .peakWithoutEvent : .peak
    return pitch
  }
}

extension AnalysisSettings {
  /// The frames of harmonicity to compute. Without pitch the whole recording is the segment, and
  /// every frame of noise or of a high tone has hundreds of candidates for suppressed values.
  fileprivate func harmonicityExtent(
    of pitch: PitchTrack, _ signalType: SignalType?
  ) -> Harmonicity.Extent {
    guard gates == .withhold, !includesContours, pitch.voicedFrequencies.isEmpty,
      let signalType, signalType.type ?? Self.noise >= Self.leastTypeWithoutPitch
    else { return .allFrames }
    return .existence
  }

  /// The signal types from this one on have no clear F0, and their harmonicity is suppressed.
  private static let leastTypeWithoutPitch = 3

  /// The type of a signal without a pitch; a type is undetermined only without a pitch.
  private static let noise = 4

  /// The intermediates for validity criteria and document fields, whichever measures are requested.
  fileprivate var judgedIntermediates: Set<Voice.Intermediate> {
    guard tier == .comprehensive else { return [] }
    var intermediates: Set<Voice.Intermediate> =
      gatesRecording || checks == .all ? [.bandwidth] : []
    if judges { intermediates.formUnion([.cycles, .prominence]) }
    if includesContours { intermediates.formUnion([.cycles, .harmonicity]) }
    return intermediates
  }
}
