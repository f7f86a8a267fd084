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

    #expect(check.message?.hasPrefix(finding) == true)
    #expect(finding == text.filled(values).message)
    #expect((advice == nil) == (text.advice == nil))
  }

  @Test func `a message without known advice is all finding`() {
    let check = QualityCheck(
      id: .clipping, verdict: .fail, value: 3, unit: "percent", limit: 1,
      message: "3 % of the samples are cut; what follows is no advice")

    #expect(check.findingAndAdvice.finding == check.message)
    #expect(check.findingAndAdvice.advice == nil)
  }
}
