// A cut-off is applied only to pairs of recordings like those of its source.

import DSPCore
import TestSupport
import Testing
import VoiceMath
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct IndexComparabilityTests {
  // Where a boundary of silence lies depends on the frame, every 3 ms, and on how the voice begins.
  private static let boundaryTolerance = 0.05

  private static func document(
    vowel: [UInt8] = vowel, speech: [UInt8] = Recordings.speech, ends: VowelEnds = .ofFile
  ) -> JSONValue {
    var workspace = AnalysisWorkspace()
    return IndexPipeline(.avqi03_01, language: .dutch, vowelEnds: ends, environment: .still)
      .analyze(
        vowel: .bytes(vowel, name: "vowel.wav"), speech: .bytes(speech, name: "speech.wav"),
        workspace: &workspace
      ).json
  }

  private static let vowelSignal = Recordings.signal(seconds: 3.5)
  private static let vowel = WAVEncoder.pcm16(vowelSignal)

  private static func reason(_ document: JSONValue) throws -> String {
    #expect(document["value"]?.numberValue != nil)
    #expect(document["comparisons"] == [])
    return try #require(document["not_compared_because"]?.stringValue)
  }

  @Test func `a usable vowel and usable speech are compared with the cut-off`() {
    let document = Self.document()

    #expect(document["comparisons"]?.elements.count == 1)
    #expect(document["not_compared_because"] == .null)
  }

  /// A pair without a comparison, and the beginning of the reason.
  struct Pair: CustomTestStringConvertible {
    let testDescription: String
    let vowel: [UInt8]
    let speech: [UInt8]

    init(_ reason: String, vowel: Signal, speech: [UInt8] = Recordings.speech) {
      testDescription = reason
      (self.vowel, self.speech) = (WAVEncoder.pcm16(vowel), speech)
    }
  }

  private static var noise: Signal {
    var generator = SplitMix64(seed: 3)
    let samples = (0..<132_300).map { _ in Double.random(in: -0.3...0.3, using: &generator) }
    return Signal(samples: samples, sampleRate: 44_100)
  }

  private static var narrow: Signal {
    var workspace = AnalysisWorkspace()
    return HannStopBand(low: 4000, high: 44_100, smoothing: 100)
      .apply(to: vowelSignal, workspace: &workspace)
  }

  @Test(arguments: [
    Pair("vowel and speech are the same file", vowel: vowelSignal, speech: vowel),
    Pair("no sustained voicing was found in the vowel", vowel: noise),
    Pair(
      "the vowel lacks frequencies that the spectral parts of the index need: the bandwidth of ",
      vowel: narrow),
    Pair(
      "regular voicing was found in ",
      vowel: Signal(
        samples: Recordings.signal(seconds: 1).samples + noise.samples, sampleRate: 44_100)),
    Pair(
      "the speech file resembles a sustained vowel: the longest unbroken sound makes up 100 % ",
      vowel: vowelSignal,
      speech: WAVEncoder.pcm16(Recordings.signal(f0: 130, seconds: 3))),
    Pair("the vowel file resembles speech: ", vowel: Recordings.speechSignal(syllables: 9)),
  ])
  func `another pair has an index but no comparison, with the reason`(pair: Pair) throws {
    let reason = try Self.reason(Self.document(vowel: pair.vowel, speech: pair.speech))

    #expect(reason.hasPrefix(pair.testDescription))
  }

  @Test func `a clipped vowel has no verdict, and the check is named`() throws {
    let loud = Signal(
      samples: Self.vowelSignal.samples.map { min(max(6 * $0, -1), 1) }, sampleRate: 44_100)

    let reason = try Self.reason(Self.document(vowel: WAVEncoder.pcm16(loud)))

    #expect(reason.hasPrefix("the vowel failed the recording check “clipping”: "))
    #expect(!reason.contains("record again"))
  }

  @Test func `swapped vowel and speech are detected`() throws {
    let reason = try Self.reason(Self.document(vowel: Recordings.speech, speech: Self.vowel))

    #expect(reason.contains("vowel and speech seem to be swapped"))
  }

  @Test func `each recording has the checks of an analysis, speech none of a held vowel`() throws {
    func ids(_ checks: JSONValue?) -> [String?] {
      checks?.elements.map { $0["id"]?.stringValue } ?? []
    }
    let document = Self.document()
    let analyzed = analyze(Self.vowel)[path: ["quality", "checks"]]

    let vowel = document[path: ["recordings", "vowel", "quality", "checks"]]
    let speech = ids(document[path: ["recordings", "speech", "quality", "checks"]])
    #expect(vowel == analyzed)
    #expect(!speech.contains("duration") && !speech.contains("several_sounds"))
    #expect(["snr", "mains_hum", "bandwidth", "clipping"].allSatisfy(speech.contains))
  }

  @Test func `silence after the vowel does not change the index`() throws {
    let silence = [Double](repeating: 0, count: 2 * 44_100)
    let padded = WAVEncoder.pcm16(
      Signal(samples: silence + Self.vowelSignal.samples + silence, sampleRate: 44_100))

    let plain = Self.document(ends: .ofSound)
    let trimmed = Self.document(vowel: padded, ends: .ofSound)
    let asFile = Self.document(vowel: padded)

    let expected = try #require(plain["value"]?.numberValue)
    #expect(try abs(#require(trimmed["value"]?.numberValue) - expected) < 0.05)
    #expect(try abs(#require(asFile["value"]?.numberValue) - expected) > 0.2)
    let start = try #require(trimmed[path: ["used", "vowel_start_s"]]?.numberValue)
    let end = try #require(trimmed[path: ["used", "vowel_end_s"]]?.numberValue)
    #expect(abs(start - 2) < Self.boundaryTolerance && abs(end - 5.5) < Self.boundaryTolerance)
    #expect(
      trimmed["notes"]?.elements.contains {
        $0.stringValue?.contains("before and after the vowel were excluded") == true
      } == true)
    #expect(asFile[path: ["provenance", "settings", "vowel_ends"]] == "file")
    #expect(
      asFile["notes"]?.elements.contains {
        $0.stringValue?.contains("were included, as in the published script") == true
      } == true)
  }

  @Test func `a vowel without silence is measured as the published script does`() {
    let trimmed = Self.document(ends: .ofSound)
    let asFile = Self.document()

    #expect(trimmed["value"] == asFile["value"])
    #expect(trimmed["notes"] == asFile["notes"])
  }
}
