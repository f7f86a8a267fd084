// Recordings of two people do not form a baseline. F0 separates some speakers; no other measure here
// does. The check reports such recordings before pooling (the article Change, "Baselines").

internal import RealModule
internal import VoiceMath
package import VoiceTypes

/// F0 gap that splits recordings into two groups.
package struct SpeakerMismatch: Equatable {
  /// F0 of a recording, or of a session with a known mean only.
  package struct Voice: Equatable {
    /// Name in messages.
    let name: String

    /// Mean F0, in hertz.
    let f0: Hertz

    /// Creates a voice.
    package init(name: String, f0: Hertz) { (self.name, self.f0) = (name, f0) }
  }

  /// The minimum F0 gap between two speakers, in semitones, between neighbours in order of F0 [E].
  /// Error rates: Benchmarks/Records/BaselinesAndLimits.md.
  private static let leastGap = 5.0
  private static let semitonesPerOctave = 12.0

  /// Smaller group; the one with the higher F0 for equal sizes.
  let named: [Voice]

  /// Larger group.
  let others: [Voice]

  /// Gap between the groups, in semitones.
  let semitones: Double

  /// Finds the widest F0 gap; nil if it is at most the minimum.
  package init?(among voices: [Voice]) {
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

  /// Compares the newest session with the baseline; nil for one voice. Names are for messages.
  package init?(of findings: ComparisonFindings, named name: String, baseline: String) {
    let f0 = findings.sessions.last?.measures.first { $0.measure == .f0Mean }
    guard let f0 else { return nil }
    self.init(among: [
      Voice(name: name, f0: Hertz(f0.value)), Voice(name: baseline, f0: Hertz(f0.usual)),
    ])
  }

  var message: String { fault.message }

  /// Fault of given recordings, which prevents pooling.
  package var fault: BaselineFault { finding(.f0Apart) }

  /// Fault of stored recordings, which prevents pooling.
  var faultInStore: BaselineFault { finding(.f0ApartInStore) }

  /// Compares a vowel with the earlier ones of its session; nil without a gap.
  /// - Parameter earlier: F0 of the earlier vowels, in hertz.
  package static func fault(ofVowel f0: Hertz, among earlier: [Hertz]) -> BaselineFault? {
    let voices = (earlier + [f0]).map { Voice(name: "", f0: $0) }
    guard let mismatch = SpeakerMismatch(among: voices) else { return nil }
    return BaselineFault(
      BaselineText.f0ApartOfVowel,
      [
        .range: "\(Decimal.text(f0.value, places: 0)) Hz",
        .otherRange: range(of: voices.dropLast()),
        .semitones: Decimal.text(mismatch.semitones, places: 1),
      ])
  }

  private func finding(_ text: BaselineText) -> BaselineFault {
    BaselineFault(
      text,
      [
        .names: named.map(\.name).joined(separator: ", "), .range: Self.range(of: named),
        .otherNames: others.map(\.name).joined(separator: ", "),
        .otherRange: Self.range(of: others), .semitones: Decimal.text(semitones, places: 1),
      ])
  }

  private static func range(of voices: some Sequence<Voice>) -> String {
    let ends = [voices.map(\.f0.value).min(), voices.map(\.f0.value).max()].compactMap { $0 }
      .map { Decimal.text($0, places: 0) }
    return Set(ends).count == 1 ? "\(ends[0]) Hz" : "\(ends.joined(separator: "–")) Hz"
  }
}

extension SessionValue {
  /// Mean F0 of the session, in hertz.
  var f0: Hertz { Hertz(ValueScale.logarithmic.value(mean)) }
}

/// Policy for recordings with an F0 gap.
public enum SpeakerMismatchRule: Sendable {
  /// The baseline is rejected.
  case rejectMismatch
  /// The baseline is accepted with a note; the caller confirms that all recordings are of one
  /// person.
  case allowMismatch
}
