// A history as a table for programs and as one for people.

import CommandSupport
import Testing
import VoiceTypes

@testable import sagevoice_server

@Suite struct HistoryTextTests {
  private static let history: VoiceHistory = {
    var first = HistorySession(
      id: "morning, at home", recordedAt: RecordedTime("2026-01-05T09:00:00Z"), vowels: 3)
    first.isInBaseline = true
    first.values = [
      HistoryValue(.jitterPPQ5, .known(0.25, vowels: 3)),
      HistoryValue(.cpps, .missing(MissingValue(code: "no_voicing", message: "m", sentence: nil))),
    ]
    var second = HistorySession(id: "b", recordedAt: nil, vowels: 2)
    second.deviceModel = "phone"
    second.flags = [.cold, .heavyVoiceUse]
    second.alerts = [.init(rule: .twoFamilies, families: [.jitter, .hnr])]
    var rough = HistoryValue(.jitterPPQ5, .known(1, vowels: 2))
    rough.usual = .init(mean: 0.25, range: .init(low: 0.125, high: 0.5))
    (rough.changeClass, rough.direction) = (.larger, .higher)
    second.values = [rough]
    return VoiceHistory(userID: "u1", sessions: [first, second])
  }()

  @Test func `each session and measure is a row, with empty cells for missing values`() {
    let lines = HistoryTable.text(of: Self.history).split(separator: "\n").map(String.init)

    #expect(
      lines == [
        "session_id,recorded_at,measure,unit,value,vowels,usual_mean,usual_low,usual_high,class,"
          + "direction,in_baseline",
        "\"morning, at home\",2026-01-05T09:00:00Z,jitter.ppq5_percent,%,0.25,3,,,,,,true",
        "\"morning, at home\",2026-01-05T09:00:00Z,voice_quality.cpps_db,dB,,0,,,,,,true",
        "b,,jitter.ppq5_percent,%,1.0,2,0.25,0.125,0.5,larger_than_usual_variation,higher,false",
      ])
  }

  @Test func `report lines fit 80 columns and contain the findings`() {
    let text = HistoryReport.text(of: Self.history, alerted: ["b"])

    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(text.contains("1   2026-01-05 *     0.250"))
    #expect(text.contains("1.00  0.13 to 0.50          beyond day-to-day variation"))
    #expect(text.contains("cold, heavy voice use"))
    #expect(text.contains("Alert (several groups of measures in one session): jitter"))
    #expect(text.contains("not a diagnosis"))
  }

  @Test func `a session without a stored alert is beyond day-to-day variation`() {
    let text = HistoryReport.text(of: Self.history, alerted: [])

    #expect(
      text.contains("Beyond day-to-day variation (several groups of measures in one session):"))
    #expect(!text.contains("Alert"))
  }

  @Test func `a person without sessions gives a message`() {
    let text = HistoryReport.text(of: VoiceHistory(userID: "u1", sessions: []), alerted: [])

    #expect(text == "No stored sessions of u1.\n")
  }
}
