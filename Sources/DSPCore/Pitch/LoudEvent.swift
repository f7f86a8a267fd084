import VoiceTypes

/// Single loud event, such as a cough or a door, whose peak puts the voice below the silence
/// threshold of a pitch analysis.
///
/// The silence threshold is a fraction of the largest sample. A cough 30 dB above a vowel thus makes
/// the vowel silent. If the path has no voice, the threshold becomes relative to the peak of the rest
/// of the signal, provided that the rest is voiced. Any other track is unchanged. (Project rule.)
enum LoudEvent {
  /// The longest event, in seconds [E].
  private static let longest = 0.5

  /// Maximum peak of the rest relative to the event, −12 dB [E].
  private static let mostRest = 0.25

  /// The longest voiced run that may be the event itself, and the shortest run of a voice, in
  /// seconds [E].
  private static let longestVoicedEvent = 0.25
  private static let shortestVoice = 0.5

  /// The peak of the frames without an event, relative to the largest frame; nil if no event hides
  /// the voice of a path with the voiced runs `frequencies`.
  static func peakWithout(
    _ intensities: [Double], voiced: [Bool], timeStep: Double, floor: Hertz
  ) -> Double? {
    // The peak of a frame is searched within a period of the floor.
    let frames = Int(((longest + 1 / floor.value) / timeStep).rounded(.up))
    guard frames < intensities.count,
      longestRun(of: voiced, timeStep: timeStep) < longestVoicedEvent
    else { return nil }
    var levels = intensities
    let rest = OrderStatistic.smallest(rank: levels.count - 1 - frames, of: &levels)
    return rest > 0 && rest <= mostRest ? rest : nil
  }

  /// Whether a path has the voiced run of a voice.
  static func hidVoice(of voiced: [Bool], timeStep: Double) -> Bool {
    longestRun(of: voiced, timeStep: timeStep) >= shortestVoice
  }

  private static func longestRun(of voiced: [Bool], timeStep: Double) -> Double {
    var (longest, run) = (0, 0)
    for isVoiced in voiced {
      run = isVoiced ? run + 1 : 0
      longest = max(longest, run)
    }
    return Double(longest) * timeStep
  }

  /// The parameters of the rule; none for the peak alone.
  static func choices(of reference: SilenceReference) -> [NamedParameter] {
    guard reference == .peakWithoutEvent else { return [] }
    return [
      NamedParameter("pitch_silence_reference", .text(reference.rawValue)),
      NamedParameter("pitch_event_longest_s", longest),
      NamedParameter("pitch_event_most_rest", mostRest),
      NamedParameter("pitch_event_longest_voiced_s", longestVoicedEvent),
      NamedParameter("pitch_event_shortest_voice_s", shortestVoice),
    ]
  }
}
