import Testing
import VoiceMath

@Suite struct SplitMix64Tests {
  @Test func `indices stay below their count and reach every one`() {
    var words = SplitMix64(seed: 7)
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<6000 { counts[words.index(below: 6)] += 1 }

    print("draws of each of six indices: \(counts)")
    // Five standard deviations of a binomial count of mean 1000.
    #expect(counts.allSatisfy { abs($0 - 1000) < 145 })
  }

  @Test func `a seed gives the published sequence`() {
    var words = SplitMix64(seed: 1_234_567)

    #expect(words.next() == 6_457_827_717_110_365_317)
    #expect(words.next() == 3_203_168_211_198_807_973)
    #expect(words.next() == 9_817_491_932_198_370_423)
  }
}
