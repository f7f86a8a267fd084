// Which seconds fed which measure, and why the others did not.

import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes
import WAVIngest

private struct Piece: Equatable {
  let start: Double
  let end: Double
  let reason: String
}

@Suite struct SegmentAccountTests {
  private func pieces(_ document: JSONValue) -> [Piece] {
    (document[path: ["segment", "excluded"]]?.elements ?? []).map { piece in
      Piece(
        start: piece["start_s"]?.numberValue ?? .nan, end: piece["end_s"]?.numberValue ?? .nan,
        reason: piece["reason"]?.stringValue ?? "")
    }
  }

  /// Faults in the partition of a recording into its segment and the excluded pieces.
  private func gaps(in document: JSONValue) -> [String] {
    let segment = Piece(
      start: document[path: ["segment", "start_s"]]?.numberValue ?? .nan,
      end: document[path: ["segment", "end_s"]]?.numberValue ?? .nan, reason: "")
    let duration = document[path: ["recording", "duration_s"]]?.numberValue ?? .nan
    let tiles = (pieces(document) + [segment]).sorted { $0.start < $1.start }
    var problems = tiles.filter { $0.start >= $0.end }.map { "\($0) is empty" }
    if tiles.first?.start != 0 { problems.append("starts at \(tiles.first?.start ?? .nan)") }
    if tiles.last?.end != duration { problems.append("ends at \(tiles.last?.end ?? .nan)") }
    for (tile, next) in zip(tiles, tiles.dropFirst()) where tile.end != next.start {
      problems.append("\(tile) is followed by \(next)")
    }
    return problems
  }

  /// A second of silence, 6 s of a voice that warbles in its first half, half a second of silence,
  /// a short sound, and silence.
  private static let staged: [UInt8] = {
    let silence = [Double](repeating: 0, count: 44_100)
    let warbling = SyntheticVoice(f0: 150, vowel: .a, duration: 6, seed: 3).with {
      $0.hnr = 30
    }.synthesize().signal.samples
    // Read faster and slower in turn: F0 varies in the first 3 s.
    let warbled = (0..<warbling.count).map { index -> Double in
      let time = Double(index) / 44_100
      guard time < 3 else { return warbling[index] }
      let shifted = Double(index) + 60 * sin(2 * .pi * 3 * time)
      let low = min(max(0, Int(shifted)), warbling.count - 2)
      let share = min(max(0, shifted - Double(low)), 1)
      return (1 - share) * warbling[low] + share * warbling[low + 1]
    }
    let short = Array(warbling[132_300..<(132_300 + 22_050)])
    return WAVEncoder.pcm16(
      Signal(
        samples: silence + warbled + silence.prefix(22_050) + short + silence, sampleRate: 44_100))
  }()

  @Test func `every excluded part has its reason`() throws {
    let document = analyze(Self.staged)
    let found = pieces(document)
    print(found)

    #expect(gaps(in: document) == [])
    #expect(
      found.map(\.reason) == [
        "unvoiced", "onset", "less_steady", "offset", "unvoiced", "shorter_sound", "unvoiced",
      ])
    let ends = [1, 1.5, 3.5, 7, 7.5, 8, 9]
    // A frame of 60 Hz is 50 ms long, and its middle may lie that far within a sound.
    for (piece, end) in zip(found, ends) where piece.reason != "less_steady" {
      #expect(abs(piece.end - end) < 0.06, "\(piece)")
    }
    #expect(try #require(document[path: ["segment", "start_s"]]?.numberValue) > 3.3)
  }

  @Test func `a sound of minimum length keeps its ends`() {
    let document = analyze(WAVEncoder.pcm16(Recordings.signal(seconds: 0.9)))

    #expect(gaps(in: document) == [])
    #expect(!pieces(document).contains { $0.reason == "less_steady" })
  }

  @Test(arguments: [
    AnalysisSettings(preset: .praat), AnalysisSettings(tier: .quick),
    AnalysisSettings().with { $0.givenSegment = .whole },
  ])
  func `the whole-file segment excludes nothing`(settings: AnalysisSettings) {
    let document = analyze(Self.staged, settings)

    #expect(pieces(document) == [])
    #expect(gaps(in: document) == [])
  }

  @Test func `the parts of each real recording cover it without overlap`() throws {
    var reasons: [String: Int] = [:]
    for file in try Repository.recordings(in: "voices") {
      let document = analyze(.path(file.path), AnalysisSettings())
      guard document["state"] == "complete" else { continue }
      #expect(gaps(in: document) == [], "\(file.lastPathComponent)")
      for piece in pieces(document) { reasons[piece.reason, default: 0] += 1 }
    }
    print("pieces by reason:", reasons.sorted { $0.key < $1.key })
    #expect(
      reasons.keys.sorted()
        == ExclusionReason.allCases.filter { $0 != .notChosen }.map(\.rawValue).sorted())
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `every value is listed under one part`(settings: AnalysisSettings) {
    let document = analyze(Recordings.longVoice, settings)

    let used = document[path: ["segment", "used"]]?.elements ?? []
    let named = used.flatMap { $0["measures"]?.elements ?? [] }.compactMap(\.stringValue)
    let numbers = DocumentRules.measures(of: document).filter { $0.value != .null }.map(\.name)

    #expect(named.sorted() == numbers.sorted())
  }

  @Test func `no part exceeds the segment, and pauses are in the whole only`() throws {
    let document = analyze(Self.staged, AnalysisSettings(preset: .praat))

    let used = document[path: ["segment", "used"]]?.elements ?? []
    for part in used {
      let seconds = try #require(part["seconds"]?.numberValue)
      if part["part"] == "all" || part["part"] == "vowel" {
        #expect(seconds == document[path: ["segment", "end_s"]]?.numberValue)
      } else if part["part"] == "phonation" {
        let duration = document[path: ["biomarkers", "phonation", "duration_s"]]
        #expect(seconds == duration?.numberValue)
      } else {
        // 6.5 s of the 9 s are voice; windows reach a little beyond it.
        #expect(abs(seconds - 6.5) < 0.2, "\(part)")
      }
    }
    #expect(used.count == MeasuredPart.allCases.count)
  }
}
