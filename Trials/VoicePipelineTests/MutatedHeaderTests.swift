// Every header gives a document.

import DSPCore
import TestSupport
import Testing
import VoiceMath
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct MutatedHeaderTests {
  /// A RIFF header with `fmt ` and `data`.
  private static let headerBytes = 44

  /// Long enough for three periods of 75 Hz at 44.1 kHz, short enough for 10 000 analyses.
  private static let base = Recordings.voice(sampleCount: 2_000)

  private static func mutate(with random: inout SplitMix64) -> [UInt8] {
    var bytes = base
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0..<headerBytes, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
    }
    return bytes
  }

  @Test func `10 000 mutated headers give a document each`() throws {
    var random = SplitMix64(seed: 2_026)
    var workspace = AnalysisWorkspace()
    let pipeline = VoicePipeline(
      settings: AnalysisSettings(preset: .praat), environment: .still)
    var states: [String: Int] = [:]
    var problems: [String] = []

    for round in 0..<10_000 {
      let document = pipeline.analyze(
        .bytes(Self.mutate(with: &random), name: "mutated.wav"), workspace: &workspace)
      states[document.refusal?.code.rawValue ?? "complete", default: 0] += 1
      problems += DocumentRules.reasonProblems(in: document.json)
      // The schema is the slow part; every hundredth document goes through it.
      if round % 100 == 0 { problems += try DocumentRules.problems(in: document.json) }
    }

    print("10 000 mutated headers: \(states.sorted { $0.key < $1.key })")
    #expect(problems == [])
    #expect(states.count > 5)
    #expect(states["complete", default: 0] > 100)
  }
}
