// Properties of every page: one file, with the content of the document.

import BaselineService
import DSPCore
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

@Suite struct PageTests {
  /// A page of a recording with all its figures.
  private func page(
    of drawn: Drawn, _ language: Language = .english, _ theme: Theme = .light
  ) -> String {
    ReportPage(
      of: ReportContent(
        document: drawn.examined.document, profile: nil, baseline: nil,
        drawings: Page.drawings(of: drawn, language)),
      language: language, theme: theme
    ).html
  }

  /// The clear voice, assessed for a person of 40.
  private func assessed() throws -> ReportContent {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    var profile = UserProfile(userID: "<anna> & \"co\"")
    profile.age = Age(years: 40)
    profile.voiceReference = .masculine
    let document = VoicePipeline.assessed(
      drawn.examined.document, for: profile, by: try Assessor.embedded())
    return ReportContent(document: document, profile: profile, baseline: nil, drawings: [])
  }

  @Test(arguments: Drawn.all)
  func `a page loads no external resource and runs no script`(drawn: Drawn) {
    let page = page(of: drawn)
    // Names of formats are no addresses that anybody goes to.
    let text = page.replacing("http://www.w3.org/2000/svg", with: "")
      .replacing("http://www.w3.org/1999/xlink", with: "")

    #expect(!text.contains("<script") && !text.contains("<link") && !text.contains("<iframe"))
    #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("url("))
    #expect(!text.contains("@import") && !text.contains(" onload"))
  }

  @Test(arguments: Drawn.all)
  func `a page says that it is a measurement, and shows every figure`(drawn: Drawn) {
    for language in Language.allCases {
      let page = page(of: drawn, language, .dark)

      #expect(page.contains(language.text(.measurementNotice)))
      #expect(page.contains(drawn.examined.document.provenance.settingsSHA256))
      for kind in FigureKind.allCases {
        #expect(page.contains("<title id=\"\(kind.rawValue)-title\">"))
      }
      #expect(page.contains("<html lang=\"\(language.rawValue)\">"))
      #expect(page.hasSuffix("</html>\n"))
    }
  }

  @Test(arguments: Drawn.all)
  func `a page has every reason and every value of its document`(drawn: Drawn) {
    let page = page(of: drawn)
    let document = drawn.examined.document
    guard let findings = document.findings else {
      #expect(page.contains(document.refusal?.message.markup ?? "no refusal"))
      return
    }
    for (_, reason) in findings.biomarkers.missing {
      #expect(page.contains(reason.message.markup))
    }
    for measure in findings.distinctMeasures where findings.biomarkers[measure].number != nil {
      #expect(page.contains("<td>\(Language.english.name(of: measure).markup)</td>"))
    }
  }

  @Test(arguments: Page.all)
  func `no part of a page is empty`(page: Page) throws {
    for language in Language.allCases {
      let content = try page.content(language)
      let html = ReportPage(of: content, language: language, theme: .light).html
      let sections = html.components(separatedBy: "<section").dropFirst()

      // The page of a refused file has no recording quality.
      #expect(sections.count >= 3)
      for section in sections {
        let parts = section.components(separatedBy: "</h2>\n")
        let content = parts.dropFirst().joined().components(separatedBy: "</section>")[0]
        #expect(visibleText(of: content).count > 5, "\(section.prefix(80))")
      }
      for element in ["p", "li", "dd", "h1", "h2"] {
        #expect(!html.contains("<\(element)></\(element)>"), "\(element)")
      }
    }
  }

  @Test func `a page of a read text has its checks and names the task`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    let document = drawn.examined.document.of(.reading)
    let html = ReportPage(
      of: ReportContent(document: document, drawings: Page.drawings(of: drawn, .english)),
      language: .english, theme: .light
    ).html

    #expect(html.contains("<dd>Usable with caution. Warnings: "))
    #expect(html.contains(Language.english.text(.summaryReading)))
    #expect(html.contains(Language.english.text(.recordingHeading)))
    for text in ["not_a_vowel", "not measurable"] { #expect(!html.contains(text), "\(text)") }
  }

  @Test(arguments: [("studio microphone", true), ("phone", false)])
  func `percentiles are shown for a large sample only`(device: String, isShown: Bool) throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    var profile = UserProfile(userID: "anna")
    (profile.age, profile.deviceModel) = (Age(years: 40), device)
    let document = VoicePipeline.assessed(
      drawn.examined.document, for: profile, by: try Assessor.embedded())

    let html = html(of: ReportContent(document: document))

