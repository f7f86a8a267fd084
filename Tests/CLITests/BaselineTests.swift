import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

extension CommandLineTests {
  @Suite struct BaselineTests {
    private let scratch = Scratch()

    private func profile(_ text: String = #"{"user_id": "u1", "age": 40}"#) throws -> String {
      try scratch.write(text, as: "profile.json")
    }

    private func sidecar(_ name: String, session: String, time: String) throws {
      let text = #"{"session_id": "\#(session)", "recorded_at": "\#(time)"}"#
      _ = try scratch.write(text, as: name)
    }

    private func establish(_ files: [String], _ further: [String] = []) async throws -> Tool.Outcome
    {
      try await Tool.run(
        ["baseline", "establish", "--profile", profile(), "--output", scratch.path("B.json")]
          + further + files)
    }

    /// A baseline of one session of three vowels, in B.json.
    private func baseline() async throws -> String {
      let files = try (1...3).map { try scratch.vowel("base\($0).wav", seed: UInt64($0)) }
      #expect(try await establish(files).status == 0)
      return scratch.path("B.json")
    }

    private func compare(_ files: [String], _ further: [String] = []) async throws -> Tool.Outcome {
      try await Tool.run(
        ["baseline", "compare", "--baseline", scratch.path("B.json")] + further + files)
    }

    @Test func `a written baseline equals the shown one except for run data`() async throws {
      let files = try (1...3).map { try scratch.vowel("v\($0).wav", seed: UInt64($0)) }

      let outcome = try await establish(files)
      let first = try scratch.json(of: "B.json")
      _ = try await establish(files, ["--force"])
      let second = try scratch.json(of: "B.json")
      let shown = try await Tool.run(
        ["baseline", "show", "--format", "json", scratch.path("B.json")])

      #expect(outcome.status == 0)
      #expect(outcome.output == "" && outcome.errors.contains("Baseline from 1 session "))
      #expect(try JSONSchemaValidator(BaselineDocument.jsonSchema).problems(in: first) == [])
      #expect(first["status"] == "onboarding")
      #expect(first["context"] == "onboarding")
      #expect(first[path: ["person", "age_band"]] == "18-59")
      #expect(first[path: ["person", "reference_category"]] == "combined")
      #expect(first["biomarkers"]?.elements.count == 14)
      #expect(first.removing(["run"]) == second.removing(["run"]))
      #expect(try shown.document == second)
    }

    @Test func `a baseline may come from standard input`() async throws {
      let baseline = try await baseline()
      let voice = try scratch.vowel("next.wav", seed: 4)

      let byInput = try await Tool.run(
        ["baseline", "compare", "--baseline", "-", voice], input: baseline)
      let byPath = try await compare([voice])

      #expect(byInput.status == 0)
      #expect(try byInput.document.removing(["run"]) == byPath.document.removing(["run"]))
    }

    @Test func `F0 with an octave chosen by the baseline is not compared`() async throws {
      _ = try await baseline()
      let voice = SyntheticVoice(f0: 120, vowel: .a, duration: 2, seed: 9).with {
        ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (0.4, 2, 25)
        $0.amplitudeAlternationPercent = 60
      }
      let file = try scratch.write(WAVEncoder.pcm16(voice.synthesize().signal), as: "open.wav")

      let alone = try await Tool.run(["analyze", file]).document
      let compared = try await compare([file]).document

      #expect(alone[path: ["biomarkers", "f0", "mean_hz"]] == .null)
      #expect(compared["state"] == "complete")
      let sessions = try #require(compared["sessions"]?.elements)
      let f0 = sessions.first?["measures"]?.elements.first { $0["measure"] == "f0.mean_hz" }
      #expect(f0?["value"]?.numberValue == nil)
    }

    @Test func `session data come from sidecars or a table`() async throws {
      let files = try (1...2).map { try scratch.vowel("s\($0).wav", seed: UInt64($0)) }
      try sidecar("s1.json", session: "A", time: "2026-01-01T09:00:00Z")
      try sidecar("s2.json", session: "B", time: "2026-01-02T09:00:00Z")
      let rows =
        "file,session_id,recorded_at,device\ns1.wav,T,2026-01-01T09:00:00Z,phone\n"
        + "s2.wav,T,2026-01-01T09:01:00Z,phone\n"
      let table = try scratch.write(rows, as: "table.csv")

      #expect(try await establish(files).status == 0)
      let separate = try scratch.json(of: "B.json")
      #expect(try await establish(files, ["--sessions", table, "--force"]).status == 0)
      let tabled = try scratch.json(of: "B.json")

      #expect(separate["sessions"]?.elements.map { $0["session_id"] } == ["A", "B"])
      #expect(tabled["sessions"]?.elements.map { $0["session_id"] } == ["T"])
      #expect(tabled[path: ["conditions", "device_model"]] == "phone")
    }

