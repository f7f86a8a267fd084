// The radial graph of the families: geometry by closed form, labels, and its text alternative.

import BaselineService
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes

@Suite struct RadialFigureTests {
  private static let tolerance = 1e-12  // rounding of a few operations

  /// Radius of the limit and centre of the axes, in page units.
  private static let (radius, middle) = (48.0, 205.0)

  private func limit(_ low: Double?, _ high: Double?) -> AppliedLimit {
    AppliedLimit(
      low: low, high: high, basis: .measured, citation: "", label: "", caution: nil,
      kind: .typical)
  }

  @Test(arguments: [
    (1.0, 0.5), (2, 1), (3, 1.5), (4, 2), (9, 2), (0, 0), (-1, 0),
  ])
  func `the distance to an upper limit is the ratio to it, at most twice`(
    value: Double, distance: Double
  ) throws {
    let found = try #require(RadialScale.distance(of: value, limit(nil, 2), unit: "%"))

    #expect((found - distance).magnitude < Self.tolerance)
  }

  @Test(arguments: [(0.4, 1.0), (0.8, 0.5), (0.32, 1.25), (0.1, 2), (0, 2), (-1, 2)])
  func `the distance to a lower limit is the inverse ratio`(
    value: Double, distance: Double
  ) throws {
    let found = try #require(RadialScale.distance(of: value, limit(0.4, nil), unit: ""))

    #expect((found - distance).magnitude < Self.tolerance)
  }

  @Test(arguments: [(18.0, 1.0), (38, 0.1), (58, 0.01), (-2, 2)])
  func `decibels are ratios of amplitudes`(value: Double, distance: Double) throws {
    let lower = try #require(RadialScale.distance(of: value, limit(18, nil), unit: "dB"))
    let upper = try #require(RadialScale.distance(of: 36 - value, limit(nil, 18), unit: "dB"))

    #expect((lower - distance).magnitude < Self.tolerance)
    #expect((upper - distance).magnitude < Self.tolerance)
  }

  @Test(arguments: [
    (200.0, 0.0), (100, 1), (400, 1), (800, 2), (50, 2), (282.842_712_474_619, 0.5),
  ])
  func `two limits have the centre at their geometric middle`(
    value: Double, distance: Double
  ) throws {
    let found = try #require(RadialScale.distance(of: value, limit(100, 400), unit: "Hz"))

    #expect((found - distance).magnitude < Self.tolerance)
    #expect(RadialScale.distance(of: value, limit(nil, nil), unit: "Hz") == nil)
  }

  /// The clear voice, assessed for a person of 40, with other values.
  private func content(_ values: [Measure: Double] = [:]) throws -> ReportContent {
    var document = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" }).examined.document
    var findings = try #require(document.findings)
    for (measure, value) in values { findings.biomarkers[measure] = .value(value) }
    document.outcome = .complete(findings)
    var profile = UserProfile(userID: "anna")
    (profile.age, profile.voiceReference) = (Age(years: 40), .masculine)
    return ReportContent(
      document: VoicePipeline.assessed(document, for: profile, by: try Assessor.embedded()))
  }

