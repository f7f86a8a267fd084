// Documents `sagevoice/avqi/1` of version 0.29.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@Suite struct FormerIndexTests {
  private static func documents() throws -> [JSONValue] {
    let file = Repository.fixtures.appendingPathComponent("documents/avqi-1.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).map {
      try JSONValue(parsing: String($0))
    }
  }

  @Test func `stored documents agree with the schema of their format`() throws {
    let validator = try JSONSchemaValidator(IndexDocument.formerJSONSchema)

    for document in try Self.documents() { #expect(validator.problems(in: document) == []) }
  }

  @Test func `a stored document is read as a document of AVQI 03.01`() throws {
    let validator = try JSONSchemaValidator(IndexDocument.jsonSchema)
    let documents = try Self.documents()

    #expect(documents.count == 3)
    for former in documents {
      let json = try IndexDocument(json: former).json
      #expect(validator.problems(in: json) == [])
      #expect(json["index"] == "avqi_03.01")
      for key in ["analysis_id", "state", "recordings", "used", "parts", "provenance", "run"] {
        #expect(json[key] == former[key], "\(key)")
      }
      #expect(json["value"] == former["avqi"])
    }
  }

  @Test func `a stored comparison keeps its numbers`() throws {
    let former = try Self.documents()[1]
    let json = try IndexDocument(json: former).json

    for key in ["language", "cut_off", "relation", "citation"] {
      #expect(json[path: ["comparisons", 0, .key(key)]] == former["classification"]?[key])
    }
    #expect(json[path: ["comparisons", 0, "pipeline"]] == "unknown")
  }

  @Test func `an unknown version of AVQI is refused`() throws {
    let other = try Self.documents()[1].setting(["version"], to: "02.03")

    #expect(throws: FileFaults.self) { try IndexDocument(json: other) }
  }
}