    @Test func `a rejection gives its document, its reasons, status 65 and no file`() async throws {
      let outcome = try await establish([scratch.tooShort()])
      let document = try outcome.document

      #expect(outcome.status == 65)
      #expect(try JSONSchemaValidator(BaselineDocument.jsonSchema).problems(in: document) == [])
      #expect(document["state"] == "rejected")
      #expect(outcome.errors.contains("short.wav: not used: "))
      #expect(outcome.errors.contains("no_usable_recording"))
      #expect(!FileManager.default.fileExists(atPath: scratch.path("B.json")))
    }

    @Test func `a recording that cannot be used is named, and the others make a baseline`()
      async throws
    {
      let outcome = try await establish([scratch.vowel("v.wav", seed: 1), scratch.tooShort()])

      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("short.wav: not used: "))
      #expect(try scratch.json(of: "B.json")["state"] == "accepted")
    }

    @Test func `a recording of 30 s is too long`() async throws {
      let outcome = try await establish([scratch.vowel("long.wav", seed: 1, seconds: 30)])

      #expect(outcome.status == 65)
      #expect(
        try outcome.document[path: ["sessions", 0, "recordings", 0, "faults", 0, "code"]]
          == "too_long")
    }

    @Test func `a failed attempt does not change the existing baseline`() async throws {
      let path = try await baseline()
      let before = try scratch.bytes(of: "B.json")

      let outcome = try await establish([scratch.tooShort()], ["--force"])

      #expect(outcome.status == 65)
      #expect(try scratch.bytes(of: "B.json") == before)
      #expect(try scratch.names(in: "").filter { $0.contains("B.json") } == ["B.json"], "\(path)")
    }

    @Test func `a parent baseline is named by its hash and never overwritten`() async throws {
      let parent = try await baseline()
      let before = try scratch.bytes(of: "B.json")
      let new = try scratch.vowel("new.wav", seed: 9)
      let amend = ["baseline", "establish", "--profile", try profile(), "--parent", parent]

      let over = try await Tool.run(amend + ["--output", parent, new])
      let separate = try await Tool.run(amend + ["--output", scratch.path("C.json"), new])
      let amended = try scratch.json(of: "C.json")

      #expect(over.status == 64)
      #expect(separate.status == 0)
      #expect(try scratch.bytes(of: "B.json") == before)
      #expect(amended[path: ["parent", "status"]] == "onboarding")
      #expect(amended[path: ["parent", "sha256"]]?.stringValue?.count == 64)
      #expect(amended["sessions"]?.elements.count == 1)
    }

    @Test func `a comparison matches its schema and repeats except for run data`()
      async throws
    {
      _ = try await baseline()
      let files = try (11...13).map { try scratch.vowel("n\($0).wav", seed: UInt64($0)) }

      let outcome = try await compare(files)
      let document = try outcome.document

      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(try JSONSchemaValidator(ComparisonDocument.jsonSchema).problems(in: document) == [])
      #expect(document["alerts"] == [])
      #expect(document[path: ["sessions", 0, "measures"]]?.elements.count == 14)
      #expect(try await compare(files).document.removing(["run"]) == document.removing(["run"]))
    }

    @Test func `fourfold jitter is reported as larger than usual variation`()
      async throws
    {
      _ = try await baseline()
      let files = try (21...23).map {
        try scratch.vowel("j\($0).wav", seed: UInt64($0), jitter: 1.6)
      }

      let document = try await compare(files).document
      let text = try await compare(files, ["--format", "text"]).output
      let measures = document[path: ["sessions", 0, "measures"]]?.elements ?? []
      let ppq5 = measures.first { $0["measure"] == "jitter.ppq5_percent" }

      #expect(ppq5?["classification"] == "larger_than_usual_variation")
      #expect(ppq5?["direction"] == "higher")
      #expect(text.contains("beyond day-to-day variation"))
      #expect(text.contains("Jitter (PPQ5)"))
      #expect(text.contains("This is a measurement, not a diagnosis."))
    }

    @Test func `another format or device needs an option and gets a note`() async throws {
      let files = try [scratch.vowel("a.wav", seed: 1)]
      #expect(try await establish(files, ["--device", "phone"]).status == 0)
      let new = try scratch.vowel("b.wav", seed: 2)

      let refused = try await compare([new], ["--device", "other"])
      let allowed = try await compare([new], ["--device", "other", "--allow-differences"])
      let unknown = try await compare([new])

      #expect(refused.status == 65)
      #expect(try refused.document[path: ["errors", 0, "code"]] == "device_model_differs")
      #expect(
        try JSONSchemaValidator(ComparisonDocument.jsonSchema).problems(in: refused.document) == [])
      #expect(allowed.status == 0)
      #expect(try allowed.document[path: ["differences", 0, "condition"]] == "device_model")
      #expect(unknown.status == 0)
    }

    @Test(arguments: [
      "", "not json", "[]", "{}", #"{"schema": "sagevoice/results/1"}"#, "\u{FEFF}{}",
    ])
    func `a malformed baseline is refused with a reason`(text: String) async throws {
      _ = try scratch.write(text, as: "B.json")

      for outcome in [
        try await compare([scratch.voice()]),
        try await Tool.run(["baseline", "show", scratch.path("B.json")]),
      ] {
        #expect(outcome.status == 65)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains("not a valid baseline"))
      }
    }

    @Test(arguments: ["{", "[]", #"{"recorded_at": "today"}"#, #"{"flags": ["gout"]}"#])
    func `a malformed notes file of a recording is refused and named`(text: String) async throws {
      let file = try scratch.voice()
      _ = try scratch.write(text, as: "voice.json")

      let outcome = try await establish([file])

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("voice.json"))
      #expect(!FileManager.default.fileExists(atPath: scratch.path("B.json")))
    }

    @Test(arguments: [
      "", "file\n", "file,session_id,recorded_at\nvoice.wav,S1,today\n",
      "file,session_id,recorded_at\nother.wav,S1,2026-01-01T09:00:00Z\n",
    ])
    func `a malformed table, or one without the recording, is refused`(text: String) async throws {
      let table = try scratch.write(text, as: "table.csv")

      let outcome = try await establish([scratch.voice()], ["--sessions", table])

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("--sessions"))
    }

    @Test func `a bad row of a table excludes its recording only`() async throws {
      let files = try (1...2).map { try scratch.vowel("s\($0).wav", seed: UInt64($0)) }
      let rows =
        "file,session_id,recorded_at\ns1.wav,T,2026-01-01T09:00:00Z\ns2.wav,T,yesterday\n"
      let table = try scratch.write(rows, as: "table.csv")

      let outcome = try await establish(files, ["--sessions", table])

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("--sessions, line 3, recorded_at"))
      #expect(outcome.errors.contains("\(files[1]): not used"))
      let baseline = try scratch.json(of: "B.json")
      let used = baseline[path: ["sessions", 0, "recordings"]]?.elements ?? []
      #expect(used.map { $0["name"] } == ["s1.wav"])
    }

    @Test func `a malformed profile is refused with every fault`() async throws {
      let outcome = try await Tool.run([
        "baseline", "establish", "--profile", try profile(#"{"age": 7}"#), scratch.voice(),
      ])

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("user_id") && outcome.errors.contains("age"))
    }

    @Test func `a missing input gives status 66, an unwritable output 73`() async throws {
      let voice = try scratch.voice()
      let missing = scratch.path("missing")
      let establish = ["baseline", "establish", "--profile"]
      let opened = [
        establish + [missing, voice], establish + [try profile(), missing + ".wav"],
        establish + [try profile(), "--parent", missing, voice],
        establish + [try profile(), "--sessions", missing, voice],
        ["baseline", "compare", "--baseline", missing, voice], ["baseline", "show", missing],
      ]

      for arguments in opened {
        let outcome = try await Tool.run(arguments)
        #expect(outcome.status == 66, "\(arguments)")
        #expect(outcome.output == "", "\(arguments)")
      }
      let unwritable = try await Tool.run(
        establish + [try profile(), "--output", voice + "/B.json", voice])
      #expect(unwritable.status == 73)
    }

    @Test func `a baseline as text is a table`() async throws {
      let path = try await baseline()

      let text = try await Tool.run(["baseline", "show", path]).output

      #expect(text.hasPrefix("Initial baseline: "))
      #expect(text.contains("Shimmer (APQ3) *"))
      #expect(text.contains("base1.wav: used"))
      #expect(text.contains("This is a measurement, not a diagnosis."))
    }
  }
}
