import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct ProfileCheckTests {
    private let scratch = Scratch()

    private static let complete = #"""
      {"user_id": "anna-1987", "age": 34, "gender_identity": "woman",
       "sex_assigned_at_birth": "prefer_not_to_say", "voice_conditions": ["None"],
       "diagnosed_conditions": ["None"], "device_model": "iPhone15,2",
       "consent": {"signed": true, "at": "2026-01-31", "version": "1", "purposes": ["analysis"]}}
      """#

    private func check(_ profile: String, _ more: [String] = []) async throws -> Tool.Outcome {
      let path = try scratch.write(profile, as: "Anna Beispiel.json")
      return try await Tool.run(["profile", "check", path] + more)
    }

    @Test func `a complete person gives status 0 and one line`() async throws {
      for more in [[], ["--complete"]] {
        let outcome = try await check(Self.complete, more)

        #expect(outcome.status == 0)
        #expect(outcome.output == "The profile is complete.\n")
        #expect(outcome.errors == "")
      }
    }

    @Test func `missing fields count only with --complete`() async throws {
      let plain = try await check(#"{"user_id": "anna-1987", "device_model": "x"}"#)
      let complete = try await check(
        #"{"user_id": "anna-1987", "device_model": "x"}"#, ["--complete"])

      #expect(plain.status == 0 && complete.status == 65)
      #expect(complete.output == plain.output.replacing("Missing ", with: "Required"))
      #expect(
        plain.output.hasPrefix(
          """
          The profile is valid, but not complete. The missing fields follow.
          Missing  age; allowed: a whole number from 13 to 120, in years
          Missing  gender_identity; allowed: woman, man, nonbinary, other, \
          prefer_not_to_say

          """))
    }

    @Test func `a missing required field is named as such`() async throws {
      let outcome = try await check(#"{"device_model": "x"}"#)

      #expect(outcome.status == 65)
      #expect(outcome.output.contains("\nRequired user_id; allowed: "))
    }

    @Test func `each fault is a line without personal data, status 65`() async throws {
      let outcome = try await check(
        #"{"user_id": ["anna"], "age": 12, "operator": ["anna"], "gender": "f", "consent": true}"#)

      #expect(outcome.status == 65)
      #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("Invalid  ") } == 4)
      #expect(outcome.output.contains("Invalid  age: found 12; allowed: a whole number from 13"))
      #expect(outcome.output.contains("Note     \"gender\" is not a key of a profile"))
      #expect(!outcome.output.lowercased().contains("anna"))
      #expect(outcome.errors == "")
    }

    @Test func `the JSON form matches its schema and names field and fault`() async throws {
      let outcome = try await check(
        #"{"userId": "anna-1987", "age": 12, "genderIdentity": "Woman"}"#, ["--format", "json"])

      let document = try outcome.document
      let schema = try await Tool.run(["schema", "profile-check"]).document
      #expect(outcome.status == 65)
      #expect(try JSONSchemaValidator(schema).problems(in: document) == [])
      #expect(document["form"] == "app" && document["stage"] == .null)
      #expect(
        document["faults"] == [
          [
            "field": "age", "code": "invalid", "found": "12",
            "allowed": "a whole number from 13 to 120, in years",
          ]
        ])
      #expect(
        document["missing"]?.elements.map { $0["field"] } == [
          "sexAssignedAtBirth", "voiceConditions", "diagnosedConditions", "deviceModel", "consent",
        ])
    }

    @Test(arguments: ["", "{", "[]", "null", "RIFF\u{0}"])
    func `a file that is no profile is one fault with status 65`(profile: String) async throws {
      let outcome = try await check(profile, ["--format", "json"])

      #expect(outcome.status == 65)
      #expect(try outcome.document["faults"]?.elements.map { $0["code"] } == ["unreadable"])
    }

    @Test func `a file that cannot be opened gives status 66 and no data`() async throws {
      for path in [scratch.path("missing.json"), scratch.folder.path] {
        let outcome = try await Tool.run(["profile", "check", path])
        #expect(outcome.status == 66)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("sagevoice: profile: "))
      }
    }

    @Test func `wrong usage gives status 64`() async throws {
      for arguments in [["profile", "check"], ["profile", "check", "a", "--format", "csv"]] {
        #expect(try await Tool.run(arguments).status == 64)
      }
    }

    @Test func `a profile in the app's form is used like one in the project's own`() async throws {
      let app = #"{"userId": "a", "age": 34, "genderIdentity": "Woman", "deviceModel": "x"}"#
      let own = #"{"user_id": "a", "age": 34, "gender_identity": "woman", "device_model": "x"}"#
      let voice = try scratch.voice()

      let assessments = try await [app, own].mapInOrder { profile in
        let path = try scratch.write(profile, as: "p.json")
        let outcome = try await Tool.run(["analyze", voice, "--profile", path])
        #expect(outcome.status == 0)
        return try outcome.document["assessment"]
      }

      #expect(assessments[0] != nil && assessments[0] != .null)
      #expect(assessments[0] == assessments[1])
    }

    @Test func `the schema of a person is printed`() async throws {
      #expect(try await Tool.run(["schema", "person"]).document == Person.jsonSchema)
    }
  }
}
