import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct ProfileTests {
    private let scratch = Scratch()

    private func analyze(profile: String, _ more: [String] = []) async throws -> Tool.Outcome {
      let path = try scratch.write(profile, as: "Anna Beispiel.json")
      return try await Tool.run(["analyze", scratch.voice(), "--profile", path] + more)
    }

    @Test func `with a good profile the recording is analysed without a message`() async throws {
      let outcome = try await analyze(profile: #"{"user_id": "a", "age": 34}"#)

      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(try outcome.document.outcomeCode == "complete")
    }

    @Test func `every fault is on standard error, with status 65 and no data`() async throws {
      let outcome = try await analyze(
        profile: #"{"user_id": "", "age": 12, "voice_conditions": [], "gender_identity": "f"}"#,
        ["--output", scratch.path("results")])

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
      #expect(
        outcome.errors == """
          sagevoice: --profile: user_id: found a blank text; allowed: a non-blank text
          sagevoice: --profile: age: found 12; allowed: a whole number from 13 to 120, in years
          sagevoice: --profile: gender_identity: found "f"; allowed: woman, man, nonbinary, \
          other, prefer_not_to_say
          sagevoice: --profile: voice_conditions: found an empty list; allowed: a list of \
          one or more non-blank texts, ["None"] for no condition
          sagevoice: the profile is invalid, and nothing was analysed; correct the fields named above
          sagevoice: --profile: reference limits cover the ages from 13 to 120; omit \
          --profile to measure without a comparison

          """)
      #expect(try scratch.names(in: "") == ["Anna Beispiel.json", "voice.wav"])
    }

    @Test(arguments: [
      "", "{", "[]", "{\"user_id\": \"a\",}", "{\"user_id\": \"a\", \"user_id\": \"b\"}",
      "{\"user_id\": \"a\"} {}", "RIFF\u{0}\u{0}WAVE", "null",
    ])
    func `a file that is no profile gives status 65 and one fault`(profile: String) async throws {
      let outcome = try await analyze(profile: profile)

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
      #expect(
        outcome.errors.matches(of: /--profile: profile: found .+; allowed: one JSON/).count == 1)
    }

    @Test func `a profile with a byte order mark is the profile`() async throws {
      let outcome = try await analyze(profile: "\u{FEFF}{\"user_id\": \"a\", \"age\": 40}")

      #expect(outcome.status == 0)
      #expect(try outcome.document["assessment"] != .null)
    }

    @Test func `a recording in place of a profile gives status 65`() async throws {
      let voice = try scratch.voice()
      let outcome = try await Tool.run(["analyze", voice, "--profile", voice])

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("UTF-8"))
    }

    @Test func `a file far too large for a profile gives status 65`() async throws {
      let path = try scratch.write([UInt8](repeating: 0x20, count: 2 << 20), as: "large.json")
      let outcome = try await Tool.run(["analyze", scratch.voice(), "--profile", path])

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("exceeds the limit of 1048576 bytes"))
    }

    @Test func `a profile that cannot be opened gives status 66 and no data`() async throws {
      for path in [scratch.path("missing.json"), scratch.folder.path, "/dev/null"] {
        let outcome = try await Tool.run(["analyze", scratch.voice(), "--profile", path])
        #expect(outcome.status == 66, "\(path)")
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("sagevoice: --profile: "))
      }
    }

    @Test func `unknown keys are warned about, and the recording is analysed`() async throws {
      let profile = #"{"user_id": "a", "gender": "woman", "agee": 34}"#
      let outcome = try await analyze(profile: profile)
      let quiet = try await analyze(profile: profile, ["--quiet"])

      #expect(outcome.status == 0)
      #expect(try outcome.document.outcomeCode == "complete")
      #expect(outcome.errors.matches(of: /is not a key of a profile/).count == 2)
      #expect(outcome.errors.contains("--profile: \"agee\""))
      #expect(quiet.status == 0)
      #expect(quiet.errors == "")
    }

    @Test func `a misspelt identifier is reported with the missing one`() async throws {
      let outcome = try await analyze(profile: #"{"userid": "anna-1987"}"#)

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("--profile: user_id: found nothing"))
      #expect(outcome.errors.contains("--profile: \"userid\" is not a key of a profile"))
      #expect(!outcome.errors.contains("anna"))
    }

    @Test func `faults are printed even with --quiet`() async throws {
      let outcome = try await analyze(profile: "{}", ["--quiet"])

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("user_id: found nothing"))
    }

    @Test func `messages contain no personal data`() async throws {
      let outcome = try await analyze(
        profile: #"{"user_id": ["anna-1987"], "diagnosed_conditions": "asthma", "age": 1}"#)

      #expect(outcome.status == 65)
      for word in ["Anna", "anna", "asthma"] { #expect(!outcome.errors.contains(word)) }
    }

    @Test func `an age below 13 is measured without a comparison, with a warning`() async throws {
      let outcome = try await analyze(profile: #"{"user_id": "a", "age": 12}"#)
      let negative = try await analyze(profile: #"{"user_id": "a", "age": -1}"#)

      #expect(outcome.status == 0)
      #expect(try outcome.document.outcomeCode == "complete")
      #expect(try outcome.document["assessment"] == .null)
      #expect(outcome.errors.contains("--profile: age: reference limits cover the ages from 13"))
      #expect(negative.status == 65)
    }

    @Test func `a report for an age below 13 is made without reference limits`() async throws {
      let profile = try scratch.write(#"{"user_id": "a", "age": 12}"#, as: "child.json")
      let outcome = try await Tool.run([
        "report", "--profile", profile, scratch.voice(), "-o", scratch.path("page.html"),
      ])

      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("--profile: age: reference limits cover the ages from 13"))
    }

    @Test func `a profile may come from standard input, once`() async throws {
      let voice = try scratch.voice()
      let profile = try scratch.write(#"{"user_id": "a"}"#, as: "profile.json")
      let good = try await Tool.run(["analyze", voice, "--profile", "-"], input: profile)
      #expect(good.status == 0)
      for arguments in [["-", "--profile", "-"], ["--files-from", "-", "--profile", "-"]] {
        #expect(try await Tool.run(["analyze"] + arguments).status == 64)
      }
    }

    @Test func `the option takes one value`() async throws {
      #expect(try await Tool.run(["analyze", scratch.voice(), "--profile"]).status == 64)
    }

    @Test func `a list that cannot be opened outranks a malformed profile`() async throws {
      let path = try scratch.write("{}", as: "p.json")
      let outcome = try await Tool.run(
        ["analyze", "--files-from", scratch.path("missing.txt"), "--profile", path])

      #expect(outcome.status == 66)
    }

    @Test func `the schema of a profile is printed`() async throws {
      let outcome = try await Tool.run(["schema", "profile"])

      #expect(outcome.status == 0)
      #expect(try outcome.document == UserProfile.jsonSchema)
    }
  }
}
