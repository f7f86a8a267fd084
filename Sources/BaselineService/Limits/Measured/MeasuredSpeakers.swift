// From recordings to people: one person, one number of each measure.

internal import VoiceMath
package import VoiceTypes

/// People of a corpus with the values of their voices.
public struct MeasuredSpeakers: Sendable {
  /// Why a person does not count; the raw values stand in the file.
  public enum LeftOut: String, CaseIterable, Sendable {
    /// The table tells another state of health than those asked for.
    case anotherGroup = "another_group"
    /// The table does not tell sex and age, or an age that the service is not made for.
    case unknownPerson = "sex_or_age_unknown"
    /// No recording can be used.
    case noUsableRecording = "no_usable_recording"
  }

  /// One person.
  package struct Speaker: Sendable {
    let sex: ReferenceCategory
    let band: AgeBand

    /// The mean over the usable recordings, formed on the scale of the measure, in its unit.
    package let values: [Measure: Double]
  }

  /// The people who count.
  package let speakers: [Speaker]

  /// How many do not, and why.
  public let leftOut: [LeftOut: Int]

  /// The kinds of files that were used, such as `pcm_16 at 50000 Hz`, in their order.
  let codecs: [String]

  /// How many people count.
  public var count: Int { speakers.count }

  /// Makes people of measured recordings.
  /// - Parameter vowels: Results by the file that the table names.
  public init(
    in manifest: SpeakerManifest, by plan: MeasurementPlan, vowels: [String: MeasuredVowel],
    minimums: [RecordingMinimum]
  ) {
    var speakers: [Speaker] = []
    var leftOut: [LeftOut: Int] = [:]
    var codecs: Set<String> = []
    for person in plan.people(in: manifest) {
      guard person.standing(by: plan.groups) == nil, let sex = person.sex, let band = person.band
      else {
        leftOut[person.standing(by: plan.groups) ?? .unknownPerson, default: 0] += 1
        continue
      }
      // The rules for a recording that is held against a baseline are those for one held against
      // people: a steady, regular voice, and no check that failed.
      let validation = BaselineValidation(for: .comparison, minimums: minimums, category: sex)
      let usable = Self.usable(of: person, by: plan) { row in
        vowels[row.file].flatMap { validation.judge($0).use == .used ? $0 : nil }
      }
      guard let usable else {
        leftOut[.noUsableRecording, default: 0] += 1
        continue
      }
      codecs.formUnion(usable.vowels.compactMap(Self.codec))
      speakers.append(
        Speaker(
          sex: sex, band: band,
          values: Self.means(of: usable.vowels, hasFirstVowel: usable.kind == 0)))
    }
    self.speakers = speakers
    self.leftOut = leftOut
    self.codecs = codecs.sorted()
  }

  /// The usable recordings of the first kind that has any.
  private static func usable(
    of person: MeasurementPlan.Person, by plan: MeasurementPlan,
    _ vowel: (SpeakerManifest.Row) -> MeasuredVowel?
  ) -> (kind: Int, vowels: [MeasuredVowel])? {
    for kind in plan.patterns.indices {
      let vowels = person.rows.filter { plan.kind(of: $0) == kind }.compactMap(vowel)
      if !vowels.isEmpty { return (kind, vowels) }
    }
    return nil
  }

  private static func means(
    of vowels: [MeasuredVowel], hasFirstVowel: Bool
  ) -> [Measure: Double] {
    var means: [Measure: Double] = [:]
    for measure in Measure.allCases {
      let spread = measure.facts.spread
      guard hasFirstVowel || spread.vowels == .pooled else { continue }
      let scale = spread.scale
      let values = vowels.compactMap { vowel in
        vowel.document.findings?.biomarkers[measure].number.flatMap { scale.transformed($0) }
      }
      means[measure] = Statistics.mean(values).map(scale.value)
    }
    return means
  }

  private static func codec(of vowel: MeasuredVowel) -> String? {
    let facts = vowel.document.recording
    guard let encoding = facts.encoding, let rate = facts.sampleRate else { return nil }
    return "\(encoding.rawValue) at \(rate)"
  }

  /// The distribution of a measure in a group; nil without a value.
  package func distribution(
    of measure: Measure, in band: AgeBand, _ category: ReferenceCategory
  ) -> MeasuredDistribution? {
    MeasuredDistribution(
      of: people(in: band, category).compactMap { $0.values[measure] }, measure, band: band,
      category: category)
  }

  /// The people of a group.
  package func people(in band: AgeBand, _ category: ReferenceCategory) -> [Speaker] {
    speakers.filter { $0.band == band && (category == .combined || $0.sex == category) }
  }
}
