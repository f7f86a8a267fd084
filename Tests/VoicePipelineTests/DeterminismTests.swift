import DSPCore
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct DeterminismTests {
  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `the same input gives the same bytes`(settings: AnalysisSettings) {
    let settings = settings.with { $0.includesContours = true }

    let first = analyze(Recordings.voice, settings).text(.compact)
    let second = analyze(Recordings.voice, settings).text(.compact)

    #expect(first == second)
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `a used workspace does not change a result`(settings: AnalysisSettings) {
    let others = [
      WAVEncoder.pcm16(Recordings.signal(f0: 300, seconds: 2, sampleRate: 48_000)),
      Recordings.constant(0.25), WAVEncoder.pcm16(Recordings.signal(f0: 90, sampleRate: 16_000)),
    ]
    let wide = settings.with { $0.givenPitchRange = PitchRange(floor: 30, ceiling: 900) }
    var workspace = AnalysisWorkspace()
    for other in others {
      for settings in [settings, wide] {
        _ = VoicePipeline(settings: settings, environment: .still)
          .analyze(.bytes(other, name: "other"), workspace: &workspace)
      }
    }

    let used = VoicePipeline(settings: settings, environment: .still)
      .analyze(.bytes(Recordings.voice, name: "voice.wav"), workspace: &workspace).json

    #expect(used == analyze(Recordings.voice, settings))
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `the number of cores does not change a document`(settings: AnalysisSettings) {
    var workspace = AnalysisWorkspace(cores: 3)

    let parallel = VoicePipeline(settings: settings, environment: .still)
      .analyze(.bytes(Recordings.voice, name: "voice.wav"), workspace: &workspace).json

    #expect(parallel == analyze(Recordings.voice, settings))
  }

  @Test func `the name of a recording moves no number`() {
    let one = analyze(.bytes(Recordings.voice, name: "one.wav"), AnalysisSettings())
    let two = analyze(.bytes(Recordings.voice, name: "two.wav"), AnalysisSettings())

    #expect(one.removing(["recording", "name"]) == two.removing(["recording", "name"]))
  }
}
