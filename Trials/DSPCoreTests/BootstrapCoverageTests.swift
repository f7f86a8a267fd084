// How often the interval from 3 s of a voice contains what 60 s of the same voice measure. The long
// run is kept in Benchmarks/Records; set SAGEVOICE_LONG_RUNS to repeat it.

import DSPCore
import Foundation
import Testing
import VoiceSynthesis
import VoiceTypes

// A 95 % interval, and room for the correlation that its blocks do not hold.
private let leastCoverage = 0.9

@Suite struct BootstrapCoverageTests {
  private static let isLongRun =
    ProcessInfo.processInfo.environment["SAGEVOICE_LONG_RUNS"] != nil

  @Test(arguments: [
    CoverageCell(vowel: .a, f0: 110, hnr: 25, correlation: 0.5),
    CoverageCell(vowel: .a, f0: 210, hnr: 15, correlation: 0),
  ])
  func `intervals from 3 s contain what 60 s of the voice measure`(cell: CoverageCell) {
    // Of twelve, 95 % intervals miss three or more in 2 of 100 runs; the seeds are fixed.
    let table = CoverageTable(of: cell, seeds: 12, referenceRecordings: 20)

    for measure in CoverageTable.measures {
      #expect(table.hits(measure, against: .manyShort) >= 10, "\(measure.rawValue)")
    }
  }

  @Test(.enabled(if: isLongRun), arguments: CoverageCell.all)
  func `in every cell nine of ten intervals contain what 60 s measure`(cell: CoverageCell) {
    let seeds = 200
    let table = CoverageTable(of: cell, seeds: seeds, referenceRecordings: 20, longSeconds: 60)
    table.print()

    for measure in CoverageTable.measures {
      let least = Int(leastCoverage * Double(seeds))
      #expect(table.hits(measure, against: .manyShort) >= least, "\(measure.rawValue)")
      // In a vowel the pulses of one long file drift through the cycle: `Uncertainty` in the docs.
      if cell.vowel == .none {
        #expect(table.hits(measure, against: .oneLong) >= least, "\(measure.rawValue)")
      }
    }
  }
}

/// A voice whose seeds are recordings of the same speaker.
struct CoverageCell: Sendable, CustomStringConvertible {
  let vowel: Vowel
  let f0: Double
  let hnr: Double
  let correlation: Double

  static let all: [CoverageCell] = [Vowel.a, .none].flatMap { vowel in
    [0, 0.5].flatMap { correlation in
      [110, 210].flatMap { f0 in
        [15, 25].map { CoverageCell(vowel: vowel, f0: f0, hnr: $0, correlation: correlation) }
      }
    }
  }

  var description: String {
    "\(vowel == .none ? "pulses" : "/a/"), \(Int(f0)) Hz, \(Int(hnr)) dB, \(correlation)"
  }

  func signal(seconds: Double, seed: UInt64) -> Signal {
    SyntheticVoice(f0: Hertz(f0), vowel: vowel, duration: Seconds(seconds), seed: seed).with {
      $0.jitterPercent = 0.75
      $0.shimmerPercent = 3
      $0.hnr = Decibels(hnr)
      $0.perturbationCorrelation = correlation
    }.synthesize().signal
  }
}

/// What stands for the voice itself.
enum CoverageReference {
  /// The mean over recordings of 3 s.
  case manyShort
  /// One recording.
  case oneLong
}

/// The coverage of every measure in one cell.
struct CoverageTable {
  static let measures: [Measure] = [
    .jitterLocal, .jitterLocalAbsolute, .jitterRAP, .jitterPPQ5, .jitterDDP, .shimmerLocal,
    .shimmerLocalDecibels, .shimmerAPQ3, .shimmerAPQ5, .shimmerAPQ11, .shimmerDDA, .hnrMean,
  ]

  private static let shortSeconds = 3.0
  // No interval is from a recording that the reference is made of.
  private static let firstReferenceSeed: UInt64 = 1_000_000

  private let cell: CoverageCell
  private let manyShort: [Measure: Double]
  private let oneLong: [Measure: Double]
  private var intervals: [[Measure: ConfidenceInterval]] = []

  init(
    of cell: CoverageCell, seeds: Int, referenceRecordings: Int, longSeconds: Double? = nil
  ) {
    self.cell = cell
    var sums: [Measure: Double] = [:]
    for index in 0..<referenceRecordings {
      let seed = Self.firstReferenceSeed + UInt64(index)
      let signal = cell.signal(seconds: Self.shortSeconds, seed: seed)
      sums.merge(Self.values(of: CycleMeasurements(of: signal)), uniquingKeysWith: +)
    }
    manyShort = sums.mapValues { $0 / Double(referenceRecordings) }
    oneLong =
      longSeconds.map { seconds in
        let signal = cell.signal(seconds: seconds, seed: Self.firstReferenceSeed)
        return Self.values(of: CycleMeasurements(of: signal))
      } ?? [:]
    for seed in 0..<UInt64(seeds) {
      let measured = CycleMeasurements(of: cell.signal(seconds: Self.shortSeconds, seed: seed))
      intervals.append(measured.intervals(seed: seed))
    }
  }

  private static func values(of measured: CycleMeasurements) -> [Measure: Double] {
    let measures = Jitter.measures + Shimmer.measures + [.hnrMean]
    let values = measures.map { ($0, measured.analysis.value(of: $0)?.number) }
    return Dictionary(uniqueKeysWithValues: values).compactMapValues { $0 }
  }

  /// How many of the intervals contain the reference.
  func hits(_ measure: Measure, against reference: CoverageReference) -> Int {
    let values = reference == .manyShort ? manyShort : oneLong
    guard let value = values[measure] else { return 0 }
    return intervals.count { intervals in
      intervals[measure].map { $0.low <= value && value <= $0.high } ?? false
    }
  }

  /// One row per cell of Markdown: coverage in percent of the measures in their order.
  func print() {
    for reference in [CoverageReference.manyShort, .oneLong] {
      let columns = Self.measures.map { measure in
        let share = Double(hits(measure, against: reference)) / Double(intervals.count)
        return String(format: "%.1f", 100 * share)
      }
      let name = reference == .manyShort ? "20 × 3 s" : "1 × 60 s"
      Swift.print("| \(name) | \(cell) | " + columns.joined(separator: " | ") + " |")
    }
  }
}
