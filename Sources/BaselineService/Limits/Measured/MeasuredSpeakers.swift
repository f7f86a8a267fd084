internal import VoiceMath
package import VoiceTypes

/// People of a corpus with their measured values, one value per person and measure.
public struct MeasuredSpeakers: Sendable {
  /// Reason why a person is excluded; the raw values are part of the file format.
  public enum LeftOut: String, CaseIterable, Sendable {
    /// The manifest states a health group that was not requested.
    case anotherGroup = "another_group"
    /// The manifest lacks sex or age, or the age is out of range.
    case unknownPerson = "sex_or_age_unknown"
    /// No usable recording.
    case noUsableRecording = "no_usable_recording"
  }

  package struct Speaker: Sendable {
    let sex: ReferenceCategory
    let band: AgeBand

    /// Means over the recordings of the preferred kind, computed on the scale of each measure, in
    /// its unit.
    package let values: [Measure: Double]

    /// Values of every usable recording of any kind.
    let recordings: [[Measure: Double]]
  }

  /// Included people.
  package let speakers: [Speaker]

  /// Number of excluded people by reason.
  public let leftOut: [LeftOut: Int]

  /// Encodings of the recordings, such as `pcm_16 at 50000 Hz`, sorted.
  let codecs: [String]

  /// Number of included people.
  public var count: Int { speakers.count }

  /// Collects people from measured recordings.
  /// - Parameter vowels: Results by file name, without suppression of unsteady values: that would
  ///   select the people with steadier voices.
  public init(
    in manifest: SpeakerManifest, by plan: MeasurementPlan, vowels: [String: MeasuredVowel]
  ) {
    var speakers: [Speaker] = []
    var leftOut: [LeftOut: Int] = [:]
    var codecs: Set<String> = []
    for person in plan.people(in: manifest) {
      guard person.exclusionReason(by: plan.groups) == nil, let sex = person.sex,
        let band = person.band
      else {
        leftOut[person.exclusionReason(by: plan.groups) ?? .unknownPerson, default: 0] += 1
        continue
      }
      let usable = Self.usable(of: person, by: plan) {
        vowels[$0.file].flatMap { Self.usable($0, by: plan) }
      }
      guard let usable else {
        leftOut[.noUsableRecording, default: 0] += 1
        continue
      }
      codecs.formUnion(usable.vowels.compactMap(Self.codec))
      speakers.append(
        Speaker(
          sex: sex, band: band,
          values: Self.means(of: usable.vowels, hasFirstVowel: usable.kind == 0),
          recordings: person.rows
            .compactMap { vowels[$0.file].flatMap { Self.usable($0, by: plan) } }
            .map(Self.numbers)))
    }
    self.speakers = speakers
    self.leftOut = leftOut
    self.codecs = codecs.sorted()
  }

  /// Returns the recording if it has an F0 and no failed check, or if the plan accepts failed
  /// checks.
  private static func usable(_ vowel: MeasuredVowel, by plan: MeasurementPlan) -> MeasuredVowel? {
    let hasVoice = vowel.document.findings?.biomarkers[.f0Mean].number != nil
    let holds = plan.countsFailedChecks || vowel.document.quality.verdict != .fail
    return hasVoice && holds ? vowel : nil
  }

  private static func numbers(of vowel: MeasuredVowel) -> [Measure: Double] {
    Dictionary(
      Measure.allCases.compactMap { measure in
        vowel.document.findings?.biomarkers[measure].number.map { (measure, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the usable recordings of the first kind that has any.
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

  /// Computes the distribution of a measure in a group; nil without a value.
  /// - Parameter leftOut: The index of a person to exclude.
  package func distribution(
    of measure: Measure, in bands: [AgeBand], _ category: ReferenceCategory,
    leavingOut leftOut: Int? = nil
  ) -> MeasuredDistribution? {
    let values = speakers.indices.compactMap { index in
      index != leftOut && speakers[index].belongs(to: bands, category)
        ? speakers[index].values[measure] : nil
    }
    return MeasuredDistribution(of: values, measure, bands: bands, category: category)
  }

  package func people(in bands: [AgeBand], _ category: ReferenceCategory) -> [Speaker] {
    speakers.filter { $0.belongs(to: bands, category) }
  }
}

extension MeasuredSpeakers.Speaker {
  fileprivate func belongs(to bands: [AgeBand], _ category: ReferenceCategory) -> Bool {
    bands.contains(band) && (category == .combined || sex == category)
  }
}
