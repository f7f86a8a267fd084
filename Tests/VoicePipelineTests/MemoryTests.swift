// An analysis that needs more memory than permitted is refused before it starts.

import Testing
import VoicePipeline
import VoiceTypes

@Suite struct MemoryTests {
  /// A minute at 44.1 kHz.
  private static let minute = 60 * 44_100

  @Test func `a whole recording takes its samples and a transform of the next power of two`() {
    #expect(MemoryEstimate(tier: .quick).bytes(samples: 1_000) == 8_000)
    #expect(MemoryEstimate(tier: .comprehensive).bytes(samples: 1_000) == 8_000 + 24 * 4_096)
  }

  @Test(arguments: Tier.allCases)
  func `half an hour is measured`(tier: Tier) {
    #expect(MemoryEstimate(tier: tier).refusal(samples: 30 * Self.minute) == nil)
  }

  @Test func `the longest decodable recording has F0 frame by frame but no transform`() {
    let refusal = MemoryEstimate(tier: .comprehensive).refusal(samples: 1 << 28)

    #expect(refusal?.code == .tooLarge)
    #expect(MemoryEstimate(tier: .quick).refusal(samples: 1 << 28) == nil)
  }
}
