// Every age band with every gender identity, sex assigned at birth and voice reference: category,
// reason and limits as the article ReferenceLimitsAndStandings has them, written out once more.

import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct ReferenceTableTests {
  struct Person: Sendable, CustomTestStringConvertible {
    let band: AgeBand?
    let identity: GenderIdentity?
    let sex: SexAssignedAtBirth?
    let reference: VoiceReference?

    var profile: UserProfile {
      Samples.person(
        age: (band?.rawValue.split(separator: "-").last).flatMap { Int($0) }, identity: identity,
        sex: sex, reference: reference)
    }

    var testDescription: String {
      "\(words(band)) \(words(identity)) \(words(sex)) \(words(reference))"
    }

    private func words<T: RawRepresentable<String>>(_ value: T?) -> String {
      value?.rawValue ?? "untold"
    }
  }

  static let everyone: [Person] = optional(AgeBand.self).flatMap { band in
    optional(GenderIdentity.self).flatMap { identity in
      optional(SexAssignedAtBirth.self).flatMap { sex in
        optional(VoiceReference.self).map { reference in
          Person(band: band, identity: identity, sex: sex, reference: reference)
        }
      }
    }
  }

  private static func optional<T: CaseIterable>(_ type: T.Type) -> [T?] {
    [nil] + T.allCases.map(Optional.some)
  }

  /// The F0 intervals in hertz.
  static let f0: [AgeBand: [ReferenceCategory: ClosedRange<Double>]] = [
    .from13To15: [.feminine: 165...300, .masculine: 75...300, .combined: 75...300],
    .from16To17: [.feminine: 165...300, .masculine: 80...190, .combined: 80...300],
    .from18To59: [.feminine: 150...290, .masculine: 80...185, .combined: 80...290],
    .from60To90: [.feminine: 135...270, .masculine: 80...200, .combined: 80...270],
    .from91To120: [.feminine: 135...270, .masculine: 80...200, .combined: 80...270],
  ]

  /// The rules under "Whose pitch": the category and a word of its reason.
  private func expectation(of person: Person) -> (category: ReferenceCategory?, reason: String) {
    switch (person.reference, person.identity, person.sex) {
    case (.feminine, _, _): (.feminine, "chose the feminine")
    case (.masculine, _, _): (.masculine, "chose the masculine")
    case (.combined, _, _): (.combined, "chose both")
    case (.some(.none), _, _): (nil, "chose no comparison")
    case (nil, .woman, .female): (.feminine, "same reference group")
    case (nil, .man, .male): (.masculine, "same reference group")
    default: (.combined, "both groups together")
    }
  }

  @Test func `the samples cover each combination once`() {
    #expect(Self.everyone.count == 6 * 6 * 5 * 5)
  }

  @Test func `category, reason and F0 interval follow the rules`() throws {
    let recording = Samples.recording([.f0Mean: 120, .f0Median: 121])
    for person in Self.everyone {
      let assessment = try Samples.assessor.get().assess(recording, of: person.profile)
      let expected = expectation(of: person)
      let demographic = assessment.reference.demographic
      let interval = person.band.flatMap { band in expected.category.flatMap { Self.f0[band]?[$0] }
      }

      #expect(demographic.band == person.band, "\(person.testDescription)")
      #expect(demographic.category == expected.category, "\(person.testDescription)")
      #expect(demographic.reason.contains(expected.reason), "\(person.testDescription)")
      for measure in assessment.measures {
        #expect(measure.typical?.low == interval?.lowerBound, "\(person.testDescription)")
        #expect(measure.typical?.high == interval?.upperBound, "\(person.testDescription)")
        #expect(measure.published == nil)
        #expect(measure.standing == standing(of: measure.value, in: interval))
      }
    }
  }

  private func standing(of value: Double, in interval: ClosedRange<Double>?)
    -> ReferenceClassification
  {
    guard let interval else { return .noReference }
    return interval.contains(value) ? .within : .unusualForReference
  }

  @Test func `limits of cycles and noise are the same for everybody up to 90 years`() throws {
    let recording = Samples.recording([.jitterLocal: 0.3, .hnrMean: 25])
    for person in Self.everyone {
      let assessment = try Samples.assessor.get().assess(recording, of: person.profile)
      let isCompared = person.band != nil && person.band != .from91To120

      #expect(assessment.measures.count == 2)
      for measure in assessment.measures {
        #expect(
          measure.standing == (isCompared ? .within : .noReference), "\(person.testDescription)")
      }
    }
  }

  @Test func `reasons contain no self-reported data`() {
    let words =
      GenderIdentity.allCases.map(\.rawValue) + SexAssignedAtBirth.allCases.map(\.rawValue)
    for person in Self.everyone {
      let reason = VoiceDemographic(of: person.profile).reason
      let told = reason.split { !$0.isLetter }.filter { words.contains(String($0)) }
      #expect(told == [], "\(reason)")
    }
  }

  @Test func `sentences, cautions and reasons use no words of diagnosis`() throws {
    let values: [Double] = [0, 0.005, 0.9, 3, 15, 19, 400]
    let recordings = values.flatMap { value in
      [95.0, 75, 50].map { confidence in
        Samples.recording(Dictionary(uniqueKeysWithValues: Measure.allCases.map { ($0, value) })) {
          $0.findings.biomarkers[.f0Confidence] = Measured(confidence)
        }
      }
    }
    var texts: Set<String> = []
    for person in Self.everyone where person.reference == nil || person.sex == nil {
      for recording in recordings where person.identity == .woman || person.identity == nil {
        let assessment = try Samples.assessor.get().assess(recording, of: person.profile)
        texts.formUnion(assessment.reference.cautions + assessment.recording.reasons)
        texts.formUnion(assessment.measures.map(\.sentence))
        texts.insert(assessment.reference.demographic.reason)
      }
    }

    let found = try texts.sorted().flatMap { try RuledOutWords.found(in: $0) }

    #expect(texts.count > 300)
    #expect(found == [])
  }
}
