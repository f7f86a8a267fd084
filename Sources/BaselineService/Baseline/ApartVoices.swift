// Recordings of two people make a baseline of neither. F0 tells some people apart, and nothing else here
// does; what it tells is named before anything is pooled (the article ChangeDetection, "Whose voice").

internal import RealModule
internal import VoiceMath
internal import VoiceTypes

/// Recordings whose F0 lies apart from that of the others.
struct ApartVoices: Equatable {
  /// A recording, or a session of which only the mean is known.
  struct Voice: Equatable {
    /// How it is named.
    let name: String

    /// Its mean F0.
    let f0: Hertz
  }

  /// So far apart lie neighbours in the order of F0 that are held to be of two people, in semitones [E].
  /// Error rates: Benchmarks/Records/2026-11-22-f0-apart.md.
  private static let leastGap = 5.0
  private static let semitonesPerOctave = 12.0

  /// The fewer of them; those with the higher F0 of equally many.
  let named: [Voice]

  /// The others.
  let others: [Voice]

  /// How far the two groups lie apart, in semitones.
  let semitones: Double

  /// Looks for the widest gap; nil where it is no wider than that of one person may be.
  init?(among voices: [Voice]) {
    let ascending = voices.enumerated()
      .sorted { ($0.element.f0.value, $0.offset) < ($1.element.f0.value, $1.offset) }
      .map(\.element)
    let gaps = zip(ascending, ascending.dropFirst()).map { lower, upper in
      Self.semitonesPerOctave * Double.log2(upper.f0.value / lower.f0.value)
    }
    guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] > Self.leastGap
    else { return nil }
    let (lower, upper) = (Array(ascending[...widest]), Array(ascending[(widest + 1)...]))
    (named, others) = upper.count <= lower.count ? (upper, lower) : (lower, upper)
    semitones = gaps[widest]
  }

  /// What was found.
  var message: String { fault.message }

  /// Why the recordings are not pooled.
  var fault: BaselineFault {
    BaselineFault(
      BaselineText.f0Apart,
      [
        .names: named.map(\.name).joined(separator: ", "), .range: Self.range(of: named),
        .otherNames: others.map(\.name).joined(separator: ", "),
        .otherRange: Self.range(of: others), .semitones: Decimal.text(semitones, places: 1),
      ])
  }

  private static func range(of voices: [Voice]) -> String {
    let ends = [voices.map(\.f0.value).min(), voices.map(\.f0.value).max()].compactMap { $0 }
      .map { Decimal.text($0, places: 0) }
    return Set(ends).count == 1 ? "\(ends[0]) Hz" : "\(ends.joined(separator: " to ")) Hz"
  }
}

extension SessionValue {
  /// The mean F0 that a session's value stands for.
  var f0: Hertz { Hertz(ValueScale.logarithmic.value(mean)) }
}

/// Whether recordings whose F0 lies apart may be pooled.
public enum VoiceRule: Sendable {
  /// They are named, and make no baseline.
  case mustBeAlike
  /// They are named in a note: whoever asks for the baseline knows that they are of one person.
  case mayLieApart
}
