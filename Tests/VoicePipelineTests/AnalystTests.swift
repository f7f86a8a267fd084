// The pipeline as used by programs without signal processing.

import BaselineService
import DSPCore
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct AnalystTests {
  private static let profile = UserProfile(userID: "a")

  @Test func `an analyst gives the document of the pipeline`() {
    var analyst = AnalysisSession()
    let pipeline = VoicePipeline(settings: .init(), environment: .still)

    let document = analyst.document(of: Recordings.voice, name: "voice.wav", by: pipeline)

    #expect(document.json == analyze(Recordings.voice))
  }

  @Test func `a reused analysis session gives the same second document`() throws {
    var analyst = AnalysisSession()
    let quick = VoicePipeline(settings: .init(tier: .quick), environment: .still)
    let channels = [Recordings.signal(f0: 210).samples, Recordings.voiceSignal.samples]
    let stereo = WAVEncoder.encode(channels, sampleRate: 44_100, encoding: .pcm16)
    let second = AnalysisSettings().with { $0.channel = 2 }
    // Long enough for a selection of the segment.
    let long = WAVEncoder.pcm16(Recordings.signal(seconds: 4))
    let cases: [(first: [UInt8], bytes: [UInt8], settings: AnalysisSettings)] = [
      (stereo, stereo, .init()), (stereo, stereo, second), (stereo, stereo, .init(preset: .praat)),
      (stereo, long, .init()), (stereo, Recordings.voice, .init()), (stereo, [], .init()),
      (long, long, .init()),
    ]
    for (place, other) in cases.enumerated() {
      var look: CachedFirstPass?
      _ = analyst.document(of: other.first, name: "voice.wav", by: quick, after: &look)
      #expect(look != nil)
      let pipeline = VoicePipeline(settings: other.settings, environment: .still)

      let document = analyst.document(
        of: other.bytes, name: "voice.wav", by: pipeline, after: &look)

      #expect(document.json == analyze(other.bytes, other.settings), "\(place)")
    }
  }

  @Test func `an analysis without checks leaves them to the next one`() {
    var analyst = AnalysisSession()
    let without = AnalysisSettings().with { $0.givenChecks = .off }
    var firstPass: CachedFirstPass?
    _ = analyst.document(
      of: Recordings.voice, name: "voice.wav",
      by: VoicePipeline(settings: without, environment: .still), after: &firstPass)
    #expect(firstPass != nil)

    let document = analyst.document(
      of: Recordings.voice, name: "voice.wav",
      by: VoicePipeline(settings: .init(), environment: .still), after: &firstPass)

    #expect(document.json == analyze(Recordings.voice))
  }

  @Test func `a refusal without checks states its first checks`() {
    let short = WAVEncoder.pcm16(Recordings.signal(seconds: 0.1))
    let without = AnalysisSettings().with { $0.givenChecks = .off }

    let document = analyze(short, without)

    let checks = document[path: ["quality", "checks"]]?.elements ?? []
    #expect(document[path: ["state"]] == .string("refused"))
    #expect(checks.contains { $0["id"]?.stringValue == "clipping" })
  }

  @Test func `a later assessment equals an analysis with the profile`() throws {
    let limits = try ReferenceLimits.embedded()
    var analyst = AnalysisSession()
    let forNobody = analyst.document(
      of: Recordings.voice, name: "voice.wav",
      by: VoicePipeline(settings: .init(), environment: .still))
    let forPerson = analyst.document(
      of: Recordings.voice, name: "voice.wav",
      by: VoicePipeline(
        settings: .init(), environment: .still, profile: Self.profile, limits: limits))

    let assessed = VoicePipeline.assessed(
      forNobody, for: Self.profile, by: Assessor(limits: limits))

    #expect(assessed.json == forPerson.json)
    #expect(assessed.json != forNobody.json)
  }

  @Test func `assessing a refused document does not change it`() throws {
    var analyst = AnalysisSession()
    let refused = analyst.document(
      of: [], name: "voice.wav", by: VoicePipeline(settings: .init(), environment: .still))

    let assessed = VoicePipeline.assessed(
      refused, for: Self.profile, by: Assessor(limits: try ReferenceLimits.embedded()))

    #expect(assessed.json == refused.json)
  }

  @Test(arguments: [(0.999, "too_long"), (1.0, "too_long"), (1.001, nil)])
  func `a recording at the maximum length is refused`(limit: Double, code: String?) {
    var analyst = AnalysisSession()
    let pipeline = VoicePipeline(
      settings: .init(), environment: .still, refusingFrom: Seconds(limit))

    let document = analyst.document(of: Recordings.voice, name: "voice.wav", by: pipeline)

    #expect(document.refusal?.code.rawValue == code)
  }

  @Test func `the length is unlimited by default`() {
    let pipeline = VoicePipeline(settings: .init(tier: .quick), environment: .still)
    var analyst = AnalysisSession()
    let long = Recordings.signal(seconds: 31, sampleRate: 16_000)

    let document = analyst.document(
      of: WAVEncoder.pcm16(long), name: "voice.wav", by: pipeline)

    #expect(document.refusal == nil)
  }
}