  private func scene(
    _ content: ReportContent..., in language: Language = .english
  ) throws -> Scene {
    try #require(
      RadialFigure.scene(of: content.map { ("visit", $0) }, language: language))
  }

  @Test func `a value and its interval are at their distances on the axis of the family`() throws {
    let content = try content()
    let findings = try #require(content.document.findings)
    let assessed = try #require(
      findings.assessment?.measures.first { $0.measure == .hnrMean && $0.standing != .noReference })
    let limit = try #require(assessed.decidingRange ?? assessed.published)
    let interval = try #require(findings.uncertainty[.hnrMean])
    let scene = try scene(content)

    // The fifth of eight axes points down.
    func place(_ value: Double) throws -> Double {
      Self.radius * (try #require(RadialScale.distance(of: value, limit, unit: "dB")))
    }
    let centre = try #require(
      scene.marks.compactMap { mark in
        if case .dots(let points, .segment, _) = mark { points.first } else { nil }
      }.first)
    #expect(centre.x == Self.middle)
    let dots = scene.marks.compactMap { mark in
      if case .dots(let points, .blue, 8) = mark { points.first } else { nil }
    }
    let wanted = centre.y + (try place(assessed.value))
    #expect(
      dots.contains { ($0.x - centre.x).magnitude < 1e-9 && ($0.y - wanted).magnitude < 1e-9 })
    let ends = [centre.y + (try place(interval.high)), centre.y + (try place(interval.low))]
    #expect(
      scene.marks.contains { mark in
        guard case .line(let from, let to, let stroke) = mark, stroke.ink == .blue else {
          return false
        }
        return (from.y - ends[0]).magnitude < 1e-9 && (to.y - ends[1]).magnitude < 1e-9
      })
  }

  @Test func `a value beyond its limit is a diamond with a bold name`() throws {
    func diamonds(_ scene: Scene) -> Int {
      scene.marks.filter { if case .area(_, .orange) = $0 { true } else { false } }.count
    }
    let (inside, outside) = (try scene(content()), try scene(content([.hnrMean: 2])))

    #expect(diamonds(outside) == diamonds(inside) + 1)
    let name = try #require(outside.labels.first { $0.text.hasPrefix("▼ ") })
    #expect(name.text == "▼ Mean HNR" && name.font.weight == .bold)
    #expect(outside.description.contains("Mean HNR, 2.0 dB, ≥ "))
    #expect(outside.description.contains(", ▼ outside reference."))
  }

  @Test func `families without a limit have a dotted axis and a reason`() throws {
    let scene = try scene(content())
    let dotted = scene.marks.filter { mark in
      if case .line(_, _, let stroke) = mark { stroke.pattern == .dotted } else { false }
    }

    // One more is in the legend.
    #expect(dotted.count > 1)
    #expect(scene.labels.contains { $0.text == "F0 tremor extent" })
    #expect(scene.labels.contains { $0.text == "not detected" })
  }

  @Test func `without a limit there is no graph`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    let content = ReportContent(document: drawn.examined.document)

    #expect(RadialFigure.scene(of: [("", content)], language: .english) == nil)
    let page = ReportPage(of: content, language: .english, theme: .light).html
    #expect(!page.contains("radial-title"))
  }

  @Test func `with a history the graph is among the figures, not on the first sheet`() throws {
    var content = try content()
    func place() throws -> (graph: String.Index, figures: String.Index) {
      let page = ReportPage(of: content, language: .english, theme: .light).html
      return (
        try #require(page.firstRange(of: "radial-title")?.lowerBound),
        try #require(page.firstRange(of: "<section class=\"figures\">")?.lowerBound)
      )
    }

    let alone = try place()
    content.history = Visits.history(of: 2)
    let followed = try place()

    #expect(alone.graph < alone.figures && followed.graph > followed.figures)
  }

  @Test func `two visits are next to each other on the same axes`() throws {
    let (before, after) = (try content([.hnrMean: 10]), try content([.hnrMean: 25]))
    let both = try scene(before, after)
    let alone = try scene(after)

    func dots(_ scene: Scene, _ ink: Ink) -> Int {
      scene.marks.filter { if case .dots(_, ink, 8) = $0 { true } else { false } }.count
    }
    #expect(dots(both, .blue) == dots(alone, .blue) && dots(both, .quiet) > 0)
    let axes = [both, alone].map { scene in
      scene.marks.filter { if case .line(_, _, let line) = $0 { line.width == 1 } else { false } }
    }
    #expect(axes[0].dropLast() == axes[1].dropLast())
  }

  @Test(arguments: Language.allCases)
  func `labels are inside the graph and apart`(language: Language) throws {
    let other: [[Measure: Double]] = [
      [:], [.hnrMean: 2], [.jitterLocal: 5, .f0StandardDeviationSemitones: 4],
    ]
    for values in other {
      let scene = try scene(content(values), in: language)
      let page = Box(left: 0, top: 0, right: scene.width, bottom: scene.height)

      for (index, label) in scene.labels.enumerated() {
        #expect(page.holds(label.box), "\(label.text)")
        let covered = scene.labels[(index + 1)...].filter { $0.box.overlaps(label.box) }
        #expect(covered.map(\.text) == [], "\(label.text)")
      }
    }
  }
}
