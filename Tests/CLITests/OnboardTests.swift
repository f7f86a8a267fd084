// Onboarding on the command line, and the stored sessions after it.

import BaselineService
import CommandSupport
import Foundation
import JobRunner
import Onboarding
import Platform
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@testable import sagevoice_server

extension CommandLineTests {
  @Suite struct OnboardTests {
    private let scratch: Scratch
    private let store: String
    private let files: [String]

    private static let anna = """
      {"user_id": "somebody", "age": 34, "gender_identity": "woman",
       "sex_assigned_at_birth": "female", "voice_conditions": ["None"],
       "diagnosed_conditions": ["None"], "device_model": "mic",
       "consent": {"signed": true, "at": "2026-01-01T09:00:00Z", "version": "1",
                   "purposes": ["analysis", "storage"]}}
      """

    init() async throws {
      let scratch = Scratch()
      files = try await (1...3).mapInOrder { try await scratch.longVoice(seed: $0) }
      store = scratch.path("store")
      self.scratch = scratch
    }

    private func onboard(_ arguments: [String]) async throws -> Tool.Outcome {
      let profile = try scratch.write(Self.anna, as: "anna.json")
      return try await Tool.run(
        ["onboard", "--store", store, "--create", "--profile", profile] + arguments)
    }

    @Test func `onboarding with three vowels makes a baseline shown in the history`() async throws {
      let outcome = try await onboard(["--user", "anna"] + files)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let journey = try outcome.document
      #expect(journey["step"] == "completed" && journey["phase"] == "baseline_held")
      #expect(outcome.errors.contains("Vowel 3 of 3, attempt 1 of 3"))
      #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.count <= 100 })

      let stored = ["--store", store, "--user", "anna"]
      let history = try await Tool.run(["records", "history"] + stored)
      #expect(try history.document["schema"] == "sagevoice/history/1")
      #expect(try history.document["sessions"]?.elements.count == 1)
      let shown = try await Tool.run(["records", "person", "show"] + stored)
      let due = try #require(
        try shown.document[path: ["progress", "next_due"]]?.stringValue, "\(shown.errors)")
      #expect(try history.document["next_due"] == .string(due))
      let text = try await Tool.run(["records", "history", "--format", "text"] + stored)
      #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
      let table = try await Tool.run(["records", "history", "--format", "csv"] + stored)
      #expect(table.output.hasPrefix("session_id,recorded_at,measure,"))