    #expect(html.contains(Language.english.text(.percentileColumn)) == isShown)
    let jitter = document.findings?.assessment?.measures.first { $0.measure == .jitterLocal }
    #expect((jitter?.percentile != nil) == isShown)
    if let percentile = jitter?.percentile {
      #expect(html.contains("<td class=\"number\">\(NumberFormat.short(percentile, 0))</td>"))
    }
  }

  @Test func `a value beyond its limit is bold`() throws {
    var content = try assessed()
    #expect(!html(of: content).contains("class=\"marked\""))

    content = ReportContent(document: try outside(content.document))

    #expect(html(of: content).contains("<td class=\"marked\">▼ outside reference</td>"))
  }

  /// The assessed document with an HNR below its limit.
  private func outside(_ document: ResultsDocument) throws -> ResultsDocument {
    var findings = try #require(document.findings)
    findings.biomarkers[.hnrMean] = .value(2)
    var assessed = document
    assessed.outcome = .complete(findings)
    var profile = UserProfile(userID: "anna")
    profile.age = Age(years: 40)
    return VoicePipeline.assessed(assessed, for: profile, by: try Assessor.embedded())
  }

  private func html(of content: ReportContent) -> String {
    ReportPage(of: content, language: .english, theme: .light).html
  }

  @Test(arguments: Page.soundless)
  func `a page without audio says so and has every reason`(page: Page) throws {
    let content = try page.content(.english)
    let html = ReportPage(of: content, language: .english, theme: .light).html

    #expect(html.contains(Language.english.text(.figuresNeedSound)))
    #expect(!html.contains("<svg "))
    let reasons = content.document.findings?.biomarkers.missing.map(\.reason.message) ?? []
    let refusal = content.document.refusal.map { [$0.message, $0.advice] } ?? []
    for text in reasons + refusal { #expect(html.contains(text.markup)) }
  }

  @Test(arguments: Page.ofPerson)
  func `the personal range is shown next to values only`(
    page: Page
  ) throws {
    let content = try page.content(.english)
    let html = ReportPage(of: content, language: .english, theme: .light).html

    for usual in Visits.baseline.measures {
      // A page shows one recording, as a comparison of one recording does.
      let range = Visits.baseline.personalRange(of: usual.measure, vowels: 1)
      let format = MeasureFormat(of: usual.usual, usual.measure, interval: range)
      let ends = range.map { "\(format.text($0.low)) to \(format.text($0.high))" } ?? ""
      let isShown = html.contains(
        "<li>\(usual.measure.title): baseline mean \(format.text(usual.usual) + format.unit), "
          + "personal range for one vowel \(ends)")
      let number = content.document.findings?.biomarkers[usual.measure].number
      #expect(isShown == (number != nil && usual.variation != nil), "\(usual.measure)")
    }
  }

  @Test func `the same content gives the same bytes`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "svd_1931_a_n.wav" })

    #expect(page(of: drawn) == page(of: drawn))
  }

  @Test func `each compared measure has an axis with its shapes inside`() throws {
    let content = try assessed()
    let axes = MeasureChart.axes(of: content)
    let measures = try #require(content.document.findings?.assessment?.measures)
    let compared = measures.filter { $0.standing != .noReference }

    #expect(compared.count > 5)
    for measure in compared {
      let axis = try #require(axes[measure.measure])
      let box = Box(left: 0, top: 0, right: axis.width, bottom: axis.height)
      #expect(axis.marks.allSatisfy { mark in mark.box.map(box.holds) ?? true })
    }
    let page = ReportPage(of: content, language: .english, theme: .light).html
    #expect(page.components(separatedBy: "<td class=\"axis\">\n<svg").count > 5)
  }

  @Test(arguments: Language.allCases)
  func `the legend of the axes has no overlap`(language: Language) throws {
    let scene = try #require(MeasureChart.legend(of: try assessed(), language: language))

    for (index, label) in scene.labels.enumerated() {
      let covered = scene.labels[(index + 1)...].filter { $0.box.overlaps(label.box) }
      #expect(covered.map(\.text) == [], "\(label.text)")
    }
    let page = Box(left: 0, top: 0, right: scene.width, bottom: scene.height)
    #expect(scene.marks.allSatisfy { mark in mark.box.map(page.holds) ?? true })
  }

  @Test func `reported conditions are escaped and limits have sources`() throws {
    let content = try assessed()
    let page = ReportPage(of: content, language: .english, theme: .light).html

    #expect(page.contains("&lt;anna&gt; &amp; &quot;co&quot;"))
    #expect(!page.contains("<anna>"))
    #expect(page.contains(Assessment.notice.markup))
    let limits = try #require(content.document.findings?.assessment?.measures)
      .filter { $0.standing != .noReference }
      .flatMap { [$0.typical, $0.published].compactMap { $0 } }
    #expect(!limits.isEmpty)
    for limit in limits { #expect(page.contains(limit.citation.markup)) }
    let words = try RuledOutWords.found(in: page)
    #expect(words == [])
  }

  @Test func `the German verdict names value, limit and origin of the limit`() throws {
    let content = try assessed()
    var document = content.document
    var findings = try #require(document.findings)
    let measures = try #require(findings.assessment?.measures)
    let index = try #require(measures.firstIndex { $0.typical?.basis == .measured })
    findings.assessment?.measures[index].standing = .outside
    document.outcome = .complete(findings)

    let page = ReportPage(
      of: ReportContent(document: document, profile: nil, baseline: nil, drawings: []),
      language: .german, theme: .light
    ).html

    let name = Language.german.name(of: measures[index].measure)
    let pattern = try Pattern.of(
      "Außerhalb der Grenzwerte: \(name.components(separatedBy: " (")[0]) "
        + "[0-9,]+[^(]* \\(Grenzwert [^)]*, Referenzstichprobe\\)\\.")
    #expect(pattern.isFound(in: page))
  }

  @Test func `the limit of a check has the side that passes`() throws {
    let page = page(of: try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" }))

    for limit in ["≥ 1.5 s", "≥ 26000 Hz", "≤ 0.01 %", "≤ −1 dBFS", "&lt; 3 ms"] {
      #expect(page.contains(">\(limit)</td>"), "\(limit)")
    }
  }

  @Test func `confidence bounds of the limits have units`() throws {
    let page = ReportPage(of: try assessed(), language: .german, theme: .light).html

    #expect(page.contains(#/ bis [0-9,]+ Halbtöne/#))
  }

  @Test func `a page prints the mean period in milliseconds`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "svd_1931_a_n.wav" })

    #expect(page(of: drawn).contains(" ms</td>"))
  }

  @Test func `a page without limits states that no comparison was made`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })

    #expect(page(of: drawn).contains(Language.english.text(.chartNothing)))
    let content = ReportContent(
      document: drawn.examined.document, profile: nil, baseline: nil, drawings: [])
    #expect(MeasureChart.legend(of: content, language: .english) == nil)
  }
}
