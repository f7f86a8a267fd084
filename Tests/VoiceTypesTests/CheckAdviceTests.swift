// The finding and the advice of a check.

import Testing
import VoiceTypes

@Suite struct CheckAdviceTests {
  @Test(arguments: CheckText.allCases)
  func `the message of a check is its finding and its advice`(text: CheckText) throws {
    let code = try #require(CheckID(rawValue: text.code))
    let values = Dictionary(uniqueKeysWithValues: text.parameters.map { ($0, "<\($0.rawValue)>") })
    let check = QualityCheck(
      id: code, verdict: .fail, value: nil, unit: "", limit: nil, saying: text.filled(values))
    let (finding, advice) = check.findingAndAdvice

    #expect([finding, advice].compactMap(\.self).joined(separator: "; ") == check.message)
    #expect((advice == nil) == (text.hint == nil))
  }

  @Test func `a finding with a semicolon stays whole`() {
    let check = QualityCheck(
      id: .signalToNoise, verdict: .fail, value: nil, unit: "db", limit: nil,
      saying: CheckText.digitalPausesUndecided.filled([.found: "7"]))

    #expect(check.findingAndAdvice.finding.hasSuffix("can be of the room or of the voice"))
    #expect(check.findingAndAdvice.advice == "turn noise suppression off")
  }

  @Test func `a message in other words is all finding`() {
    let check = QualityCheck(
      id: .clipping, verdict: .fail, value: 3, unit: "percent", limit: 1,
      message: "3 % of the samples are cut; what follows is no advice")

    #expect(check.findingAndAdvice.finding == check.message)
    #expect(check.findingAndAdvice.advice == nil)
  }
}