      let again = try await Tool.run(["records", "baseline"] + stored)
      #expect(again.status == 0, "\(again.errors)")
      #expect(
        try again.document[path: ["run", "baseline_id"]]
          == journey[path: ["baseline", "baseline_id"]])
      let comparison = try await Tool.run(["records", "compare"] + stored)
      #expect(
        comparison.status == 65
          && comparison.errors.contains("--user: this person has no session after the baseline"))
    }

    @Test func `records baseline lists the recordings outside the baseline`() async throws {
      let fixture = RecordsFixture()
      try await fixture.file("a.wav", of: "anna")
      let other = try await fixture.file("b.wav", of: "anna", f0: 220)

      let made = try await fixture.records("baseline", ["--user", "anna"])

      #expect(made.status == 0, "\(made.errors)")
      #expect(made.errors.contains("not part of the baseline: session \(other.text) (b.wav): "))
    }

    @Test func `a vowel of another pitch is refused and does not count`() async throws {
      let other = try await scratch.longVoice(seed: 4, f0: 122)

      let refused = try await onboard(["--user", "anna", files[0], other])
      let outcome = try await onboard(["--user", "anna", files[1], files[2]])

      #expect(refused.errors.contains("attempt 1 of 3 is not usable: the pitch (122 Hz) differs"))
      let attempts = try outcome.document["attempts"]?.elements ?? []
      #expect(
        attempts.map { $0["state"]?.stringValue } == ["usable", "refused", "usable", "usable"])
      #expect(attempts[1]["reasons"]?.elements.map { $0["code"] } == ["f0_apart"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let baseline = try await Tool.run(["records", "baseline", "--store", store, "--user", "anna"])
      let sessions = try baseline.document["sessions"]?.elements ?? []
      #expect(sessions.map { $0["recordings"]?.elements.count } == [3], "\(baseline.output)")
    }

    @Test func `onboarding follows the language and explains an age below 13`() async throws {
      let young = try scratch.write(Self.anna.replacing("34", with: "7"), as: "young.json")

      let english = try await Tool.run(
        ["onboard", "--store", store, "--create", "--user", "anna", "--profile", young] + files)
      let german = try await Tool.run(
        ["onboard", "--store", store, "--user", "anna", "--profile", young, "--language", "de"]
          + files)

      #expect(english.status == 65 && english.errors.contains("must be 13 to 120 years old."))
      #expect(german.errors.contains("Die Person muss 13 bis 120 Jahre alt sein."))
      #expect(!english.errors.contains("allowed:"))
    }

    @Test func `the terminal asks in words and accepts a spoken consent`() throws {
      let answers = "7\\n34\\nwoman\\nfemale\\n\\n\\nlaptop\\nyes\\n"

      let outcome = try ToolProcess.runShell(
        """
        printf '\(answers)' | "$0" onboard --store "$1" --create --user anna
        """, [store])

      let questions = outcome.errors.components(separatedBy: "Age in years (13 to 120): ")
      #expect(questions.count == 3, "\(outcome.errors)")
      #expect(try outcome.document["step"] == "sustained_vowel_test", "\(outcome.errors)")
      #expect(outcome.errors.contains("To continue, run the command with --user anna."))
    }

    @Test func `a baseline of stored recordings takes a follow-up session`() async throws {
      let fixture = RecordsFixture()
      try await fixture.file("v.wav", of: "anna")
      let made = try await fixture.records("baseline", ["--user", "anna"])
      #expect(made.status == 0, "\(made.errors)")

      let outcome = try await Tool.run(
        ["onboard", "--store", fixture.path, "--user", "anna", "--follow-up"] + files)

      let journey = try outcome.document
      #expect(journey["step"] == "completed" && journey["phase"] == "baseline_held")
      #expect(journey[path: ["follow_up", "session_id"]] != nil, "\(outcome.errors)")
      let other = try await Tool.run(
        ["onboard", "--store", fixture.path, "--user", "ben", "--follow-up"] + files)
      #expect(other.status == 65)
    }

    @Test func `onboarding without recordings waits and resumes`() async throws {
      let first = try await onboard(["--user", "anna", files[0]])
      #expect(first.status == 65)
      #expect(try first.document["take"] == 2)

      let second = try await onboard(["--user", "anna", files[1], files[2]])

      #expect(second.status == 0, "\(second.errors)")
      #expect(try second.document["journey_id"] == first.document["journey_id"])
      #expect(try second.document["attempts"]?.elements.count == 3)
    }

    /// Onboards a person to a baseline, with a clock `days` days back.
    private func onboardAnna(daysAgo days: Int) async throws {
      let time = SystemClock().now().adding(days: -days)
      let environment = RunEnvironment(
        newID: { UUID().uuidString.lowercased() }, timestamp: { time.textToSeconds },
        elapsed: RunEnvironment.ofThisMachine.elapsed)
      let actor = try #require(AuditActor("test"))
      let filled = try StoreAddress(
        folder: store, key: .none, actor: actor, clock: SystemClock()
      ).open(.writing)
      let runner = RecordingRunner(
        store: filled, spool: store + ".spool", .init(jobs: 2),
        logger: WatchLogger.make(.quiet, .text), environment: environment, files: POSIXFileSystem())
      try runner.start()
      defer { runner.stop() }
      var walk = TerminalOnboarding(
        OnboardingRun.Parts(
          runner: runner, store: filled, minimums: try ReferenceLimits.embedded().minimums,
          environment: environment, adopt: { _, _ in }, log: { _, _ in }),
        in: filled, Recordings(vowels: files, reading: nil, runner), profile: Array(Self.anna.utf8))
      let journey = try await CommandEnvironment.$current.withValue(CommandEnvironment()) {
        try await walk.lead("anna", for: .baseline)
      }
      #expect(journey.baseline != nil)
    }

    @Test func `a follow-up session is compared, and the next date is named`() async throws {
      try await onboardAnna(daysAgo: 3)
      let vowels = try await (4...6).mapInOrder { try await scratch.longVoice(seed: $0) }

      let started = try await onboard(["--user", "anna", "--follow-up", vowels[0]])
      let outcome = try await onboard(["--user", "anna", "--follow-up", vowels[1], vowels[2]])

      #expect(started.status == 65)
      #expect(try started.document["step"] == "sustained_vowel_test")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let journey = try outcome.document
      #expect(journey["phase"] == "baseline_held" && journey["round"] == 2)
      let result = try #require(journey["follow_up"])
      #expect(result["in_baseline"] == true && result["complete_sessions"] == 2)
      let due = try #require(result["next_due"]?.stringValue)
      #expect(outcome.errors.contains("no change is larger than day-to-day variation."))
      #expect(outcome.errors.contains("2 of 3 required sessions complete"))
      #expect(outcome.errors.contains("Next recording due on \(due)."))
      #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.count <= 100 })
      let history = try await Tool.run(["records", "history", "--store", store, "--user", "anna"])
      #expect(try history.document["sessions"]?.elements.count == 2)
    }

    @Test func `files after the baseline are named as unread, status 65`() async throws {
      let first = try await onboard(["--user", "anna"] + files + [files[0]])

      let second = try await onboard(["--user", "anna"] + files)
      let status = try await onboard(["--user", "anna"])

      #expect(first.status == 65 && first.errors.contains("\(files[0]): not read"))
      #expect(try first.document["phase"] == "baseline_held")
      #expect(second.status == 65)
      for file in files { #expect(second.errors.contains("\(file): not read")) }
      #expect(second.errors.contains("--follow-up"))
      #expect(try second.document["attempts"]?.elements.count == 3)
      #expect(status.status == 0, "\(status.errors)")
    }

    @Test func `a file that does not exist ends with 66 before anything is stored`() async throws {
      let vowel = try await onboard(["--user", "anna"] + files + ["missing.wav"])
      let reading = try await onboard(["--user", "anna", "--reading", "missing.wav"] + files)

      for outcome in [vowel, reading] {
        #expect(outcome.status == 66)
        #expect(outcome.errors == "sagevoice: missing.wav: the file does not exist\n")
      }
    }

    @Test func `a follow-up session of the same day, or without a baseline, ends with 65`()
      async throws
    {
      let missing = try await onboard(["--user", "anna", "--follow-up"] + files)
      _ = try await onboard(["--user", "anna"] + files)

      let early = try await onboard(["--user", "anna", "--follow-up"] + files)
      let nobody = try await onboard(["--follow-up"] + files)

      #expect(missing.status == 65 && missing.errors.contains("no baseline yet"))
      #expect(early.status == 65 && early.errors.contains("the latest recordings are from today"))
      #expect(nobody.status == 64)
    }

    @Test func `onboarding that failed can be repeated with the same command`() async throws {
      let silent = try scratch.write([0x52, 0x49, 0x46, 0x46], as: "silent.wav")
      let refused = try await onboard(["--user", "anna"] + Array(repeating: silent, count: 9))
      #expect(try refused.document["phase"] == "no_baseline", "\(refused.errors)")

      let again = try await onboard(["--user", "anna"] + files)

      #expect(refused.status == 65)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try again.document["phase"] == "baseline_held")
    }

    /// A stand-in for arecord, which prints a file and writes the modes of its output file and folder.
    private func recorder(printing sound: String) throws -> String {
      let script = """
        #!/bin/sh
        file=$(readlink /proc/$$/fd/1)
        { echo "$file"; stat -c %a "$file" "$(dirname "$file")"; } >'\(scratch.path("seen"))'
        cat '\(sound)'
        """
      try scratch.program(script, as: "bin/arecord")
      return scratch.path("bin")
    }

    @Test(arguments: [true, false])
    func `a recording is made in the spool for the user alone, and deleted`(isGood: Bool) throws {
      let profile = try scratch.write(Self.anna, as: "anna.json")
      let sound = isGood ? files[0] : try scratch.write([1, 2, 3], as: "noise")
      let incoming = "store.spool/.sagevoice/incoming"
      _ = try scratch.write([1], as: "\(incoming)/of-a-killed-run/recording.wav")

      let outcome = try ToolProcess.runShell(
        """
        echo | PATH="$1:$PATH" "$0" onboard --store "$2" --create --user anna --profile "$3"
        """, [try recorder(printing: sound), store, profile])

      let seen = try scratch.text(of: "seen").split(separator: "\n")
      #expect(seen.first?.hasPrefix(scratch.path(incoming) + "/") == true)
      #expect(seen.dropFirst() == ["600", "700"])
      #expect(try outcome.document["attempts"]?.elements.count == 1, "\(outcome.errors)")
      #expect(try scratch.names(in: incoming) == [])
      #expect(try scratch.names(in: "store.spool/.sagevoice/work") == [])
    }

    @Test func `--events writes hashes and codes only, on request`()
      async throws
    {
      let silent = try scratch.write([0x52, 0x49, 0x46, 0x46], as: "silent.wav")
      _ = try await onboard(["--user", "otto", files[0]])
      #expect(!FileManager.default.fileExists(atPath: store + "/events.ndjson"))

      let outcome = try await onboard(["--user", "anna", "--events", silent] + files)

      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = try scratch.text(of: "store/events.ndjson")
      let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      let notes = lines.filter { $0["schema"] == "sagevoice/journey-event/1" }
      let names = notes.compactMap { $0["event"]?.stringValue }
      let usable = ["recording_received", "recording_analysed", "recording_analysed"]
      var expected = ["journey_started", "signed_up", "profile_completed"]
      expected += ["recording_received", "recording_analysed", "rerecording_asked"]
      for _ in 1...3 { expected += usable }
      expected += ["step_skipped", "baseline_established", "journey_completed"]
      let found = names.filter { $0 != "step_entered" && $0 != "microphone_answered" }
      #expect(found == expected)
      let numbers = lines.compactMap { $0["seq"]?.numberValue }
      #expect(numbers == (1...lines.count).map(Double.init))
      let validator = try JSONSchemaValidator(
        try await Tool.run(["schema", "journey-event"]).document)
      #expect(notes.flatMap { validator.problems(in: $0) } == [])
      #expect(notes.allSatisfy { $0["user"]?.stringValue?.count == 64 })
      for word in ["anna", "female", "woman", "mic\""] {
        #expect(!text.contains(word), "\(word)")
      }
    }

    @Test func `an incomplete profile is reported with its missing fields`() async throws {
      let profile = try scratch.write(
        #"{"user_id": "anna", "age": 34, "device_model": "MARKMIC"}"#, as: "part.json")

      let outcome = try await Tool.run(
        [
          "onboard", "--store", store, "--create", "--user", "anna", "--profile", profile,
          "--events",
        ] + files)

      #expect(outcome.status == 65)
      #expect(try outcome.document["step"] == "user_info_form")
      let text = try scratch.text(of: "store/events.ndjson")
      let last = try JSONValue(parsing: String(text.split(separator: "\n").last ?? ""))
      #expect(last["event"] == "profile_faulty")
      #expect(last["fields"]?.elements.contains("gender_identity") == true)
      #expect(last["fields"]?.elements.contains("device_model") == false)
      #expect(!text.contains("MARKMIC") && !text.contains("anna"))
    }

    @Test func `the id of a new guest is printed`() async throws {
      let outcome = try await onboard(files)

      let person = try #require(try outcome.document["person"]?.stringValue)
      #expect(outcome.status == 0 && person.hasPrefix("guest-"))
      #expect(outcome.errors.contains("To continue later, run the command with --user \(person)."))
      let adopted = try await Tool.run([
        "records", "adopt", "--store", store, "--guest", person, "--user", "anna",
      ])
      #expect(adopted.status == 0, "\(adopted.errors)")
      let made = try await Tool.run(["records", "baseline", "--store", store, "--user", "anna"])
      #expect(made.status == 0, "\(made.errors)")
      let history = try await Tool.run(["records", "history", "--store", store, "--user", "anna"])
      #expect(try history.document["sessions"]?.elements.count == 1)
    }

    @Test func `onboarding of an unknown person is reported`() async throws {
      _ = try await onboard(["--user", "anna"] + files)

      for command in [["records", "history"], ["records", "baseline"], ["records", "compare"]] {
        let outcome = try await Tool.run(command + ["--store", store, "--user", "otto"])
        #expect(outcome.status == 65 || outcome.status == 66, "\(command)")
        #expect(outcome.errors.contains("--user: this person has no"), "\(command)")
        #expect(outcome.output.isEmpty)
      }
    }

    @Test(arguments: [
      "establish --user anna a.wav", "establish a.wav", "establish",
      "compare --user anna --baseline b.json", "compare", "compare --baseline b.json",
      "establish --store s --profile p a.wav",
    ])
    func `files and a person of a store are not mixed`(words: String) async throws {
      let outcome = try await Tool.run(["baseline"] + words.split(separator: " ").map(String.init))

      #expect(outcome.status == 64)
    }
  }
}

extension Scratch {
  /// A vowel of 3 s that keeps its jitter.
  fileprivate func longVoice(seed: Int, f0: Int = 210) async throws -> String {
    let path = path("v\(seed).wav")
    let made = try await Tool.run([
      "synth", "--f0", "\(f0)", "--jitter", "0.4", "--shimmer", "2", "--hnr", "25", "--seconds",
      "3",
      "--vowel", "a", "--seed", "\(seed)", path,
    ])
    #expect(made.status == 0, "\(made.errors)")
    return path
  }
}
