public import VoiceTypes

/// Maximum duration of one breath: of a vowel, or of /s/ or /z/.
///
/// A sound ends where the level stays 25 dB below its reference for 0.1 s or longer. A vowel lasts
/// from its first voiced frame to its last in one sound, so that breath noise and irregular voice
/// around or within it do not end or prolong it. A fricative lasts as long as its sound. The longest
/// one counts. A sound that reaches an edge of the recording is a lower bound and no value.
///
/// Source: Speyer et al. (2010), J Voice 24:281; Eckel & Boone (1981), J Speech Hear Disord 46:147.
/// The level and its arguments are those of Praat's "To TextGrid (silences)".
public struct MaximumPhonation: Sendable, Equatable {
  /// Duration of the longest sound, in seconds.
  public let duration: Measured

  /// Measures a signal; `pitch` is its F0 track for a vowel, and nil for a fricative.
  package init(of signal: Signal, pitch: PitchTrack?, workspace: inout AnalysisWorkspace) {
    do throws(Unavailability) {
      let sounds = try NonsilentIntervals(
        of: signal, ignoring: NonsilentIntervals.longestEvent, workspace: &workspace
      ).intervals
      duration = Self.longest(of: sounds, in: signal, pitch: pitch)
    } catch {
      duration = .unavailable(error)
    }
  }

  private static func longest(
    of sounds: [ClosedRange<Double>], in signal: Signal, pitch: PitchTrack?
  ) -> Measured {
    let timed = sounds.compactMap { sound in
      let seconds =
        pitch.map { voiced(in: sound, of: $0) } ?? sound.upperBound - sound.lowerBound
      return seconds > 0 ? (sound: sound, seconds: seconds) : nil
    }
    guard let longest = timed.max(by: { $0.seconds < $1.seconds }) else {
      return .unavailable(.noVoicing)
    }
    let end = signal.duration.value
    guard longest.sound.lowerBound > 0, longest.sound.upperBound < end else {
      return .unavailable(.cutOff(after: longest.seconds))
    }
    return Measured(longest.seconds)
  }

  /// Time from the start of the first voiced frame in a sound to the end of the last; 0 without one.
  private static func voiced(in sound: ClosedRange<Double>, of pitch: PitchTrack) -> Double {
    let frames = pitch.frequencies.indices.filter {
      pitch.isVoiced($0) && sound.contains(pitch.time(ofFrame: $0))
    }
    guard let first = frames.first, let last = frames.last else { return 0 }
    return Double(last - first + 1) * pitch.timeStep
  }
}

extension MaximumPhonation: FeatureExtractor {
  /// The maximum phonation time.
  public static let measures: [Measure] = [.maximumPhonationTime]

  /// The sounds of the whole recording.
  public static let intermediates: Set<Voice.Intermediate> = [.maximumPhonation]

  /// The arguments of the level; none for other tasks.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    guard settings.asks(for: .maximumPhonationTime) else { return [] }
    return [
      NamedParameter("breath_silence_depth_db", NonsilentIntervals.silenceDepth.value),
      NamedParameter("breath_least_silence_s", NonsilentIntervals.leastSilence.value),
      NamedParameter("breath_least_sounding_s", NonsilentIntervals.leastSounding.value),
      NamedParameter("breath_longest_event_s", NonsilentIntervals.longestEvent.value),
    ]
  }

  /// Uses the maximum phonation of the voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    self = voice.maximumPhonation
  }

  /// The duration in seconds.
  public func value(of measure: Measure, in voice: Voice) -> Measured { duration }
}

extension Unavailability {
  /// The sound reaches an edge of the recording after at least `seconds`.
  fileprivate static func cutOff(after seconds: Double) -> Unavailability {
    // Rounded down, so that the text remains a lower bound.
    let shown = Seconds((100 * seconds).rounded(.down) / 100)
    return Unavailability(ReasonText.cutOff, [.found: "\(shown)"], found: seconds)
  }
}
