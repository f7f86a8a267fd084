// Every measure has a complete explanation that agrees with the code.

import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct ExplanationTests {
  /// Made once: reading its articles takes longer than any test of one.
  static let shared = ExplanationLibrary()

  /// The measures and the other entries of the articles.
  static let names = shared.explanations.map(\.name)

  private var library: ExplanationLibrary { Self.shared }

  private func explanation(_ name: String) throws -> Explanation {
    try #require(library.explanations.first { $0.name == name })
  }

  @Test func `every measure is explained once, in the order of the document`() {
    let names = library.explanations.map(\.name)

    #expect(Array(names.prefix(Measure.allCases.count)) == Measure.allCases.map(\.rawValue))
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Self.names)
  func `every section has text`(name: String) throws {
    let explanation = try explanation(name)

    let sections = [
      explanation.definition, explanation.formula, explanation.unit, explanation.source,
      explanation.limits,
    ]
    #expect(sections.allSatisfy { !$0.isEmpty })
    #expect(!explanation.settings.isEmpty)
    #expect(!explanation.reasons.isEmpty)
    #expect(explanation.settings.allSatisfy { !$0.name.isEmpty && !$0.value.isEmpty })
    #expect(explanation.reasons.allSatisfy { !$0.when.isEmpty })
  }

  /// Letters that need no explanation: sums, the circle's number, and F of F0.
  private static let known: Set<String> = ["Σ", "π", "F"]

  @Test(arguments: Self.names)
  func `every symbol of a formula is explained`(name: String) throws {
    let lines = try explanation(name).formula.split(separator: "\n").map { String($0) }
    let symbols = Set(
      lines.dropFirst().flatMap { line in
        line.prefix { $0 != ":" }.split(separator: ",").map {
          $0.filter { $0 != " " }
        }
      })
    let letters = Symbol.words(of: lines[0]).filter { $0.count == 1 || $0 == "fs" }

    #expect(letters.subtracting(Self.known).subtracting(symbols) == [])
  }

  @Test(arguments: Self.names)
  func `an explanation refers to no other text`(name: String) throws {
    let explanation = try explanation(name)
    let text = explanation.definition + explanation.formula + explanation.limits

    for words in ["as above", "the same frames", "that modulation", "All three"] {
      #expect(!text.contains(words))
    }
  }

  @Test(arguments: Self.names)
  func `no markup is left`(name: String) throws {
    let explanation = try explanation(name)
    let texts =
      [explanation.definition, explanation.formula, explanation.source, explanation.limits]
      + explanation.settings.flatMap { [$0.name, $0.value, $0.unit] }
      + explanation.reasons.flatMap { [$0.code, $0.when] }

    for mark in ["`", "*", "](", "#"] {
      #expect(texts.allSatisfy { !$0.contains(mark) }, "\(mark)")
    }
  }

  @Test(arguments: Self.names)
  func `a definition is one sentence or two on one line`(name: String) throws {
    let definition = try explanation(name).definition

    #expect(!definition.contains("\n"))
    #expect(definition.count <= 160)
    #expect(definition.hasSuffix("."))
  }

  @Test(arguments: Measure.allCases)
  func `the unit is that of the document`(measure: Measure) throws {
    let unit = try explanation(measure.rawValue).unit

    #expect(measure.unit.isEmpty ? unit.hasPrefix("none: ") : unit == measure.unit)
  }

  @Test func `every reason code has its sentence`() {
    #expect(Set(library.reasons.map(\.code)) == Set(ReasonCode.allCases.map(\.rawValue)))
    #expect(library.reasons.allSatisfy { !$0.when.isEmpty })
  }

  @Test(arguments: Measure.allCases)
  func `reasons are codes of the document, each once`(measure: Measure) throws {
    let codes = try explanation(measure.rawValue).reasons.map(\.code)

    #expect(codes.allSatisfy { ReasonCode(rawValue: $0) != nil })
    #expect(Set(codes).count == codes.count)
    #expect(codes.contains("not_in_tier") == !measure.isQuick)
    #expect(codes.contains("numeric_overflow"))
  }

  @Test func `every article is embedded unchanged`() throws {
    let folder = Repository.root.appendingPathComponent("Documentation/Measures")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()

    #expect(EmbeddedArticles.texts.map { $0.name + ".md" } == files)
    for (name, markdown) in EmbeddedArticles.texts {
      let file = folder.appendingPathComponent(name + ".md")
      #expect(try markdown == String(contentsOf: file, encoding: .utf8), "\(name)")
    }
  }
}

@Suite struct ExplanationLookupTests {
  private let library = ExplanationTests.shared

  private func near(_ name: String) -> [String]? {
    if case .unknown(let near) = library.lookup(name) { near } else { nil }
  }

  @Test(arguments: ["jitter.local_percent", "Jitter.Local_Percent"])
  func `a key finds its measure`(name: String) throws {
    guard case .measure(let explanation) = library.lookup(name) else {
      Issue.record("no measure")
      return
    }
    #expect(explanation.name == "jitter.local_percent")
  }

  @Test(arguments: MeasureGroup.allCases)
  func `a group has its measures and their articles`(group: MeasureGroup) throws {
    guard case .group(let members, let articles) = library.lookup(group.rawValue) else {
      Issue.record("no group")
      return
    }
    #expect(members.map(\.name) == group.measures.map(\.rawValue))
    #expect(Set(articles.map(\.title)) == Set(members.map(\.article)))
    #expect(articles.allSatisfy { $0.text.hasPrefix($0.title) && $0.text.contains("\nOverview") })
  }

