// People whose numbers are drawn: independent of each other, and of what is asked of them.

import BaselineService
import RealModule
import VoiceMath
import VoiceTypes

extension SplitMix64 {
  private mutating func uniform() -> Double { (Double(next() >> 11) + 0.5) / 0x1p53 }

  /// One of a standard normal distribution, after Box and Muller.
  mutating func normal() -> Double {
    (-2 * Double.log(uniform())).squareRoot() * Double.cos(2 * Double.pi * uniform())
  }
}

extension SampleVowel {
  /// A voice of the population: jitter and shimmer by ratios, HNR in decibels.
  static func drawn(from generator: inout SplitMix64) -> SampleVowel {
    SampleVowel().with {
      $0.jitter = 0.25 * Double.exp(0.4 * generator.normal())
      $0.shimmer = 1.2 * Double.exp(0.5 * generator.normal())
      $0.hnr = 22 + 4 * generator.normal()
    }
  }

  /// Its numbers, as a document has them.
  var numbers: [Measure: Double] {
    [.jitterPPQ5: jitter, .jitterLocal: 2 * jitter, .shimmerAPQ3: shimmer, .hnrMean: hnr]
  }
}

extension SampleCorpus {
  /// So many women and as many men, one recording of each.
  init(drawing people: Int, seed: UInt64) {
    self.init(women: 0, men: 0)
    var generator = SplitMix64(seed: seed)
    for index in 0..<2 * people {
      add(
        "p\(index)_a.wav", of: "p\(index)", sex: index.isMultiple(of: 2) ? "f" : "m",
        .drawn(from: &generator))
    }
  }
}
