// Everything that a page says is said in every language.

import BaselineService
import DSPCore
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

@Suite struct LanguageTests {
  /// Words of every other English sentence that no German text has.
  private static let english =
    #"(?i)\b(?:the|of|and|is|are|were|with|from|this|that|for|no|not|has|have|needs|found|than"#
    + #"|without|which|its|it|be|by|on|to|or|at)\b"#

  /// Parts that are equal in every language: keys, codes, names of files and sources, and
  /// self-reported texts.
  private static func told(in page: String, _ content: ReportContent) -> String {
    var text = page.replacing(/<style>[^<]*<\/style>/, with: "")
    text = text.replacing(/xlink:href="[^"]*"/, with: "").replacing(/<[^>]*>/, with: "\n")
    for limit in content.document.findings?.assessment?.measures ?? [] {
      for source in [limit.typical, limit.published] {
        guard let citation = source?.citation else { continue }
        for piece in citation.components(separatedBy: "; ")
        where Language.german.text(written: piece) == piece {
          text = text.replacing(piece.markup, with: "")
        }
      }
    }
    return text.replacing(/\{"[^\n]*\}|\{&quot;[^\n]*\}/, with: "")
      .replacing(content.document.recording.name, with: "")
  }

  private static let tables: [(any SentenceTable.Type, String)] = [
    (ReasonText.self, "reason"), (RefusalText.self, "refusal"), (CheckText.self, "check"),
    (EvidenceText.self, "evidence"),
  ]

  @Test(arguments: Page.all)
  func `a German page has no English sentence`(page: Page) throws {
    let content = try page.content(.german)
    let html = ReportPage(of: content, language: .german, theme: .light).html

    #expect(try Self.englishLines(of: html, content) == [])
  }

  private static func englishLines(
    of text: String, _ content: ReportContent
  ) throws -> [String] {
    let words = try Pattern.of(english)
    return told(in: text, content).split(separator: "\n").map(String.init)
      .filter { words.isFound(in: $0) }
  }

  @Test func `sentences of documents are translated with their parameters`() {
    let reason = Unavailability.tooFewPeriods(needed: 5, found: 3, of: "consecutive periods")
    let refusal = Refusal(
      RefusalText.tooShort, [.found: "0.2 s", .needed: "0.5 s"])
    let check = QualityCheck(
      id: .clipping, verdict: .fail, value: 2, unit: "percent", limit: 1,
      saying: CheckText.clipping.filled([.share: "2", .run: "7"]))

    #expect(
      Language.german.text(of: reason)
        == "zu wenige aufeinanderfolgende Perioden (5 erforderlich, 3 vorhanden)")
    #expect(Language.english.text(of: reason) == reason.message)
    #expect(
      Language.german.message(of: refusal)
        == "Die Aufnahme dauert 0,2 s, die Auswertung braucht aber mehr als 0,5 s")
    #expect(
      Language.german.advice(of: refusal)
        == "länger aufnehmen. Ein gehaltener Vokal soll 3 bis 10 s dauern")
    #expect(
      Language.german.text(of: check)?.hasPrefix(
        "Der Ton ist verzerrt: 2 % der Abtastwerte sind übersteuert, bis zu 7 hintereinander")
        == true)
  }

  @Test func `measures and reasons within a sentence about a baseline are translated`() {
    let reason = Unavailability.tooFewPeriods(needed: 5, found: 3, of: "consecutive periods")
    let withheld = BaselineFault(
      BaselineText.missingMeasures,
      [.measures: Measure.jitterLocal.title, .problems: reason.finding])
    let waiting = BaselineFault(
      KeepingText.waits,
      [
        .sessions: "reading", .measures: FeatureGroup.allCases.map(\.words).joined(separator: ", "),
      ])

    #expect(Language.german.message(of: waiting).contains("Sitzung reading "))
    #expect(
      Language.german.message(of: withheld)
        == "nicht gemessen: Jitter (lokal). Grund: zu wenige aufeinanderfolgende Perioden "
        + "(5 erforderlich, 3 vorhanden)")
    #expect(
      Language.german.message(of: waiting).contains(
        FeatureGroup.allCases.map { $0.words(in: .german) }.joined(separator: ", ")))
  }

  @Test func `a sentence without parameters in the document stays English`() {
    let old = Unavailability(.tooFewPeriods, "needs 5 periods, found 3")

    #expect(Language.german.text(of: old) == "needs 5 periods, found 3")
    #expect(Language.german.text(written: "a label of one's own") == "a label of one's own")
  }

  @Test func `English and German sentences have the same parameters`() {
    for (table, kind) in Self.tables { check(table, kind) }
  }

  private func check<Table: SentenceTable>(_ table: Table.Type, _ kind: String) {
    for text in table.allCases {
      let values = Dictionary(
        uniqueKeysWithValues: text.parameters.map { ($0, "<\($0.rawValue)>") })
      let said = said(text.filled(values), kind)
      for value in values.values {
        #expect(said.german.contains(value) == said.english.contains(value), "\(text.rawValue)")
      }
      #expect(said.german != said.english, "\(text.rawValue)")
      #expect(!said.german.contains("{"), "\(text.rawValue)")
    }
  }

  private func said(_ wording: Wording, _ kind: String) -> (english: String, german: String) {
    func both(_ text: (Language) -> String) -> (String, String) {
      (text(.english), text(.german))
    }
    let code = String(wording.sentence.id.prefix { $0 != "." })
    switch kind {
    case "reason":
      var reason = Unavailability(ReasonCode(rawValue: code) ?? .clipped, wording.both)
      reason.sentence = wording.sentence
      return both { $0.text(of: reason) }
    case "refusal":
      var refusal = Refusal(
        RefusalCode(rawValue: code) ?? .silent, message: wording.message, advice: wording.advice)
      refusal.sentence = wording.sentence
      return both { "\($0.message(of: refusal)) \($0.advice(of: refusal))" }
    case "check":
      let check = QualityCheck(
        id: CheckID(rawValue: code) ?? .clipping, verdict: .warn, value: nil, unit: "", limit: nil,
        saying: wording)
      return both { $0.text(of: check) ?? "" }
    default:
      let type = SignalType(type: 1, evidence: [wording])
      return both { $0.evidence(of: type).joined() }
    }
  }

  @Test func `no text of a page names an option of the command line`() {
    let catalogues: [TextCatalogue] = [.baselines, .checks, .reasons, .refusals, .report, .page]
    for catalogue in catalogues {
      for language in Language.allCases {
        for key in catalogue.keys where !key.hasSuffix(".options") {
          #expect(catalogue.text(key, language).firstMatch(of: /(^|[ (])--[a-z]/) == nil, "\(key)")
        }
      }
      for key in catalogue.keys where key.hasSuffix(".options") {
        #expect(catalogue.keys.contains(key.replacing(".options", with: ".advice")), "\(key)")
      }
    }
  }

  @Test func `every check and every measure has a name`() {
    for language in Language.allCases {
      for check in QualityLimits.all + QualityLimits.ofCapture {
        let name = TextCatalogue.report["check.\(check.id.rawValue)", language]
        #expect(name != nil, "\(check.id)")
        let hasNoUnit = ["count", "ratio"].contains(check.unit)
        #expect((language.unit(ofCheck: check.unit) == "") == hasNoUnit)
      }
      let names = Measure.allCases.map { language.name(of: $0) + language.unit(of: $0) }
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `the texts of shipped limits are translated`() throws {
    let bytes = [EmbeddedLimits.bytes, EmbeddedLimits.measuredBytes]
    for set in try bytes.map({ try ReferenceLimits(reading: $0) { _ in "same" } }) {
      let texts =
        set.limits.flatMap { [$0.label, $0.caution].compactMap { $0 } }
        + set.cautions.map(\.text)
      for text in texts { #expect(Language.german.text(written: text) != text, "\(text)") }
    }
  }

  @Test func `notices equal those of documents`() {
    #expect(Language.english.text(.assessmentNotice) == Assessment.notice)
    #expect(Assessment.notice.hasPrefix(Language.english.text(.measurementNotice)))
    #expect(
      Language.german.text(.assessmentNotice).hasPrefix(Language.german.text(.measurementNotice)))
  }
}
