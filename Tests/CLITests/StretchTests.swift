// Given segments on the command line.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct StretchTests {
    private let scratch = Scratch()

    private func grid(_ start: Double, _ end: Double) -> String {
      """
      File type = "ooTextFile"
      Object class = "TextGrid"
      0 1 <exists> 1 "IntervalTier" "part" 0 1 3
      0 \(start) "" \(start) \(end) "this" \(end) 1 ""
      """
    }

    @Test func `from and to, and a label of Praat, measure the same stretch`() async throws {
      let voice = try scratch.voice()
      let labels = try scratch.write(grid(0.25, 0.9), as: "labels.TextGrid")

      let times = try await Tool.run(["analyze", "--start", "0.25", "--end", "0.9", voice]).document
      let label = try await Tool.run(["analyze", "--segment-from", labels, voice]).document
      let named = try await Tool.run(["analyze", "--segment-from", "\(labels):part:this", voice])
        .document

      #expect(times[path: ["segment", "start_s"]]?.numberValue == 0.25)
      #expect(times[path: ["segment", "rule"]] == "given")
      #expect(label["biomarkers"] == times["biomarkers"])
      #expect(named["biomarkers"] == times["biomarkers"])
    }

    @Test func `a folder has a TextGrid for each recording`() async throws {
      let (first, second) = (try scratch.voice(), scratch.path("second.wav"))
      try FileManager.default.copyItem(atPath: first, toPath: second)
      let stem = URL(fileURLWithPath: first).deletingPathExtension().lastPathComponent
      let folder = scratch.path("grids")
      _ = try scratch.write(grid(0.25, 0.9), as: "grids/\(stem).TextGrid")
      let missing = try await Tool.run(["analyze", "--segment-from", folder, first, second])
      _ = try scratch.write(grid(0.3, 0.95), as: "grids/second.TextGrid")

      let both = try await Tool.run(["analyze", "--segment-from", folder, first, second])

      let starts = try both.output.split(separator: "\n").map { line in
        try JSONValue.parse(Array(line.utf8))[path: ["segment", "start_s"]]?.numberValue
      }
      #expect(starts == [0.25, 0.3])
      #expect(missing.status == 66 && missing.output.isEmpty)
      #expect(missing.errors.contains("--segment-from: no file exists at this path"))
    }

    @Test(arguments: [
      (["--start", "2", "--end", "1"], "--start must be before --end."),
      (["--start", "1", "--segment", "whole"], "Give either --segment, or --start"),
      (["--end", "1", "--segment-from", "x.TextGrid"], "Give either --segment-from"),
      (["--segment", "given"], "given"), (["--start", "-1"], "expected seconds from"),
    ])
    func `an invalid segment choice is wrong usage`(
      options: [String], message: String
    ) async throws {
      let outcome = try await Tool.run(["analyze"] + options + [scratch.voice()])

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `a TextGrid with two labels, or none, names the labels`() async throws {
      let two = try scratch.write(
        grid(0.25, 0.9).replacing("\"\" 0.25", with: "\"that\" 0.25"), as: "two.TextGrid")
      let none = try scratch.write("no labels", as: "none.TextGrid")

      let outcomes = try await [two, none].mapInOrder {
        try await Tool.run(["analyze", "--segment-from", $0, scratch.voice()])
      }

      #expect(outcomes.map(\.status) == [65, 65])
      #expect(outcomes[0].errors.contains("Its labels are \"that\", \"this\""))
      #expect(outcomes[1].errors.contains("not a TextGrid in Praat's text format"))
    }

    @Test func `a figure draws the stretch that was chosen`() async throws {
      let outcome = try await Tool.run(["plot", "--start", "0.25", "--end", "0.9", scratch.voice()])

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("outside the requested segment"))
    }
  }
}
