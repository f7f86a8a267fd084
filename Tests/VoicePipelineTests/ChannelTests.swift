// The channel of a document is the one that was asked for, and the document says which that is.

import DSPCore
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct ChannelDocumentTests {
  private static let voice = Recordings.voiceSignal.samples
  private static let other = Recordings.signal(f0: 210).samples
  private static let silence = voice.map { _ in 0.0 }

  private static func file(_ channels: [[Double]]) -> [UInt8] {
    WAVEncoder.encode(channels, sampleRate: 44_100, encoding: .pcm16)
  }

  private func settings(_ channel: Int, _ preset: Preset = .clinical) -> AnalysisSettings {
    AnalysisSettings(preset: preset).with { $0.channel = channel }
  }

  @Test(arguments: Preset.allCases)
  func `the second channel has the values of a mono file`(preset: Preset) {
    let alone = analyze(Self.file([Self.voice]), settings(1, preset))
    let second = analyze(Self.file([Self.other, Self.voice]), settings(2, preset))

    // Intervals are drawn by the bytes of the file, which differ.
    #expect(second["biomarkers"] == alone["biomarkers"])
    #expect(second["provenance"]?["settings"]?["channel"] == 2)
    #expect(alone["provenance"]?["settings"]?["channel"] == 1)
    #expect(
      second["provenance"]?["settings_sha256"] != alone["provenance"]?["settings_sha256"])
  }

  @Test func `a silent first channel next to a voice is not reported as silence`() {
    let document = analyze(Self.file([Self.silence, Self.voice]))

    #expect(document["error"]?["code"] == "silent")
    #expect(
      document["error"]?["message"]
        == "channel 1 is silent, but channel 2 contains sound")
    #expect(document["error"]?["advice"] == "select channel 2")
  }

  @Test func `a silent first channel that is measured fails a check`() {
    let document = analyze(Self.file([Self.silence, Self.voice]), settings(1, .praat))

    let messages = document[path: ["quality", "checks"]]?.elements.compactMap {
      $0["message"]?.stringValue
    }
    #expect(document["state"] == "complete")
    #expect(messages?.contains { $0.contains("Select channel 2") } == true)
  }

  @Test func `silence on every channel is no sound`() {
    let document = analyze(Self.file([Self.silence, Self.silence]))

    #expect(document["error"]?["message"]?.stringValue?.contains("the recording is silent") == true)
  }

  @Test func `a missing channel is refused`() throws {
    let document = analyze(Self.file([Self.voice]), settings(2))

    #expect(document["error"]?["code"] == "no_such_channel")
    #expect(document[path: ["recording", "channels"]] == 1)
    #expect(try DocumentRules.problems(in: document) == [])
  }

  @Test func `a stored recording is re-analysed on the channel of its document`() throws {
    let bytes = Self.file([Self.other, Self.voice])
    let stored = Array(
      analyze(bytes, settings(2)).text(.compact).utf8)

    let kept = ArchivedRecording(bytes, named: "voice.wav", environment: .still)

    #expect(kept.difference(from: stored) == nil)
  }

  @Test func `AVQI reads both recordings from the selected channel`() {
    var workspace = AnalysisWorkspace()
    func index(_ channels: [[Double]], channel: Int) -> JSONValue {
      var pipeline = IndexPipeline(.avqi03_01, language: nil, environment: .still)
      pipeline.channel = channel
      let source = AudioSource.bytes(Self.file(channels), name: "both.wav")
      return pipeline.analyze(vowel: source, speech: source, workspace: &workspace).json
    }

    let alone = index([Self.voice], channel: 1)
    let second = index([Self.other, Self.voice], channel: 2)

    #expect(second["parts"] == alone["parts"])
    #expect(second["value"] == alone["value"])
    #expect(second["provenance"]?["settings"]?["channel"] == 2)
  }
}

@Suite struct LostEndTests {
  /// A voice whose header promises some samples more than there are.
  private static func short(of samples: Int) -> [UInt8] {
    var bytes = WAVEncoder.pcm16(Recordings.voiceSignal)
    bytes.removeLast(2 * samples)
    return bytes
  }

  /// The same, complete, with zeros at its end.
  private static func ending(inZeros samples: Int) -> [UInt8] {
    let voice = Recordings.voiceSignal.samples
    let zeros = [Double](repeating: 0, count: samples)
    return WAVEncoder.pcm16(
      Signal(samples: voice.dropLast(samples) + zeros, sampleRate: 44_100))
  }

  @Test(arguments: [1, 2, 441])
  func `the praat preset takes the length of the header, with zeros`(samples: Int) {
    let settings = AnalysisSettings(preset: .praat)

    let short = analyze(Self.short(of: samples), settings)
    let whole = analyze(Self.ending(inZeros: samples), settings)

    #expect(short["biomarkers"] == whole["biomarkers"])
    #expect(short[path: ["recording", "duration_s"]] == whole[path: ["recording", "duration_s"]])
    #expect(short["provenance"]?["settings"]?["lost_end"] == "zeros")
    let check = short[path: ["quality", "checks"]]?.elements.first { $0["id"] == "completeness" }
    #expect(check?["verdict"] == "warn")
    #expect(check?["message"]?.stringValue?.contains("replaced by zeros") == true)
  }

  @Test func `the clinical preset measures the existing samples`() {
    let short = analyze(Self.short(of: 2))
    let alone = analyze(
      WAVEncoder.pcm16(
        Signal(
          samples: Array(Recordings.voiceSignal.samples.dropLast(2)), sampleRate: 44_100)))

    #expect(short["biomarkers"] == alone["biomarkers"])
    #expect(short["provenance"]?["settings"]?["lost_end"] == "left_out")
  }
}
