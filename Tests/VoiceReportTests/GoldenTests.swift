// The reviewed figures of all recordings: the overview as a whole, of the others a summary.
// SAGEVOICE_RECORD_GOLDEN=1 records them again and fails the run, so that they are reviewed.

import DSPCore
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes

@Suite struct GoldenTests {
  /// Another processor uses other instructions, so the last bit of a number and the last digit of a
  /// coordinate may differ. In page units; one is a pixel.
  private static let tolerance = 0.05

  private static let folder = Repository.fixtures.appendingPathComponent("golden/figures")

  @Test func `the samples cover every signal type, no voice and refusals`() {
    let documents = Drawn.all.map(\.examined.document)
    let types = Set(documents.compactMap { $0.findings?.signalType.type })

    #expect(types == [1, 2, 3, 4])
    #expect(documents.count { $0.refusal != nil } >= 2)
    #expect(Drawn.all.contains { $0.examined.analysis?.pitch.hasVoicing == false })
    #expect(
      documents.contains { $0.findings?.biomarkers.unavailable.count == Measure.allCases.count })
  }

  @Test(arguments: Drawn.all)
  func `the overview equals the recorded golden`(drawn: Drawn) throws {
    let text = SVGWriter.text(of: drawn.scene(.overview), theme: .light)

    try compare(text, with: "\(drawn.name).overview.svg")
  }

  @Test(arguments: Drawn.all)
  func `the other figures have the recorded shapes`(drawn: Drawn) throws {
    let kinds = FigureKind.allCases.filter { $0 != .overview }
    let text = kinds.map { SceneSummary.text(of: drawn.scene($0)) }.joined(separator: "\n")

    try compare(text, with: "\(drawn.name).txt")
  }

  /// The version and the settings are those of their day, and no part of a drawing.
  private static func dateless(_ text: String) -> String {
    text.replacing(/sagevoice [0-9.]+, (\w+) preset, settings SHA-256 [0-9a-f]{8}/) {
      "sagevoice, \($0.output.1) preset"
    }
  }

  private func compare(_ drawn: String, with name: String) throws {
    let text = Self.dateless(drawn)
    let file = Self.folder.appendingPathComponent(name)
    guard ProcessInfo.processInfo.environment["SAGEVOICE_RECORD_GOLDEN"] == nil else {
      try FileManager.default.createDirectory(
        at: Self.folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("\(name) was recorded; look at it, and run again without recording")
      return
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    let (old, new) = (NumberedText(golden), NumberedText(text))
    #expect(old.words == new.words, "\(name)")
    #expect(old.numbers.count == new.numbers.count, "\(name)")
    let apart = zip(old.numbers, new.numbers).filter { !(($0 - $1).magnitude <= Self.tolerance) }
    #expect(apart.isEmpty, "\(name): \(apart.prefix(3))")
  }
}

/// A text apart from the numbers in it.
private struct NumberedText {
  let words: [String]
  let numbers: [Double]

  init(_ text: String) {
    var words: [String] = []
    var numbers: [Double] = []
    var word = ""
    var number = ""
    for character in text + "\n" {
      if character.isASCII, character.isNumber || (character == "." && !number.isEmpty) {
        number.append(character)
        continue
      }
      if let value = Double(number) {
        numbers.append(value)
        words.append(word)
        word = ""
      } else {
        // A false number: the end of a sentence, or a version.
        word += number
      }
      number = ""
      word.append(character)
    }
    self.words = words + [word]
    self.numbers = numbers
  }
}

/// The elements of a scene, as lines.
private enum SceneSummary {
  static func text(of scene: Scene) -> String {
    "\(scene.title) \(scene.width) \(scene.height)\n\(scene.description)\n"
      + scene.marks.map(line).joined(separator: "\n") + "\n"
  }

  private static func line(of mark: Mark) -> String {
    switch mark {
    case .line(let from, let to, let stroke):
      "line \(text([from, to])) \(text(stroke))"
    case .curves(let curves, let stroke):
      "curves \(curves.count) \(curves.map(\.count).reduce(0, +)) points "
        + "\(bounds(mark)) \(text(stroke))"
    case .dots(let points, let ink, let diameter):
      "dots \(points.count) \(bounds(mark)) \(ink) \(diameter)"
    case .area(let points, let ink): "area \(points.count) \(bounds(mark)) \(ink)"
    case .rectangle(_, let ink): "rectangle \(bounds(mark)) \(ink)"
    case .frame(_, let stroke): "frame \(bounds(mark)) \(text(stroke))"
    case .text(let label):
      "text \(text([label.place])) \(label.font.size) \(label.anchor) \(label.ink) \(label.text)"
    case .image(let image, let levels, _):
      "image \(image.width) \(image.height) \(levels) \(bounds(mark)) \(blocks(of: image))"
    }
  }

  private static func bounds(_ mark: Mark) -> String {
    mark.box.map { text([Point($0.left, $0.top), Point($0.right, $0.bottom)]) } ?? "nothing"
  }

  private static func text(_ points: [Point]) -> String {
    points.map { "\(NumberFormat.fixed($0.x, 2)),\(NumberFormat.fixed($0.y, 2))" }
      .joined(separator: " ")
  }

  private static func text(_ stroke: Stroke) -> String {
    "\(stroke.ink) \(stroke.width) \(stroke.pattern)"
  }

  /// The mean shade of each part of an image, eight across and four down.
  private static func blocks(of image: IndexedImage) -> String {
    (0..<4).flatMap { row in (0..<8).map { (row, $0) } }.map { row, column in
      let (rows, columns) = (image.height / 4, image.width / 8)
      var sum = 0
      for y in (row * rows)..<((row + 1) * rows) {
        for x in (column * columns)..<((column + 1) * columns) {
          sum += Int(image.pixels[y * image.width + x])
        }
      }
      return NumberFormat.fixed(Double(sum) / Double(rows * columns), 2)
    }.joined(separator: " ")
  }
}
