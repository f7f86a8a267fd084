// Properties of PDF pages: every word is on the sheet.

import Foundation
import FoundationXML
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes

@Suite struct PaperTests {
  /// A renderer may round a width up.
  private static let slack = 0.01

  /// The least height of a text, in page units: 6 points.
  private static let leastSize = 7.9

  private func sheets(
    of page: Page, _ language: Language, _ paper: Paper
  ) throws -> [Scene] {
    PrintReport(of: try page.content(language), language: language, paper: paper).sheets
  }

  private static let kept = Kept<String, [Scene]>()

  private func everySheet(of page: Page) throws -> [Scene] {
    try Self.kept.value(of: page.name) {
      try Language.allCases.flatMap { language in
        try Paper.allCases.flatMap { try sheets(of: page, language, $0) }
      }
    }
  }

  @Test(arguments: Page.all)
  func `texts do not overlap`(page: Page) throws {
    for sheet in try everySheet(of: page) {
      let labels = sheet.labels
      #expect(labels.count > 2)
      for (index, label) in labels.enumerated() {
        let covered = labels[(index + 1)...].filter { $0.box.overlaps(label.box) }
        #expect(covered.map(\.text) == [], "\(label.text)")
      }
    }
  }

  @Test(arguments: Page.all)
  func `the margins are empty`(page: Page) throws {
    for sheet in try everySheet(of: page) {
      let margin = 40 - Self.slack
      let room = Box(
        left: margin, top: margin, right: sheet.width - margin, bottom: sheet.height - margin)
      let outside = sheet.marks.filter { mark in mark.box.map { !room.holds($0) } ?? false }
      #expect(outside.isEmpty, "\(outside.prefix(2))")
    }
  }

  @Test(arguments: Page.all)
  func `texts have a readable size and every sheet is XML`(page: Page) throws {
    for sheet in try everySheet(of: page) {
      let small = sheet.labels.filter { $0.font.size < Self.leastSize }
      #expect(small.map(\.text) == [])
      let text = SVGWriter.text(of: sheet, theme: .light)
      #expect(XMLParser(data: Data(text.utf8)).parse())
    }
  }

  @Test(arguments: Page.plain + Page.soundless + Page.besideLimits)
  func `a recording fits on one sheet`(page: Page) throws {
    for language in Language.allCases {
      for paper in Paper.allCases {
        let sheets = try sheets(of: page, language, paper)
        #expect(sheets.count == 1, "\(language), \(paper)")
        #expect(sheets.first?.width == paper.width && sheets.first?.height == paper.height)
      }
    }
  }

  @Test(arguments: Drawn.all)
  func `the sheets have every reason and every value`(drawn: Drawn) throws {
    let page = try #require(Page.plain.first { $0.name == drawn.name })
    let text = try sheets(of: page, .english, .a4).flatMap(\.labels).map(\.text)
      .joined(separator: " ")

    let document = drawn.examined.document
    func holds(_ sentence: String) -> Bool {
      sentence.split(separator: " ").allSatisfy { text.contains($0) }
    }
    #expect(text.contains("This is a measurement, not a diagnosis."))
    #expect(text.contains(document.provenance.settingsSHA256.prefix(16)))
    if let refusal = document.refusal {
      #expect(holds(refusal.message) && holds(refusal.advice))
      return
    }
    let findings = try #require(document.findings)
    for (_, reason) in findings.biomarkers.unavailable { #expect(holds(reason.message)) }
    for measure in findings.distinctMeasures where findings.biomarkers[measure].number != nil {
      #expect(text.contains(measure.facts.name.title), "\(measure)")
    }
  }

  @Test func `paper has its size, at 96 units to the inch`() {
    #expect((Paper.a4.width - 793.7).magnitude < 0.01)
    #expect((Paper.a4.height - 1122.52).magnitude < 0.01)
    #expect(Paper.letter.width == 816 && Paper.letter.height == 1056)
  }

  @Test func `the same content gives the same sheets`() throws {
    let page = try #require(Page.ofPerson.first)

    #expect(try sheets(of: page, .german, .a4) == sheets(of: page, .german, .a4))
  }
}
