import VoiceTypes

/// Pitch and cycles of the sustained sound without onset and offset.
///
/// The steadiest three seconds of a long vowel have less variation than the vowel: the standard
/// deviation of F0 is 0.65 to 0.85 of that of all windows, and the extent of a tremor half of its
/// mean. Measures of variation therefore use the whole sound.
public struct SustainedVowel: Sendable {
  /// The F0 track; time starts with the sound.
  public let pitch: PitchTrack

  /// The cycles; time starts with the sound.
  public let cycles: GlottalCycles

  /// Creates a vowel with known pitch and cycles.
  init(pitch: PitchTrack, cycles: GlottalCycles) {
    self.pitch = pitch
    self.cycles = cycles
  }

  /// Measures the sound around the segment with the settings of the segment; nil if it is not
  /// `wanted` or no longer than the segment.
  init?(
    _ wanted: Set<Voice.Intermediate>, of signal: Signal, scope: AnalysisScope,
    settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) {
    guard wanted.contains(.vowel), let times = scope.vowel else { return nil }
    let (part, offset) = signal.part(from: times.lowerBound, to: times.upperBound)
    pitch = PitchTracker.track(
      part, settings: VoiceAnalyzer.pitchSettings(of: settings, range: scope.pitchRange),
      workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: part, pitch: pitch, fallback: settings.pulseFallback, workspace: &workspace)
    let filtered = part.withoutLowSound(
      at: offset, of: signal, pitch: pitch, settings, workspace: &workspace)
    cycles = GlottalCycles(
      of: filtered, pitch: pitch, pulses: pulses, range: scope.reportRange)
  }

  /// The parameter of a group of measures of the whole sound; none if the segment is not part of a
  /// longer sound by rule.
  static func choices(of group: String, in settings: AnalysisSettings) -> [NamedParameter] {
    settings.segment == .steady
      ? [NamedParameter("\(group)_segment", .text(MeasuredPart.vowel.rawValue))] : []
  }
}
