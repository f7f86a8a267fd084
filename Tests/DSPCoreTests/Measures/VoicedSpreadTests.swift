import DSPCore
import Testing
import VoiceMath
import VoiceTypes

@Suite struct VoicedSpreadTests {
  @Test func `a missing spread names the number of values`() {
    #expect(Statistics.spread(of: []) == .unavailable(.noVoicing))
    #expect(Statistics.spread(of: [3]).unavailability?.code == .tooShort)
    #expect(Statistics.spread(of: [3]).unavailability?.needed == 2)
    #expect(Statistics.spread(of: [3]).unavailability?.found == 1)
  }
}
