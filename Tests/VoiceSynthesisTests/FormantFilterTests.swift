// The resonators, where their response is known in closed form.

import Testing
import VoiceSynthesis

@Suite struct FormantFilterTests {
  @Test(arguments: [Vowel.a, .i, .u])
  func `a constant passes every vowel unchanged`(vowel: Vowel) throws {
    let filter = FormantFilter(vowel, sampleRateHz: 44_100)

    let response = filter.applied(to: Array(repeating: 1, count: 44_100))

    #expect(abs(try #require(response.last) - 1) < 1e-9)
  }

  @Test func `a formant at a quarter of the rate rings with every other sample zero`() {
    // At 1400 Hz only F1 of u, 350 Hz wide 80, has room: cos(2π·350/1400) = 0, and each second
    // sample is −exp(−2π·80/1400) = −0.698347 times the one before.
    let filter = FormantFilter(.u, sampleRateHz: 1_400)

    let response = filter.applied(to: [1, 0, 0, 0, 0])

    #expect(abs(response[1]) < 1e-12)
    #expect(abs(response[3]) < 1e-12)
    #expect(abs(response[2] / response[0] + 0.698347) < 1e-6)
    #expect(abs(response[4] / response[2] + 0.698347) < 1e-6)
  }

  @Test func `without a vowel there is no filter`() {
    let filter = FormantFilter(.none, sampleRateHz: 44_100)

    #expect(filter.applied(to: [1, -2, 3]) == [1, -2, 3])
  }
}
