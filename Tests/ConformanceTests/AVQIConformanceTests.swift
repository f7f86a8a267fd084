// The index, its parts and every step to the concatenated sound compared with Praat 6.1.38.

import DSPCore
import TestSupport
import Testing
import VoiceTypes

// Boundaries are times of the same frames; only their last digits can differ.
private let boundaryTolerance = 1e-9

// Both programs take sound through a transform and back, which rounds in another order.
private let sampleTolerance = 1e-12

// A rate is a count over the distance of two interpolated crossings of these samples.
private let rateTolerance = 1e-9

// A thousandth of the required tolerance; the largest observed deviation is 2e-12.
private let partTolerance = 1e-9

// Half of the last digit that Praat prints.
private let printedTolerance = 5.1e-4

@Suite struct AVQIConformanceTests {
  private static func concatenation(_ reference: AVQIReference) throws -> ConcatenatedVoice {
    var workspace = AnalysisWorkspace()
    return try ConcatenatedVoice(
      speech: AVQIReference.voice(reference.speech), vowel: AVQIReference.voice(reference.vowel),
      for: .avqi03_01, workspace: &workspace)
  }

  private static func compare(
    _ signal: Signal, with praat: [String: Double], at name: String, _ worst: inout WorstDeviation
  ) throws {
    var workspace = AnalysisWorkspace()
    let avqi = ConcatenatedIndex.avqi03_01
    let parts = avqi.parts(of: signal, workspace: &workspace)
    for part in avqi.parts {
      let found = try #require(parts[part]?.number, "\(name): \(part)")
      worst.noteRelative(found, to: try #require(praat[part.rawValue]), at: "\(name): \(part)")
    }
    worst.noteRelative(
      try #require(avqi.value(of: parts).number), to: try #require(praat["avqi"]),
      at: "\(name): index")
    if let former = praat["avqi_02_02"] {
      worst.noteRelative(
        try #require(ConcatenatedIndex.avqi02_02.value(of: parts).number), to: former,
        at: "\(name): AVQI 02.02")
    }
    let printed = try #require(praat["hnr_printed_db"])
    let harmonicity = try #require(parts[.harmonicity]?.number)
    #expect(abs(harmonicity - printed) < printedTolerance, "\(name)")
  }

  @Test func `the non-silent intervals equal Praat's`() throws {
    var worst = WorstDeviation()
    let references = try AVQIReference.all()

    #expect(references.count == 9)
    for reference in references {
      let found = try Self.concatenation(reference).soundingIntervals
      try #require(found.count == reference.sounding.count, "\(reference.name)")
      for (interval, expected) in zip(found, reference.sounding) {
        worst.note(abs(interval.lowerBound - expected[0]), at: reference.name)
        worst.note(abs(interval.upperBound - expected[1]), at: reference.name)
      }
    }

    print("AVQI, boundaries of silences: \(worst.value) s, \(worst.place)")
    #expect(worst.value <= boundaryTolerance)
  }

  @Test func `the analysed, loud and selected windows equal Praat's`() throws {
    var worst = WorstDeviation()

    for reference in try AVQIReference.all() {
      let windows = try Self.concatenation(reference).windows
      #expect(windows.count == reference.windows, "\(reference.name)")
      #expect(windows.kept.map(\.index) == reference.kept, "\(reference.name)")
      try #require(windows.loud.count == reference.crossings.count, "\(reference.name)")
      for (window, expected) in zip(windows.loud, reference.crossings) {
        #expect((window.crossingRate == nil) == (expected == nil), "\(reference.name)")
        guard let found = window.crossingRate, let expected else { continue }
        worst.noteRelative(found, to: expected, at: "\(reference.name), \(window.index)")
      }
    }

    print("AVQI, zero-crossing rates: \(worst.value), \(worst.place)")
    #expect(worst.value <= rateTolerance)
  }

  @Test func `the concatenated sound equals Praat's sample by sample`() throws {
    var worst = WorstDeviation()

    for reference in try AVQIReference.all() {
      let samples = try Self.concatenation(reference).signal.samples
      try #require(samples.count == reference.chain.samples, "\(reference.name)")
      let probed = stride(from: 0, to: samples.count, by: reference.chain.probeStep)
      try #require(Array(probed).count == reference.chain.probes.count)
      for (index, expected) in zip(probed, reference.chain.probes) {
        worst.note(abs(samples[index] - expected), at: "\(reference.name), sample \(index)")
      }
    }

    print("AVQI, concatenated samples: \(worst.value) of full scale, \(worst.place)")
    #expect(worst.value <= sampleTolerance)
  }

  @Test func `the six parts and the index of two recordings equal Praat's`() throws {
    var worst = WorstDeviation()
    let references = try AVQIReference.all()

    for reference in references {
      try Self.compare(
        Self.concatenation(reference).signal, with: reference.measures, at: reference.name, &worst)
    }

    print("AVQI, parts of \(references.count) pairs: \(worst.value), \(worst.place)")
    #expect(references.count >= 9)
    #expect(worst.value <= partTolerance)
  }

  @Test func `the six parts of the same file equal Praat's`() throws {
    var worst = WorstDeviation()
    let references = try AVQIReference.all().filter { $0.file != nil }

    for reference in references {
      let file = try #require(reference.file)
      try Self.compare(
        AVQIReference.chainFile(file), with: try #require(reference.fileMeasures), at: file, &worst)
    }

    print("AVQI, parts of \(references.count) files: \(worst.value), \(worst.place)")
    #expect(references.count == 2)
    #expect(worst.value <= partTolerance)
  }
}
