// What the program says to people. A number of this program is a measurement; the words below
// would make it more than that (clinical notes, §6.1).

import Foundation
import TestSupport
import Testing

@Suite struct WordingTests {
  private static let ruledOut =
    #"(?i)\b(?:normal|abnormal|healthy|unhealthy|pathological|disease|disorder|diagnos\w*|risk)\b"#

  /// The one thing that may be said of a diagnosis, and the key under which a profile has what
  /// the person was told elsewhere.
  private static var allowed: Regex<Substring> { /(?i:not a diagnosis)|\bdiagnosed_conditions\b/ }

  private func words(in file: SwiftSource) throws -> [String] {
    try file.literals.flatMap { literal in
      try words(in: literal.text).map { "\(file.path):\(literal.line): \($0)" }
    }
  }

  private func words(in text: String) throws -> [String] {
    let regex = try Regex(Self.ruledOut)
    return text.replacing(Self.allowed, with: "").matches(of: regex).map {
      String($0.output[0].substring ?? "")
    }
  }

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

  @Test(arguments: [
    "a normal voice", "Abnormal", "Healthy.", "pathological", "no disease", "a diagnosis",
    "diagnostic", "not diagnosed", "This is not a diagnosis; see the diagnosis.",
  ])
  func `a planted word is found`(words text: String) throws {
    let file = SwiftSource(path: "Sources/X.swift", text: "f(\"\(text)\")")

    #expect(try words(in: file).count == 1)
  }

  @Test(arguments: [
    "This is a measurement, not a diagnosis.", "diagnosed_conditions", "normalised",
    "a value // in a string",
  ])
  func `words that are allowed are not found`(text: String) throws {
    let file = SwiftSource(path: "Sources/X.swift", text: "f(\"\(text)\") // abnormal")

    #expect(try words(in: file) == [])
  }

  @Test func `the sentence that must be there is there`() throws {
    let sentences = try Sources.all().flatMap(\.literals).map(\.text)

    #expect(sentences.contains { $0.contains("This is a measurement, not a diagnosis.") })
  }
}
