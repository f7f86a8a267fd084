// Properties of every figure of every recording.

import DSPCore
import Foundation
import FoundationXML
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

@Suite struct FigureTests {
  /// A renderer may round a width up.
  private static let slack = 0.01

  private func scenes(of drawn: Drawn) -> [Scene] {
    FigureKind.allCases.flatMap { kind in
      Language.allCases.map { drawn.scene(kind, $0) }
    }
  }

  @Test(arguments: Drawn.all)
  func `texts do not overlap`(drawn: Drawn) {
    for scene in scenes(of: drawn) {
      let labels = scene.labels
      #expect(labels.count > 1)
      for (index, label) in labels.enumerated() {
        let covered = labels[(index + 1)...].filter { $0.box.overlaps(label.box) }
        #expect(covered.map(\.text) == [], "\(scene.title): \(label.text)")
      }
    }
  }

  @Test(arguments: Drawn.all)
  func `all shapes are within the page`(drawn: Drawn) {
    for scene in scenes(of: drawn) {
      let page = Box(
        left: -Self.slack, top: -Self.slack, right: scene.width + Self.slack,
        bottom: scene.height + Self.slack)
      let outside = scene.marks.filter { mark in mark.box.map { !page.holds($0) } ?? false }
      #expect(outside.isEmpty, "\(scene.title): \(outside.prefix(3))")
    }
  }

  @Test(arguments: Drawn.all)
  func `every drawing is XML with a title and a description`(drawn: Drawn) {
    for scene in scenes(of: drawn) {
      for theme in Theme.allCases {
        let text = SVGWriter.text(of: scene, theme: theme)
        #expect(XMLParser(data: Data(text.utf8)).parse(), "\(scene.title)")
        #expect(text.contains("<title id=\"figure-title\">\(scene.title.markup)</title>"))
        #expect(!scene.description.isEmpty)
        // No letter of base 64 stands before either.
        #expect(text.firstMatch(of: /[",\- ](?:nan|inf)/) == nil, "\(scene.title)")
      }
    }
  }

  @Test(arguments: Drawn.all)
  func `no figure is an empty box`(drawn: Drawn) {
    for scene in scenes(of: drawn) {
      let curves = scene.marks.count { mark in
        switch mark {
        case .curves, .dots, .area, .image: true
        default: false
        }
      }
      let sentences = scene.labels.count { $0.font == Fonts().body && $0.anchor == .middle }
      #expect(curves + sentences > 0, "\(scene.title)")
    }
  }

  @Test func `the same recording gives the same bytes`() {
    let path = Repository.fixtures.appendingPathComponent("voices/svd_1340_a_n.wav").path
    let drawn = (0..<2).map { _ in Drawn(.path(path), name: "again") }

    for kind in FigureKind.allCases {
      let texts = drawn.map { SVGWriter.text(of: $0.scene(kind), theme: .light) }
      #expect(texts[0] == texts[1], "\(kind)")
    }
  }

  @Test func `a refused recording says why, in every figure`() throws {
    for drawn in Drawn.all {
      guard let refusal = drawn.examined.document.refusal else { continue }
      for kind in FigureKind.allCases {
        let text = drawn.scene(kind).labels.map(\.text).joined(separator: " ")
        #expect(text.contains("Not measured:") && text.contains("Hint:"), "\(drawn.name)")
        let words = refusal.message.split(separator: " ")
        #expect(words.allSatisfy { text.contains($0) }, "\(drawn.name): \(text)")
      }
    }
    #expect(Drawn.all.count { $0.examined.document.refusal != nil } >= 2)
  }

  @Test func `where every measure is null each figure says why`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "all_huge_float64.wav" })
    let findings = try #require(drawn.examined.document.findings)

    #expect(findings.biomarkers.unavailable.count == Measure.allCases.count)
    for kind in FigureKind.allCases where kind != .spectrogram {
      let text = drawn.scene(kind).labels.map(\.text).joined(separator: " ")
      #expect(text.contains("No figure: "), "\(kind): \(text)")
    }
  }

  @Test func `without a voice the figures of a voice say so`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "noise.wav" })

    #expect(drawn.examined.analysis?.pitch.hasVoicing == false)
    for kind in [FigureKind.pitch, .cycles, .spectrum] {
      let text = drawn.scene(kind).labels.map(\.text).joined(separator: " ")
      #expect(text.contains("No figure: "), "\(kind): \(text)")
    }
  }

  @Test func `an undecided octave is drawn with both frequencies`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "svd_1340_a_n.wav" })
    let candidates = try #require(drawn.examined.document.findings?.f0Candidates)
    let scene = drawn.scene(.pitch)

    let text = scene.labels.map(\.text).joined(separator: " ")
    for f0 in [candidates.low, candidates.high] {
      #expect(text.contains(NumberFormat.fixed(f0.value, 1)))
    }
    let dotted = scene.marks.count { mark in
      guard case .line(_, _, let stroke) = mark else { return false }
      return stroke == Stroke(.orange, width: 1.4, .dotted)
    }
    // Two levels and the sample of the legend.
    #expect(dotted == 3)
  }

  @Test func `excluded parts are labelled with their reason`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    let text = drawn.scene(.overview).labels.map(\.text)

    for reason in ["silence or noise", "start of the vowel", "end of the vowel", "less steady"] {
      #expect(text.contains { $0.hasPrefix("excluded: \(reason)") })
    }
    #expect(text.contains { $0.hasPrefix("analysed: ") })
  }
}