  @Test(arguments: [
    ("cpps", Measure.cpps), ("PPQ5", .jitterPPQ5), ("Jitter (local)", .jitterLocal),
    ("shimmer local db", .shimmerLocalDecibels), ("f1", .f1), ("alpha ratio", .alphaRatio),
    ("NHR", .nhr), ("Mean HNR", .hnrMean), ("ppq5_percent", .jitterPPQ5),
    ("jitter.rap", .jitterRAP), ("MPT", .maximumPhonationTime),
    ("s/z ratio", .maximumPhonationTime),
    ("SPL", .soundPressureLevel), ("glottal-to-noise excitation ratio", .gne),
  ])
  func `other names find their measure`(name: String, measure: Measure) {
    guard case .measure(let explanation) = library.lookup(name) else {
      Issue.record("\(name) found nothing")
      return
    }
    #expect(explanation.name == measure.rawValue)
  }

  @Test(arguments: Measure.allCases)
  func `the name in reports finds its measure, or names those that share it`(measure: Measure) {
    switch library.lookup(measure.title) {
    case .measure(let explanation): #expect(explanation.name == measure.rawValue)
    case .unknown(let near): #expect(near.contains(measure.rawValue))
    case .group: Issue.record("\(measure.title) is a group")
    }
  }

  @Test func `an ambiguous name selects no measure`() {
    #expect(near("local") == ["jitter.local_percent", "shimmer.local_percent", "shimmer.local_db"])
    #expect(near("   .") == [])
  }

  @Test func `similar names are suggested`() {
    #expect(near("jiter")?.first == "jitter")
    #expect(near("cpp") == ["voice_quality.cpps_db"])
    #expect(near("shimmer.apq7_percent")?.contains("shimmer.apq5_percent") == true)
    #expect(near("") == [])
    #expect(near("qqqqqqqqqqqq") == [])
  }

  @Test func `an article may explain more than the measures of the document`() {
    let library = ExplanationLibrary([
      (
        "Index",
        "# An index\n\n## Unit\n\nnone\n\n## Measures\n\n### `index`\n\n#### Formula\n\n1 + 1"
      )
    ])

    guard case .measure(let explanation) = library.lookup("index") else {
      Issue.record("no measure")
      return
    }
    #expect(explanation.formula == "1 + 1")
    #expect(explanation.unit == "none")
    #expect(explanation.group == "index")
  }

  @Test func `the text of a measure precedes that of its article`() {
    let library = ExplanationLibrary([
      (
        "X",
        """
        # X

        ## Limits

        All *of*
        them, see [The Y](Y.md).

        ## When it is unavailable

        - `too_short`: any.
        - `clipped`

        ## Measures

        ### `x.a`

        #### Limits

        Its own.

        #### When it is unavailable

        - `too_short`: less
          than it.

        ### `x.b`
        """
      ),
      ("WhenAMeasureIsUnavailable", "# W\n\n## Codes\n\n- `clipped`: loud.\n- `too_short`: short."),
    ])

    #expect(
      library.explanations.map(\.limits) == [
        "Its own.\n\nAll of them, see The Y.", "All of them, see The Y.",
      ])
    #expect(
      library.explanations.map { $0.reasons.map(\.when) } == [
        ["loud.", "less than it."], ["loud.", "any."],
      ])
  }
}

@Suite struct ObservedReasonTests {
  /// Sounds that lack something: voice, length, rate, or loudness.
  private static let poor: [[UInt8]] = [
    Recordings.voice(sampleCount: 3_000),
    Recordings.voice(sampleCount: 24_000),
    Recordings.constant(0.1),
    WAVEncoder.pcm16(Recordings.signal(seconds: 3, sampleRate: 8_000)),
    WAVEncoder.encode(
      [(0..<4_000).map { 0.3 * Double($0 % 7 - 3) }], sampleRate: 900, encoding: .pcm16),
    WAVEncoder.encode(
      [Recordings.voiceSignal.samples.map { min(1, max(-1, 8 * $0)) }], sampleRate: 44_100,
      encoding: .pcm16),
    WAVEncoder.pcm16(
      SyntheticVoice(f0: 150, vowel: .a, duration: 3, seed: 11).with {
        $0.cyclePattern = .chaos(extentPercent: 40)
      }.synthesize().signal),
    WAVEncoder.encode(
      [Recordings.voiceSignal.samples.map { $0 * 1e300 }], sampleRate: 44_100, encoding: .float64),
  ]

  private static func documents(_ settings: AnalysisSettings) throws -> [JSONValue] {
    let files = try Repository.recordings(in: "voices") + Repository.recordings(in: "malformed")
    return files.map { analyze(.path($0.path), settings) } + poor.map { analyze($0, settings) }
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `explanations list every reason of the documents`(
    settings: AnalysisSettings
  ) throws {
    let explanations = ExplanationTests.shared.explanations
    var seen: Set<String> = []
    for document in try Self.documents(settings) {
      for (code, measures) in DocumentRules.reasons(of: document) {
        seen.insert(code)
        for measure in measures {
          let listed = explanations.first { $0.name == measure }?.reasons.map(\.code) ?? []
          #expect(listed.contains(code), "\(measure): \(code)")
        }
      }
    }
    print("reasons seen, \(settings.preset) \(settings.tier): \(seen.sorted())")
    #expect(seen.contains("numeric_overflow"))
    #expect(seen.contains("not_in_tier") == (settings.tier == .quick))
  }
}
