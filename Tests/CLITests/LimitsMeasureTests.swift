import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

extension CommandLineTests {
  @Suite struct LimitsMeasureTests {
    private static let options = [
      "--recordings", "*_a.wav", "--recordings", "*_i.wav", "--group", "well", "--device",
      "microphone", "--citation", "a corpus, CC0", "--name", "corpus-1",
    ]

    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A corpus of synthetic speakers: women, one of whom has a second recording; one of another
    /// group, one of unknown age.
    private func corpus(speakers: Int) throws {
      var rows = ["file,speaker,sex,age,health"]
      for index in 0..<speakers {
        try voice("s\(index)_a.wav", index)
        rows.append("s\(index)_a.wav,s\(index),f,\(20 + index),well")
      }
      rows.append("s0_i.wav,s0,f,20,well")
      rows.append("other_a.wav,other,f,30,hoarse")
      rows.append("ageless_a.wav,ageless,f,,well")
      _ = try manifest(rows)
    }

    private func voice(_ name: String, _ index: Int) throws {
      let voice = SyntheticVoice(
        f0: Hertz(190 + 2 * Double(index)), vowel: .a, duration: 2, seed: UInt64(index + 1)
      ).with {
        $0.jitterPercent = 0.3 + 0.01 * Double(index)
        $0.shimmerPercent = 2
        $0.hnr = 25
      }
      _ = try scratch.write(WAVEncoder.pcm16(voice.synthesize().signal), as: "corpus/\(name)")
    }

    private func manifest(_ rows: [String]) throws -> String {
      try scratch.write(Array(rows.joined(separator: "\n").utf8), as: "m.csv")
    }

    private func measure(_ more: [String] = []) async throws -> Tool.Outcome {
      try await Tool.run(
        ["limits", "measure", "--manifest", scratch.path("m.csv"), scratch.path("corpus")]
          + Self.options + more)
    }

    @Test func `a corpus becomes a set that analyze takes, and the same bytes twice`() async throws
    {
      try corpus(speakers: 20)
      _ = try scratch.write([1], as: "corpus/s0_i.wav")

      let outcome = try await measure(["--output", scratch.path("limits.json")])
      let again = try await measure()

      #expect(outcome.status == 0)
      #expect(outcome.output == "")
      #expect(
        outcome.errors.contains(
          "20 speakers included; excluded: another_group 1, sex_or_age_unknown 1\n"))
      #expect(try again.output == scratch.text(of: "limits.json"))
      let set = try again.document
      // Twenty women make limits of women alone.
      let limits = set["limits"]?.elements ?? []
      let cpps = limits.first { $0["measure"] == "voice_quality.cpps_db" }
      #expect(limits.allSatisfy { $0["category"] == "F" })
      #expect(limits.map { $0["kind"] } == ["typical", "outer"])
      #expect(cpps?["speakers"] == 20)
      #expect(cpps?["basis"] == "measured")
      #expect(set[path: ["measurement", "codecs"]] == ["pcm_16 at 44100 Hz"])
      let profile = try scratch.write(
        Array(#"{"user_id": "a", "age": 30, "voice_reference": "feminine"}"#.utf8), as: "p.json")
      let document = try await Tool.run([
        "analyze", scratch.path("corpus/s3_a.wav"), "--profile", profile, "--limits",
        scratch.path("limits.json"),
      ]).document
      #expect(try DocumentRules.problems(in: document) == [])
      let typical = document[path: ["assessment", "measures"]]?.elements
        .first { $0["measure"] == "voice_quality.cpps_db" }?["typical"]
      #expect(typical?["basis"] == "measured")
      #expect(typical?["low"] == cpps?["low"])
      #expect(document[path: ["assessment", "joint", "compared"]] == 1)
    }

    @Test func `people below twenty give a set without limits`() async throws {
      try corpus(speakers: 6)
      _ = try scratch.write([1], as: "corpus/s0_i.wav")

      let set = try await measure(["--quiet"]).document

      #expect(set["limits"] == [])
      #expect(set["distributions"]?.elements.isEmpty == false)
    }

    @Test func `a manifest without a usable row gives status 65, every fault and no file`()
      async throws
    {
      _ = try manifest([
        "file,speaker,sex,age,health", "a_a.wav,,f,30,well", "b_a.wav,s,f,old,well",
      ])

      let outcome = try await measure(["--output", scratch.path("limits.json")])

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
      #expect(outcome.errors.matches(of: /--manifest, line [23], (speaker|age): found/).count == 2)
      #expect(try scratch.names(in: "") == ["m.csv"])
    }

    @Test func `a row with a fault is left out of the set, and gives status 65`() async throws {
      try voice("s0_a.wav", 0)
      _ = try manifest([
        "\u{FEFF}file;speaker;sex;age;health", "s0_a.wav;s0;f;30.0;well", "x_a.wav;s1;f;old;well",
      ])

      let outcome = try await measure()

      #expect(outcome.status == 65)
      #expect(try outcome.document["limits"] == [])
      #expect(outcome.errors.contains("--manifest, line 3, age: found \"old\""))
      #expect(outcome.errors.contains("1 row of the manifest excluded"))
      #expect(outcome.errors.contains("1 speaker included"))
    }

    @Test func `recordings that are not there are all named, with status 66`() async throws {
      try corpus(speakers: 1)
      _ = try manifest([
        "file,speaker,sex,age,health", "s0_a.wav,s0,f,30,well", "x_a.wav,x,f,30,well",
        "y_a.wav,y,m,30,well",
      ])

      let outcome = try await measure(["--output", scratch.path("limits.json")])

      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("x_a.wav: ") && outcome.errors.contains("y_a.wav: "))
      #expect(!(try scratch.names(in: "").contains("limits.json")))
    }

    @Test func `a recording that differs from the manifest gives status 65`() async throws {
      try corpus(speakers: 1)
      let hash = String(repeating: "0", count: 64)
      _ = try manifest([
        "file,speaker,sex,age,health,sha256", "s0_a.wav,s0,f,30,well,\(hash)",
      ])

      let outcome = try await measure()

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("s0_a.wav: its SHA-256 differs from the manifest"))
      #expect(outcome.output == "")
    }

    @Test func `nobody who counts gives status 65`() async throws {
      _ = try manifest(["file,speaker,sex,age,health", "s0_a.wav,s0,f,30,hoarse"])

      #expect(try await measure().status == 65)
    }

    @Test(arguments: [["--group", ""], ["--jobs", "0"], ["--device", " "]])
    func `options without a meaning are wrong usage`(options: [String]) async throws {
      let base = ["limits", "measure", "--manifest", "m.csv", "."]
      // The last of an option that is given twice counts; a group may be the empty text.
      let outcome = try await Tool.run(base + Self.options + options)

      #expect(outcome.status == (options[0] == "--group" ? 66 : 64))
    }

    @Test func `the measured set that ships is shown beside the literature`() async throws {
      let outcome = try await Tool.run(["limits", "show"])

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("\n| jitter.ppq5_percent | 18-90 | F and M | "))
      #expect(outcome.output.contains("CC BY 4.0"))
    }

    @Test func `a set with faults is not shown`() async throws {
      let path = try scratch.write(Array("{}".utf8), as: "l.json")

      let outcome = try await Tool.run(["limits", "show", path])

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
    }
  }
}
