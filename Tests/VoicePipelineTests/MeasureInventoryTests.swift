// A measure is complete or absent. Every row of the table of measures has an extractor, an article
// with the reasons of the row, a key of the schema, and an interval or its declared absence.

import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

/// The places in which a measure has to turn up.
private struct Inventory {
  /// Measures with a promised interval.
  static let withInterval = Set(
    (try? MeasureContract.all())?.filter(\.hasInterval).map(\.key) ?? [])

  var explanations = ExplanationTests.shared.explanations
  var schema = ResultsDocument.jsonSchema

  /// All measures of a voice.
  var document: JSONValue

  /// Missing parts of a measure.
  func gaps(of measure: Measure) -> [String] {
    [
      measure.facts.name.spoken.isEmpty ? "name" : nil,
      isMeasured(measure) ? nil : "measurer",
      schema[path: Self.place(of: measure)] == nil ? "schema key" : nil,
      hasInterval(measure) != Self.withInterval.contains(measure.rawValue) ? "interval" : nil,
    ].compactMap { $0 } + gapsOfArticle(of: measure)
  }

  static func place(of measure: Measure) -> [JSONStep] {
    [
      "properties", "biomarkers", "properties", .key(measure.group.rawValue), "properties",
      .key(measure.key),
    ]
  }

  /// A number or a reason that only a measurer can give.
  private func isMeasured(_ measure: Measure) -> Bool {
    let entry = document["unavailable"]?.elements.first {
      $0["measure"]?.stringValue == measure.rawValue
    }
    guard let code = entry?["code"]?.stringValue else { return true }
    return ![
      "not_in_tier", "not_implemented", "not_requested", "other_task", "not_calibrated",
    ].contains(code)
  }

  func hasInterval(_ measure: Measure) -> Bool {
    document[path: ["uncertainty", .key(measure.rawValue)]] != nil
  }

  private func gapsOfArticle(of measure: Measure) -> [String] {
    guard let article = explanations.first(where: { $0.name == measure.rawValue }) else {
      return ["article"]
    }
    let told = article.reasons.map(\.code)
    return measure.facts.reasons.filter { !told.contains($0.rawValue) }
      .map { "\($0.rawValue) in its article" }
  }
}

extension MeasureFacts {
  /// The reasons that the row implies.
  fileprivate var reasons: [ReasonCode] {
    let ofSpoilers: [(ValidityCriteria, [ReasonCode])] = [
      (.otherOctave, [.octaveAmbiguous]), (.otherRange, [.pitchRangeUnstable]),
      (.belowFloor, [.belowFloor]), (.longPeriods, [.belowFloor]),
      (.sparseHarmonics, [.aboveCeiling]), (.outsidePeakSearch, [.belowFloor, .aboveCeiling]),
      (.failedCheck, [.clipped, .lowSNR, .dropouts, .noiseSuppression]),
      (.lowSound, [.lowFrequencyNoise]), (.rumble, [.lowFrequencyNoise]),
      (.lossyCoding, [.lossyCoding]), (.alteredNoise, [.lowSNR, .noiseSuppression]),
      (.hole, [.dropouts]),
      (.notHeld, [.notHeld]), (.shortStretch, [.tooShort]),
      (.typeTwo, [.signalType]), (.typeThree, [.signalType]),
    ]
    return ofSpoilers.filter { validityCriteria.contains($0.0) }.flatMap(\.1)
      + (band == nil ? [] : [.bandwidthLimited])
  }
}

@Suite struct MeasureInventoryTests {
  /// All measures, also those computed only by request, in the task that has them all.
  private static let document: JSONValue = {
    var settings = AnalysisSettings()
    (settings.task, settings.calibration) = (.maximumPhonation, 120)
    settings.givenMeasures = Set(Measure.allCases)
    return analyze(Recordings.longVoice, settings)
  }()

  @Test(arguments: Measure.allCases)
  func `every measure has all its inventory entries`(measure: Measure) {
    #expect(Inventory(document: Self.document).gaps(of: measure) == [])
  }

  @Test func `the measures equal the recorded contract`() throws {
    let inventory = Inventory(document: Self.document)
    let lines = Measure.allCases.map {
      MeasureContract.line(of: $0, hasInterval: inventory.hasInterval($0)) + "\n"
    }.joined()

    guard ProcessInfo.processInfo.environment["SAGEVOICE_RECORD_GOLDEN"] == nil else {
      try lines.write(to: MeasureContract.file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(MeasureContract.file.lastPathComponent); review it as code")
      return
    }
    #expect(try lines == String(contentsOf: MeasureContract.file, encoding: .utf8))
  }

  @Test func `a missing article is noticed`() {
    var inventory = Inventory(document: Self.document)
    inventory.explanations.removeAll { $0.name == Measure.jitterLocal.rawValue }

    #expect(inventory.gaps(of: .jitterLocal) == ["article"])
  }

  @Test func `an article without a reason of the row is noticed`() throws {
    var inventory = Inventory(document: Self.document)
    let intensity = try #require(
      inventory.explanations.first { $0.name == Measure.intensityMean.rawValue })
    let jitter = ExplanationLibrary([
      (
        "Jitter",
        "# J\n\n## Measures\n\n### `jitter.local_percent`\n\n#### When it is unavailable\n\n"
          + intensity.reasons.map { "- `\($0.code)`: any." }.joined(separator: "\n")
      )
    ])
    inventory.explanations = jitter.explanations

    #expect(
      inventory.gaps(of: .jitterLocal) == [
        "octave_ambiguous in its article", "pitch_range_unstable in its article",
        "below_floor in its article", "clipped in its article", "dropouts in its article",
        "noise_suppression in its article", "low_frequency_noise in its article",
        "not_held in its article", "signal_type in its article", "signal_type in its article",
      ])
  }

  @Test func `a missing key of the schema is noticed`() {
    var inventory = Inventory(document: Self.document)
    inventory.schema = inventory.schema.removing(Inventory.place(of: .nhr))

    #expect(inventory.gaps(of: .nhr) == ["schema key"])
  }

  @Test func `a measure without an extractor is noticed`() {
    let document = Self.document.setting(
      ["unavailable"], to: [["measure": "formants.f1_hz", "code": "not_in_tier"]])

    #expect(Inventory(document: document).gaps(of: .f1) == ["measurer"])
  }

  @Test func `a missing interval and an unexpected one are noticed`() {
    let document = Self.document.setting(["uncertainty"], to: ["voice_quality.nhr": .object([])])
    let inventory = Inventory(document: document)

    #expect(inventory.gaps(of: .hnrMean) == ["interval"])
    #expect(inventory.gaps(of: .nhr) == ["interval"])
  }
}
