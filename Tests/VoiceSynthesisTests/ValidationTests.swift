// Settings for which the promises cannot be kept are refused, each by name.

import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct ValidationTests {
  @Test func `the defaults are valid`() throws {
    try SyntheticVoice().validate()
  }

  @Test func `a negative jitter is refused with its limits`() {
    let voice = SyntheticVoice().with { $0.jitterPercent = -1 }

    #expect(
      throws: SynthesisError.outOfRange(setting: "jitterPercent", value: -1, allowed: 0...20)
    ) { try voice.validate() }
  }

  @Test func `an F0 that is not a number is refused`() {
    #expect(throws: SynthesisError.self) { try SyntheticVoice(f0: Hertz(.nan)).validate() }
  }

  @Test func `a Gaussian narrower than a sample is refused`() {
    let voice = SyntheticVoice().with { $0.pulse = .gaussian(sigmaSamples: 0.5) }

    #expect(
      throws: SynthesisError.outOfRange(setting: "sigmaSamples", value: 0.5, allowed: 1...1_000)
    ) { try voice.validate() }
  }

  @Test func `silences that leave no room for three pulses are refused`() {
    let voice = SyntheticVoice(f0: 100, duration: 1).with { $0.onsetSilence = 0.965 }

    #expect(throws: SynthesisError.voicedStretchTooShort(pulses: 2, required: 3)) {
      try voice.validate()
    }
  }

  @Test func `silences longer than the recording are refused`() {
    let voice = SyntheticVoice(duration: 1).with {
      $0.onsetSilence = 0.75
      $0.offsetSilence = 0.5
    }

    #expect(
      throws: SynthesisError.outOfRange(setting: "offsetSilence", value: 0.5, allowed: 0...0.25)
    ) { try voice.validate() }
  }

  @Test func `a modulation is named with its part`() {
    let voice = SyntheticVoice().with { $0.vibrato = Modulation(rate: 5, extentPercent: 90) }

    #expect(
      throws: SynthesisError.outOfRange(
        setting: "vibrato.extentPercent", value: 90, allowed: 0...50)
    ) { try voice.validate() }
  }

  @Test func `a refusal names the allowed values`() {
    let error = SynthesisError.outOfRange(setting: "f0", value: 5, allowed: 20...1_000)

    #expect(error.description == "f0 is 5.0; choose 20.0 to 1000.0.")
  }
}
