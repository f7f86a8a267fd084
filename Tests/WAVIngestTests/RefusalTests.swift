import Testing
import VoiceTypes
import WAVIngest

@Suite struct RefusalTests {
  private static let errors: [(IngestError, RefusalCode)] = [
    (.notFound, .notFound),
    (.notReadable(reason: "permission denied"), .notReadable),
    (.isADirectory, .isADirectory),
    (.tooLarge(.bytes(limit: 100)), .tooLarge),
    (.tooLarge(.samples(found: 101, limit: 100)), .tooLarge),
    (.notAWAV(.foreignContent(name: "a ZIP archive")), .notAWAV),
    (.notAWAV(.noChannels), .notAWAV),
    (.truncated(.audio(missing: 0.2, promised: 1.2)), .truncated),
    (.empty(.noBytes), .empty),
    (.unsupportedEncoding(name: "mu-law"), .unsupportedEncoding),
    (.nonFiniteSamples(count: 3, first: 0.25), .nonFiniteSamples),
    (.sampleRateTooHigh(384_000), .sampleRateTooHigh),
  ]

  @Test func `every error has its code of the contract`() {
    for (error, code) in Self.errors {
      #expect(error.refusal.code == code)
    }
  }

  @Test func `a description names finding and advice`() {
    for (error, _) in Self.errors {
      let refusal = error.refusal
      #expect(error.description == "\(refusal.message); \(refusal.advice)")
    }
  }

  @Test func `messages name the finding`() {
    let truncated = IngestError.truncated(.audio(missing: 0.2, promised: 1.2))
    let notFinite = IngestError.nonFiniteSamples(count: 3, first: 0.25)
    let tooFast = IngestError.sampleRateTooHigh(384_000)

    #expect(
      truncated.refusal.message == "the file ends early. Missing audio: 0.2 s of 1.2 s")
    #expect(
      notFinite.refusal.message
        == "the recording contains 3 samples without a finite value (NaN or infinity), first at 0.25 s"
    )
    #expect(
      tooFast.refusal.message == "the sample rate of 384000 Hz exceeds the limit of 192000 Hz")
  }
}
