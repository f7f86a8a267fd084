// The text report and the tables of recordings that are refused or whose header is wrong.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RefusedReportTests {
    private let scratch = Scratch()

    private func text(_ path: String) async throws -> String {
      try await Tool.run(["analyze", "--quiet", "--tier", "quick", "--format", "text", path]).output
    }

    @Test func `a refused recording has no verdict but a failed check`() async throws {
      let refused =
        try Repository.recordings(in: "malformed").map(\.path) + [scratch.path("missing.wav")]

      for path in refused {
        let report = try await text(path)
        guard report.contains("Not measured: ") else { continue }
        let verdicts = report.split(separator: "\n").filter { $0.hasPrefix("Recording quality: ") }
        #expect(
          verdicts.allSatisfy { $0 == "Recording quality: not usable" },
          "\(path): \(report)")
      }
      #expect(try await text(scratch.path("missing.wav")).contains("Not measured: no file exists"))
      #expect(
        try await text(scratch.tooShort()).contains("Recording quality: not usable\n"))
    }

    @Test func `audio after the declared length is reported in text, JSON and tables`() async throws
    {
      let name = "voice.wav"
      _ = try scratch.voice(name)
      var file = try scratch.bytes(of: name)
      let seconds = 0.6
      let length = Int(44_100 * 2 * seconds)
      file.replaceSubrange(
        40..<44, with: (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) })
      let path = try scratch.write(file, as: "cut.wav")
      let further = Double(file.count - 44 - length) / 88_200

      let document = try await Tool.run(["analyze", path]).document
      let check = document[path: ["quality", "checks"]]?.elements.first {
        $0["id"] == "completeness"
      }
      let rows = try await ["csv", "long"].mapInOrder { format in
        try CSVText(await Tool.run(["analyze", "--format", format, path]).output).rows
      }

      #expect(check?["verdict"] == "warn")
      let found = check?[path: ["sentence", "parameters", "found"]]?.stringValue
      #expect(abs((found.flatMap(Double.init) ?? 0) - further) < 0.01)
      #expect(try await text(path).contains("Warning: the file contains"))
      for table in rows {
        let column = try #require(table[0].firstIndex(of: "warned_checks"))
        #expect(table[1][column].split(separator: ";").contains("completeness"))
      }
    }

    @Test func `a wrong block size and a streaming length do not move a number`() async throws {
      let name = "voice.wav"
      let voice = try scratch.voice(name)
      let whole = try await Tool.run(["analyze", voice]).document["biomarkers"]
      var block = try scratch.bytes(of: name)
      block[32] = 4
      var stream = try scratch.bytes(of: name)
      stream.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0x7F])

      for file in [block, stream] {
        let outcome = try await Tool.run(["analyze", scratch.write(file, as: "changed.wav")])
        #expect(outcome.status == 0)
        #expect(try outcome.document["biomarkers"] == whole)
      }
    }
  }
}
