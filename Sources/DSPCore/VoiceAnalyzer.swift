// The stages of an analysis, in order: the voice, its measures, and what these are judged by.

public import VoiceTypes

/// What was measured on one signal.
public struct VoiceAnalysis: Sendable {
  /// What was measured.
  public let voice: Voice

  /// What each family of measures found that something was asked of.
  public let families: [any Measurer]

  /// How the numbers stand against neighbouring pitch ranges; nil where that was not asked for.
  public let stress: RangeStressTest?

  /// How regular the voice is, with the evidence; nil where that was not asked for.
  public let signalType: SignalType?

  /// The frequencies that F0 may be, where its octave is open or somebody decided it.
  public let f0Candidates: F0Candidates?

  /// What one family of measures found; nil where nothing was asked of it.
  public subscript<Family: Measurer>(_ family: Family.Type) -> Family? {
    families.lazy.compactMap { $0 as? Family }.first
  }

  /// A measure in the unit of the document; nil where it was not asked for.
  public func value(of measure: Measure) -> Measured? {
    families.first { type(of: $0).measures.contains(measure) }?.value(of: measure, in: voice)
  }
}

extension VoiceAnalysis {
  /// The range that F0 was looked for in.
  public var pitchRange: PitchRange { voice.scope.pitchRange }

  /// How that range was found.
  public var rangeRule: PitchRangeRule { voice.scope.rangeRule }

  /// The stretch that was measured.
  public var segment: Segment { voice.scope.segment }

  /// What to add to a time of the voice to get a time of the recording, in seconds.
  public var offset: Double { voice.scope.offset }

  /// What was seen first, for another analysis of the same samples.
  public var firstLook: FirstLook { voice.scope.firstLook }

  /// F0 frame by frame over the whole recording, in the first range.
  public var overview: PitchTrack { voice.scope.overview }

  /// F0 frame by frame over the stretch.
  public var pitch: PitchTrack { voice.pitch }
}

/// The entry to the DSP core: a signal and settings in, measures out.
///
/// Pure: the same signal and settings give the same numbers, whatever the workspace was used for
/// before.
public enum VoiceAnalyzer {
  /// Larger samples could leave the range of a double when energies are multiplied.
  private static let largestSample = 1e60

  /// Whether the arithmetic holds for samples of this size; full scale is 1.
  public static func canMeasure(_ signal: Signal) -> Bool {
    Rows.largestMagnitude(of: signal.samples.span) <= largestSample
  }

  /// Measures `signal` as `settings` say.
  ///
  /// - Parameter look: The first look of another analysis at the same samples, which this one need not do again
  ///   then. Its numbers do not depend on whether it is given.
  public static func analyze(
    _ signal: Signal, settings: AnalysisSettings, after look: FirstLook? = nil,
    workspace: inout AnalysisWorkspace
  ) -> VoiceAnalysis {
    let wanted = Measurers.wanted(by: settings)
    let materials = wanted.reduce(settings.judgedMaterials) { $0.union($1.materials) }
    var voice = Voice(
      of: signal, settings: settings, making: materials, after: look, workspace: &workspace)
    let judgement = settings.judges ? Judgement(of: voice, workspace: &workspace) : nil
    voice.measureHarmonicity(
      settings.harmonicityExtent(of: voice.pitch, judgement?.signalType),
      wanted: materials.contains(.harmonicity), workspace: &workspace)
    let families = wanted.map { $0.init(of: voice, workspace: &workspace) }
    return VoiceAnalysis(
      voice: voice, families: families, stress: judgement?.stress,
      signalType: judgement?.signalType,
      f0Candidates: voice.scope.candidates ?? judgement?.f0Candidates)
  }

  /// The evidence by which numbers are withheld.
  private struct Judgement {
    let stress: RangeStressTest?
    let signalType: SignalType
    let f0Candidates: F0Candidates?

    init(of voice: Voice, workspace: inout AnalysisWorkspace) {
      stress = RangeStressTest(of: voice, workspace: &workspace)
      let evidence = SignalTypeEvidence.measure(SignalTypeSource(of: voice), workspace: &workspace)
      signalType = SignalTyping.classify(evidence)
      f0Candidates = evidence.candidates(after: stress, settings: voice.settings)
    }
  }

  /// The pitch analysis that `settings` ask for, in a range.
  public static func pitchSettings(
    of settings: AnalysisSettings, range: PitchRange
  ) -> PitchSettings {
    var pitch = PitchSettings(method: settings.pitchMethod, range: range)
    pitch.sincWindow = settings.sincWindow
    return pitch
  }
}

extension AnalysisSettings {
  /// The frames of harmonicity that a sound is worth: without a pitch all of a recording is the segment, and
  /// every frame of noise or of a high tone has hundreds of candidates, for numbers that are withheld.
  fileprivate func harmonicityExtent(
    of pitch: PitchTrack, _ signalType: SignalType?
  ) -> Harmonicity.Extent {
    guard gates == .withhold, !includesContours, pitch.voicedFrequencies.isEmpty,
      let type = signalType?.type, type >= Self.leastTypeWithoutPitch
    else { return .allFrames }
    return .existence
  }

  /// The signal types from this one on have no clear F0, and their harmonicity is withheld.
  private static let leastTypeWithoutPitch = 3

  /// What numbers are judged by and documents carry whichever measures were asked for.
  fileprivate var judgedMaterials: Set<Voice.Material> {
    guard tier == .comprehensive else { return [] }
    var materials: Set<Voice.Material> = [.bandwidth]
    if judges { materials.formUnion([.cycles, .prominence]) }
    if includesContours { materials.formUnion([.cycles, .harmonicity]) }
    return materials
  }
}
