// What the program says to people. A number of this program is a measurement; the words below
// would make it more than that (CONTRIBUTING.md).

import Foundation
import TestSupport
import Testing

@Suite struct WordingTests {
  private func words(in file: SwiftSource) throws -> [String] {
    try file.literals.flatMap { literal in
      try words(in: literal.text).map { "\(file.path):\(literal.line): \($0)" }
    }
  }

  private func words(in text: String) throws -> [String] { try RuledOutWords.found(in: text) }

  @Test func `no text of the program uses a word that is ruled out`() throws {
    for file in try Sources.all() {
      #expect(try words(in: file) == [])
    }
  }

  @Test func `no article that the program prints uses such a word`() throws {
    let folder = Repository.root.appendingPathComponent("Sources/DSPCore/DSPCore.docc/Measures")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count > 10)
    for name in names {
      let article = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      #expect(try words(in: article) == [], "\(name)")
    }
  }

  @Test(arguments: ["reference-limits.json", "measured-limits.json"])
  func `no text of the limits that ship uses such a word`(name: String) throws {
    let file = Repository.root.appendingPathComponent("Sources/BaselineService/Limits/\(name)")
    let text = try String(contentsOf: file, encoding: .utf8)

    #expect(text.count > 10_000)
    #expect(try words(in: text) == [])
  }

  @Test(arguments: [
    "a normal voice", "Abnormal", "Healthy.", "pathological", "no disease", "a diagnosis",
    "diagnostic", "not diagnosed", "a risk", "Parkinson's", "dysphonic", "severe", "mildly",
    "moderate", "therapy", "change the treatment", "medication", "diagnosed conditions",
    "This is not a diagnosis; see the diagnosis.",
  ])
  func `a planted word is found`(words text: String) throws {
    let file = SwiftSource(path: "Sources/X.swift", text: "f(\"\(text)\")")

    #expect(try words(in: file).count == 1)
  }

  @Test(arguments: [
    "This is a measurement, not a diagnosis.", "normalised", "a value // in a string", "several",
    "diagnosed_conditions", "a sound-treated booth",
  ])
  func `words that are allowed are not found`(text: String) throws {
    let file = SwiftSource(path: "Sources/X.swift", text: "f(\"\(text)\") // abnormal")

    #expect(try words(in: file) == [])
  }

  /// A sentence that is written where it is said: with a code, or as a text, in place of an entry of a
  /// table.
  private static let untabled =
    #"\b(Unavailability|Refusal|StateFault|BaselineFault)\(\s*(\.[a-z]\w*,\s*|\w+(\.\w+)*,\s*(message:)?)?\s*(message:)?\s*""#

  private func untabled(in file: SwiftSource) throws -> Int {
    try Pattern.of(Self.untabled).matches(in: file.text).count
  }

  @Test func `what went wrong is said by the tables of sentences alone`() throws {
    for file in try Sources.all() {
      #expect(try untabled(in: file) == 0, "\(file.path)")
    }
  }

  @Test(arguments: [
    "Unavailability(.tooShort, \"needs more\")", "Unavailability(\n  .tooShort,\n  \"needs\")",
    "Refusal(\n.silent, message: \"no sound\", advice: a)", "StateFault(\"failed\", message: m)",
    "BaselineFault(code.rawValue, \"too long\", advice: a)",
  ])
  func `a planted sentence is found`(code: String) throws {
    #expect(try untabled(in: SwiftSource(path: "Sources/X.swift", text: code)) == 1)
  }

  @Test(arguments: [
    "Unavailability(ReasonText.tooShort, [.found: \"\\(found)\"])", "StateFault(FaultText.failed)",
    "Refusal(code, message: message, advice: advice)", "AVQIRefusal(role: .speech, refusal: r)",
  ])
  func `a sentence of a table is none that was planted`(code: String) throws {
    #expect(try untabled(in: SwiftSource(path: "Sources/X.swift", text: code)) == 0)
  }

  @Test func `the sentence that must be there is there`() throws {
    let sentences = try Sources.all().flatMap(\.literals).map(\.text)

    #expect(sentences.contains { $0.contains("This is a measurement, not a diagnosis.") })
  }
}
