// Visits over time.

import BaselineService
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes

@Suite struct HistoryChartTests {
  private func scene(_ count: Int, _ language: Language = .english) -> Scene {
    let history = Visits.history(of: count)
    return HistoryChart.scene(
      of: history, measures: HistoryChart.measures(of: history)[...], language: language)
  }

  @Test(arguments: [1, 2, 7, 20], Language.allCases)
  func `texts do not overlap and all shapes are within the page`(count: Int, language: Language) {
    let scene = scene(count, language)
    let page = Box(left: 0, top: 0, right: scene.width, bottom: scene.height)

    #expect(scene.marks.allSatisfy { mark in mark.box.map(page.holds) ?? true })
    for (index, label) in scene.labels.enumerated() {
      let covered = scene.labels[(index + 1)...].filter { $0.box.overlaps(label.box) }
      #expect(covered.map(\.text) == [], "\(label.text)")
    }
  }

  @Test func `a visit has a dot in each panel that it has a number for`() {
    let scene = scene(7)
    func dots(_ ink: Ink) -> Int {
      scene.marks.reduce(0) { sum, mark in
        guard case .dots(let points, ink, diameter: 6) = mark else { return sum }
        return sum + points.count
      }
    }

    // Seven visits of five measures; the first three are of the baseline, the fifth has no number, and
    // the sixth is larger in the four measures that have a personal range.
    #expect(dots(.green) == 15)
    #expect(dots(.orange) == 4)
    #expect(dots(.blue) == 2 * 5 + 1)
  }

  @Test func `the personal range is drawn at the visits with a baseline`() {
    let scene = scene(7)
    let bands = scene.marks.count {
      if case .rectangle(_, .leftOutLight) = $0 { true } else { false }
    }

    // Three visits of four measures, and the sample of the legend.
    #expect(bands == 3 * 4 + 1)
  }

  @Test func `primary measures come first`() {
    let measures = HistoryChart.measures(of: Visits.history(of: 2))

    #expect(measures.last == .cpps)
    #expect(measures.count == 5)
    #expect(HistoryChart.measures(of: VoiceHistory(userID: "", sessions: [])) == [])
  }

  @Test func `documents make a history in the order of their analysis`() throws {
    let documents = Drawn.all.prefix(3).enumerated().map { index, drawn in
      var document = drawn.examined.document
      document.run.analyzedAt = "2026-01-0\(3 - index)T00:00:00Z"
      return document
    }
    let history = try #require(VoiceHistory(of: documents, baseline: Visits.baseline))

    #expect(history.sessions.map(\.id) == documents.reversed().map(\.recording.name))
    #expect(history.userID == "anna")
    let first = try #require(history.sessions.last)
    let f0 = try #require(first.values.first { $0.measure == .f0Mean })
    #expect(f0.number == documents[0].findings?.biomarkers[.f0Mean].number)
    #expect(f0.usual?.range == Visits.baseline.personalRange(of: .f0Mean, vowels: 1))
    #expect(VoiceHistory(of: Array(documents.prefix(1)), baseline: nil) == nil)
  }

  private func document(_ name: String, f0: Double) throws -> ResultsDocument {
    var document = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" }).examined.document
    var findings = try #require(document.findings)
    findings.biomarkers[.f0Mean] = Measured(f0)
    document.outcome = .complete(findings)
    document.recording.name = name
    return document
  }

  private func page(of documents: [ResultsDocument], _ language: Language) throws -> String {
    var content = ReportContent(
      document: documents[0], profile: nil, baseline: nil, drawings: [])
    content.history = try #require(VoiceHistory(of: documents, baseline: nil))
    return ReportPage(of: content, language: language, theme: .light).html
  }

  @Test func `visits of one breath have a panel of the maximum phonation time`() throws {
    let breaths = try [12.34, 15.6].map { seconds in
      var breath = try document("\(seconds).wav", f0: 120)
      breath.task = .maximumPhonation
      var findings = try #require(breath.findings)
      findings.biomarkers[.maximumPhonationTime] = .value(seconds)
      breath.outcome = .complete(findings)
      return breath
    }

    let history = try #require(VoiceHistory(of: breaths, baseline: nil))

    #expect(HistoryChart.measures(of: history) == [.maximumPhonationTime])
    #expect(history.sessions.map { $0.values.map(\.number) } == [[12.34], [15.6]])
    let pages = try Language.allCases.map { try page(of: breaths, $0) }
    #expect(pages[0].contains("Maximum phonation time: 12.3 s. Not compared"))
    #expect(pages[1].contains("Maximale Phonationsdauer: 12,3 s. Nicht verglichen"))
    #expect(pages[0].contains("maximum phonation</") || pages[0].contains(", maximum phonation"))
  }

  @Test func `a history of two voices carries the doubt about the speaker`() throws {
    let two = [try document("a.wav", f0: 120), try document("b.wav", f0: 210)]
    let one = [try document("a.wav", f0: 120), try document("b.wav", f0: 125)]

    #expect(try page(of: two, .english).contains("Possible causes: two speakers"))
    #expect(try !page(of: one, .english).contains("two speakers"))
    #expect(try page(of: two, .german).contains("zwei Personen"))
  }

  @Test func `a recording that is not usable is not counted`() throws {
    var failed = try document("b.wav", f0: 125)
    failed.quality = RecordingQualityReport(checks: [
      QualityCheck(
        id: .clipping, verdict: .fail, value: 3, unit: "percent", limit: 1, message: "clipped")
    ])
    let history = try #require(
      VoiceHistory(of: [try document("a.wav", f0: 120), failed], baseline: nil))

    #expect(history.sessions.map(\.vowels) == [1, 0])
    #expect(history.sessions.map(\.values.isEmpty) == [false, true])
  }

  @Test func `a page shows every visit`() throws {
    let page = try #require(Page.ofPerson.first)
    let html = ReportPage(of: try page.content(.english), language: .english, theme: .light).html

    for number in 0..<7 { #expect(html.contains("<td>S\(number)</td>")) }
    #expect(html.contains("7 sessions, 2026-03-01 to 2026-03-07."))
    #expect(html.contains("Next recording due: 2026-04-01."))
    let german = ReportPage(of: try page.content(.german), language: .german, theme: .light).html
    #expect(german.contains("7 Sitzungen, 01.03.2026 bis 07.03.2026."))
    #expect(german.contains("Nächste Aufnahme fällig: 01.04.2026."))
    #expect(html.contains("<title id=\"history-title\">"))
  }
}
