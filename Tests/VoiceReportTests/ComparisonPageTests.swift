// The page of two recordings, before and after.

import DSPCore
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes

@Suite struct ComparisonPageTests {
  private static let name = "coswara_21_a.wav"

  private func document() throws -> ResultsDocument {
    try #require(Drawn.all.first { $0.name == Self.name }).examined.document
  }

  /// Returns the document with other values.
  private func document(with values: [Measure: Double]) throws -> ResultsDocument {
    var document = try document()
    var findings = try #require(document.findings)
    for (measure, value) in values { findings.biomarkers[measure] = .value(value) }
    document.outcome = .complete(findings)
    return document
  }

  private func page(
    _ before: ResultsDocument, _ after: ResultsDocument, _ language: Language = .english
  ) -> String {
    ComparisonPage(
      of: ComparedRecording(document: before), ComparedRecording(document: after),
      language: language, theme: .light
    ).html
  }

  /// Returns the cells of the first row of a measure.
  private func row(of measure: Measure, in page: String) throws -> [String] {
    let name = measure.title.components(separatedBy: " (")[0]
    let start = try #require(page.range(of: "<td>\(name)</td>"))
    let row = String(page[start.lowerBound...]).components(separatedBy: "</tr>")[0]
    return row.split(separator: "\n").map { String($0.replacing(/<[^>]*>/, with: "")) }
  }

  @Test(arguments: [(5.0, "no detectable change"), (9, "▲ higher"), (-9, "▼ lower")])
  func `a change of HNR has its size, the smallest detectable change and a result`(
    change: Double, result: String
  ) throws {
    let smallest = try #require(
      try document().findings?.uncertainty[.hnrMean]?.smallestChange?.recording)
    #expect(5 < smallest && smallest < 9)

    let page = page(
      try document(with: [.hnrMean: 20]), try document(with: [.hnrMean: 20 + change]))

    let cells = try row(of: .hnrMean, in: page)
    let sign = change > 0 ? "+" : "−"
    #expect(cells[1] == "20.0 dB" && cells[3] == "\(sign)\(change.magnitude) dB")
    #expect(cells[4] == "±\(NumberFormat.fixed(smallest, 1)) dB")
    #expect(cells[5] == result)
    #expect(page.contains("Detectable change: Mean HNR") == (change.magnitude > 6))
    let isAmongUnchanged = page.contains(/No detectable change: [^.]*Mean HNR/)
    #expect(isAmongUnchanged == (change.magnitude < 6))
  }

  @Test func `a change of F0 is a ratio, and CPPS is compared`() throws {
    let page = page(
      try document(with: [.f0Mean: 100, .cpps: 10]), try document(with: [.f0Mean: 150, .cpps: 20]))

    #expect(try row(of: .f0Mean, in: page)[3] == "+50 %")
    #expect(try row(of: .f0Mean, in: page)[5] == "▲ higher")
    #expect(try row(of: .cpps, in: page)[3] == "+10.0 dB")
    #expect(try row(of: .cpps, in: page)[5] == "▲ higher")
  }

  @Test func `recordings of other settings are not compared`() throws {
    var other = try document()
    other.provenance.settingsSHA256 = String(repeating: "0", count: 64)

    let page = page(try document(), other)

    #expect(page.contains("Not compared: the recordings were measured with different settings"))
    #expect(try row(of: .hnrMean, in: page).last == "not compared")
    #expect(!page.contains("no detectable change"))
  }

  @Test func `a measure without a comparison has its reason and side`() throws {
    var flagged = try document()
    var findings = try #require(flagged.findings)
    let steady = [SentenceParameter.found: "0.9", .needed: "1"]
    findings.biomarkers.flags[.hnrMean] = [Unavailability(.shortSteady, steady)]
    flagged.outcome = .complete(findings)

    let page = page(try document(), flagged)

    #expect(try row(of: .hnrMean, in: page).last == "not compared")
    #expect(
      page.contains(
        "After: Mean HNR (cross-correlation): the steady segment is short (1 s recommended, "
          + "0.9 s available)"))
    #expect(!page.contains("see notes"))
  }

  @Test func `a refused recording has its reason and no table`() throws {
    let refused = try #require(Drawn.all.first { $0.examined.document.refusal != nil })

    let page = page(try document(), refused.examined.document)

    #expect(page.contains("Not compared: at least one of the recordings is not usable."))
    #expect(!page.contains("<table>"))
  }

  @Test func `the summary names measures without a comparison and the signal type`() throws {
    let rough = try #require(Drawn.all.first { $0.name == "svd_1931_a_n.wav" }).examined.document

    let page = page(rough, rough)

    for text in [
      "Warnings: duration. Type 2 of 4", "<dd>No detectable change: Mean F0, CPPS. Not compared, ",
      "because the values must be interpreted with caution: Mean HNR. Not measured: Jitter (PPQ5), Shimmer (APQ3).",
    ] { #expect(page.contains(text), "\(text)") }
  }

  @Test func `read texts are not compared`() throws {
    let reading = try document().of(.reading)

    #expect(
      page(reading, reading).contains(
        "Not compared: at least one of the recordings is not usable."))
  }

  @Test func `the panels of both recordings have the same axes`() throws {
    let drawn = try ["coswara_21_a.wav", "svd_1931_a_n.wav"].map { name in
      try #require(Drawn.all.first { $0.name == name })
    }

    let panels = Figure.summaries(of: drawn.map(\.material), language: .english)

    func axes(_ scene: Scene) -> [String] {
      scene.labels.map(\.text).filter { Double($0.replacing("−", with: "-")) != nil }
    }
    #expect(panels.map(\.count) == [2, 2])
    #expect(axes(panels[0][0]) == axes(panels[1][0]) && axes(panels[0][1]) == axes(panels[1][1]))
    let alone = drawn.map { Figure.summary(of: $0.material, language: .english) }
    #expect(axes(alone[0][0]) != axes(alone[1][0]))
    // The shorter waveform ends at its time on the common axis.
    let ends = panels.map { scenes in
      scenes[0].marks.compactMap { if case .area = $0 { $0.box?.right } else { nil } }.max() ?? 0
    }
    #expect(ends[1] > 0 && ends[1] < 0.5 * ends[0], "\(ends)")
  }

  @Test func `a recording with sound has a player, the text is escaped and German`() throws {
    var document = try document()
    document.recording.name = "<b>.wav"

    let page = ComparisonPage(
      of: ComparedRecording(document: document, sound: Array("RIFF".utf8)),
      ComparedRecording(document: document), language: .german, theme: .light
    ).html

    #expect(
      page.contains("<audio controls aria-label=\"Vorher\" src=\"data:audio/wav;base64,UklGRg==\">")
    )
    #expect(!page.contains("<b>") && page.contains("<html lang=\"de\">"))
    #expect(page.components(separatedBy: "<audio").count == 2)
    #expect(page.contains("Ohne nachweisbare Änderung: "))
  }
}
