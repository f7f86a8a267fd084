// Pages of every kind: without a person, with limits and a baseline, with visits, and of documents
// without their audio.

import BaselineService
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes

/// The parts of one page.
struct Page: Sendable, CustomTestStringConvertible {
  let name: String
  private let made: @Sendable (Language) throws -> ReportContent
  private let contents = Kept<Language, ReportContent>()

  var testDescription: String { name }

  init(_ name: String, _ content: @escaping @Sendable (Language) throws -> ReportContent) {
    (self.name, made) = (name, content)
  }

  func content(_ language: Language) throws -> ReportContent {
    try contents.value(of: language) { try made(language) }
  }

  /// Every recording alone.
  static let plain = Drawn.all.map { drawn in
    Page(drawn.name) { content(of: drawn, $0) }
  }

  /// A document that does not hold the sound, of each.
  static let soundless = Drawn.all.map { drawn in
    Page("\(drawn.name), document alone") { _ in
      ReportContent(
        document: drawn.examined.document, profile: nil, baseline: nil, drawings: [])
    }
  }

  /// Every recording with a person of some age, the personal range, and visits.
  static let ofPerson = Drawn.all.flatMap { drawn in
    [40, 14, 95].map { age in
      Page("\(drawn.name), \(age) years") { try personal(content(of: drawn, $0), age: age) }
    }
  }

  /// Every recording with the limits for a person with an age alone.
  static let nearLimits = Drawn.all.flatMap { drawn in
    [40, 14, 95].map { age in
      Page("\(drawn.name), \(age) years, limits alone") {
        try nearLimits(content(of: drawn, $0), age: age)
      }
    }
  }

  static let all = plain + soundless + ofPerson + nearLimits

  private static func content(of drawn: Drawn, _ language: Language) -> ReportContent {
    ReportContent(
      document: drawn.examined.document, profile: nil, baseline: nil,
      drawings: drawings(of: drawn, language),
      summary: Figure.summary(of: drawn.material, language: language))
  }

  private static let kept = Kept<[String], [ReportContent.Drawing]>()

  /// All figures of a recording.
  static func drawings(of drawn: Drawn, _ language: Language) -> [ReportContent.Drawing] {
    kept.value(of: [drawn.name, language.rawValue]) {
      FigureKind.allCases.map { .init(kind: $0, scene: drawn.scene($0, language)) }
    }
  }

  private static let assessor = Result { try Assessor.embedded() }

  private static func personal(
    _ content: ReportContent, age: Int
  ) throws -> ReportContent {
    let separate = try nearLimits(content, age: age)
    var personal = ReportContent(
      document: separate.document, profile: separate.profile, baseline: Visits.baseline,
      drawings: content.drawings, summary: content.summary)
    personal.history = Visits.history(of: 7)
    return personal
  }

  private static func nearLimits(
    _ content: ReportContent, age: Int
  ) throws -> ReportContent {
    var profile = UserProfile(userID: "<anna> & \"co\"")
    profile.age = Age(years: age)
    profile.voiceReference = .masculine
    profile.deviceModel = "phone"
    let document = VoicePipeline.assessed(
      content.document, for: profile, by: try assessor.get())
    return ReportContent(
      document: document, profile: profile, baseline: nil, drawings: content.drawings,
      summary: content.summary)
  }
}

/// Invented visits.
enum Visits {
  static let baseline = VocalBaseline(
    status: .provisional,
    person: BaselinePerson(UserProfile(userID: "anna"), demographic: nil), context: "home",
    conditions: RecordingConditions(
      deviceModel: "phone", encoding: .pcm16, sampleRate: 44_100, preset: .clinical,
      settingsSHA256: String(repeating: "a", count: 64), version: "1.2.3"),
    sessions: (0..<3).map { number in
      VoiceSession(
        id: "S\(number)", recordings: [],
        values: [
          .f0Mean: SessionValue(mean: log(120 + Double(number)), vowels: 3),
          .hnrMean: SessionValue(mean: 21 + Double(number), vowels: 3),
          .jitterPPQ5: SessionValue(mean: log(0.2 + 0.02 * Double(number)), vowels: 3),
        ])
    }, parent: nil)

  /// `count` visits; the first three make a baseline, and the fifth has no number.
  static func history(of count: Int) -> VoiceHistory {
    var history = VoiceHistory(
      userID: "anna",
      sessions: (0..<count).map { number in
        let day = number < 9 ? "0\(number + 1)" : "\(number + 1)"
        var session = HistorySession(
          id: "S\(number)", recordedAt: RecordedTime("2026-03-\(day)T09:00:00Z"), vowels: 3)
        session.isInBaseline = number < 3
        session.deviceModel = "phone"
        session.flags = number == 4 ? [.cold] : []
        session.alerts =
          number == 5 ? [HistorySession.Alert(rule: .twoFamilies, families: [.hnr])] : []
        session.values = [Measure.f0Mean, .jitterPPQ5, .shimmerAPQ3, .hnrMean, .cpps].map {
          value(of: $0, at: number)
        }
        return session
      })
    history.nextDue = "2026-04-01"
    return history
  }

  private static func value(of measure: Measure, at number: Int) -> HistoryValue {
    let mean = measure == .f0Mean ? 120.0 : measure == .hnrMean ? 21 : 0.3
    guard number != 4 else { return HistoryValue(measure, .missing(MissingValue(.noVoicing))) }
    var value = HistoryValue(
      measure, .known(mean * (1 + 0.03 * Double(number % 3)), vowels: 3))
    guard number > 2, measure != .cpps else { return value }
    value.usual = HistoryValue.Usual(
      mean: mean, range: ConfidenceInterval(low: 0.93 * mean, high: 1.09 * mean))
    value.changeClass = number == 5 ? .larger : .noChangeDetected
    return value
  }
}
