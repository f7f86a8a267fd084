// The catalogue of codes compared with written documents.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct CodesTests {
    private let scratch = Scratch()

    /// The codes of documents, and those of a store.
    private static func catalogue(withStore: Bool = false) async throws -> CodeReader {
      let own = try await Tool.run(["explain", "--codes", "--format", "json"]).document
      guard withStore else { return CodeReader(own) }
      let further = try await Tool.run(["codes", "--format", "json"]).document
      return CodeReader(own, further)
    }

    @Test func `the catalogue keeps its schema`() async throws {
      let schema = try JSONSchemaValidator(try await Tool.run(["schema", "codes"]).document)
      let catalogue = try await Tool.run(["explain", "--codes", "--format", "json"])

      #expect(catalogue.status == 0)
      #expect(try schema.problems(in: catalogue.document) == [])
      #expect(try schema.problems(in: catalogue.document.removing(["codes"])) != [])
    }

    @Test func `sentences are unique and each parameter is explained and used`()
      async throws
    {
      let catalogue = try await Self.catalogue()

      for place in catalogue.places {
        let ids = catalogue.sentences(in: place).map(\.id)
        #expect(Set(ids).count == ids.count, "\(place)")
      }
      let used = Set(catalogue.sentences.flatMap(\.names))
      #expect(catalogue.sentences.count > 150)
      #expect(used == catalogue.parameters)
      #expect(catalogue.sentences.allSatisfy { Set($0.names) == Set($0.parameters) })
    }

    @Test func `every code has sentences or a meaning, and refusals an exit status`() async throws {
      let catalogue = try await Self.catalogue()

      for code in catalogue.codes {
        let isSaid = code["meaning"] != nil || code["sentences"]?.elements.isEmpty == false
        #expect(isSaid, "\(code)")
        #expect((code["exit_status"] != nil) == (code["place"] == "refusal"))
      }
      let missing = catalogue.codes.first { $0["code"] == "not_found" }
      #expect(missing?["exit_status"] == 66)
    }

    @Test func `the text form lists each sentence`() async throws {
      let catalogue = try await Self.catalogue()
      let text = try await Tool.run(["explain", "--codes"])

      #expect(text.status == 0)
      let words = text.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ").lowercased()
      for sentence in catalogue.sentences {
        let values = Dictionary(
          sentence.names.map { ($0, "<\($0.replacing("_", with: " "))>") },
          uniquingKeysWith: { first, _ in first })
        let sample = MessageTemplate(sentence.template).filled(with: values)
        #expect(words.contains("\(sentence.id): \(sample)".lowercased()), "\(sentence.id)")
      }
      #expect(try await Tool.run(["explain", "--codes", "jitter"]).status == 64)
    }

    // MARK: - Written documents

    /// Recordings with different faults.
    private static func recordings() throws -> [String] {
      try ["malformed", "voices", "encodings"].flatMap { name in
        let folder = Repository.fixtures.appendingPathComponent(name)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          .filter { $0.hasSuffix(".wav") }.map { folder.appendingPathComponent($0).path }
      }
    }

    @Test(arguments: [
      [], ["--gates", "flag"], ["--tier", "quick"], ["--preset", "praat"],
      ["--measures", "f0,tremor"], ["--pitch-range", "20:60"], ["--channel", "2"],
    ])
    func `the catalogue has all codes and sentences of results documents`(
      options: [String]
    ) async throws {
      let catalogue = try await Self.catalogue()

      let outcome = try await Tool.run(["analyze", "--quiet"] + options + Self.recordings())

      var found = CodeFindings()
      for document in try outcome.documents { catalogue.check(document, &found) }
      #expect(found.problems == [])
      print("codes of analyze \(options): \(found.ids.count) sentences, \(found.checked) checked")
      #expect(found.ids.count > 20)
      #expect(found.checked > 400)
    }

    @Test func `the catalogue has all codes and sentences of watch`() async throws {
      let catalogue = try await Self.catalogue(withStore: true)
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.write("{\"profile\": 3}", as: "in/a.json")
      _ = try scratch.voice("in/b.wav", f0: 121)
      _ = try scratch.write("no digits\n", as: "in/b.wav.sha256")
      _ = try scratch.voice("in/c.wav", f0: 122)
      let other = String(repeating: "0a", count: 32) + "\n"
      _ = try scratch.write(other, as: "in/c.wav.sha256")
      _ = try scratch.voice("in/d.wav", f0: 120)
      _ = try scratch.tooShort("in/short.wav")
      _ = try scratch.write([1, 2, 3], as: "in/bytes.wav")

      let outcome = try await scratch.watchOnce(["--deadline", "0.3", "--events", "--updates"])

      var found = CodeFindings()
      for line in try outcome.documents { catalogue.check(line, &found) }
      for line in try JSONValue.lines(of: scratch.text(of: "store/events.ndjson")) {
        catalogue.check(line, &found)
      }
      for number in try scratch.names(in: "store/failed") {
        for name in try scratch.names(in: "store/failed/\(number)")
        where name.hasSuffix(".error.json") {
          let path = "store/failed/\(number)/\(name)"
          catalogue.check(try scratch.json(of: path), &found)
        }
      }
      for session in try scratch.names(in: "store/sessions") {
        for name in try scratch.names(in: "store/sessions/\(session)")
        where name.hasSuffix(".json") {
          let path = "store/sessions/\(session)/\(name)"
          catalogue.check(try scratch.json(of: path), &found)
        }
      }
      #expect(found.problems == [])
      #expect(
        found.ids.isSuperset(of: [
          "profile_invalid", "checksum_unusable", "checksum_mismatch", "too_short",
          "not_a_wav.too_few_bytes",
        ]), "\(found.ids.sorted())")
    }

    @Test func `baseline faults use sentences of the catalogue`() async throws {
      let catalogue = try await Self.catalogue(withStore: true)
      let profile = try scratch.write(
        #"{"user_id": "kim", "age": 34, "sex": "female"}"#, as: "kim.json")
      let recordings = [try scratch.voice("a.wav"), try scratch.tooShort("b.wav")]

      let outcome = try await Tool.run(
        ["baseline", "establish", "--profile", profile, "--output", scratch.path("base.json")]
          + recordings + [recordings[0]])

      var found = CodeFindings()
      let text = (try? scratch.text(of: "base.json")) ?? outcome.output
      catalogue.check(try JSONValue(parsing: text), &found)
      #expect(found.problems == [])
      #expect(found.ids.contains("duplicate.of_recording"), "\(found.ids.sorted())")
    }

    // MARK: - The check itself

    @Test func `a code that is missing and a sentence that differs are found`() async throws {
      let catalogue = try await Self.catalogue()
      let planted: [JSONValue] = [
        ["code": "no_such_code", "message": "m"],
        [
          "code": "too_short", "message": "needs 2 s, found 3 s",
          "sentence": ["id": "too_short", "parameters": ["needed": "2 s", "found": "1 s"]],
        ],
        ["id": "peak", "verdict": "warn", "message": "another sentence"],
        [
          "signal_type": [
            "type": 1, "reasons": ["no voice breaks in the segment"], "sentences": [],
          ]
        ],
        ["event": "unheard_of"],
      ]

      for document in planted {
        var found = CodeFindings()
        catalogue.check(document, &found)
        #expect(found.problems.count == 1, "\(document)")
      }
    }
  }
}
