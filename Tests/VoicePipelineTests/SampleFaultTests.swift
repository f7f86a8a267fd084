// Faults of the samples, and the measures of the document: clipping, overflow, offset, channels.

import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct SampleFaultTests {
  private static func document(
    of name: String, _ settings: AnalysisSettings = .init()
  ) throws -> JSONValue {
    let file = Repository.fixtures.appendingPathComponent("hunt/\(name).wav")
    return analyze(Array(try Data(contentsOf: file)), settings)
  }

  private static func shimmer(of document: JSONValue) -> Double? {
    document[path: ["biomarkers", "shimmer", "local_percent"]]?.numberValue
  }

  @Test(arguments: ["clipped_then_lowered", "wrapped"])
  func `jitter, shimmer and HNR of clipped samples are withheld`(name: String) throws {
    let document = try Self.document(of: name)

    #expect(try check("clipping", of: document)["verdict"] == "fail")
    #expect(codes("jitter.", of: document) == ["clipped"])
    #expect(codes("shimmer.", of: document) == ["clipped"])
    #expect(codes("hnr.mean", of: document) == ["clipped"])
  }

  @Test(arguments: ["dc_offset", "snr", "rumble"])
  func `integer overflow gives no advice about devices and rooms`(id: String) throws {
    let found = try check(id, of: Self.document(of: "wrapped"))

    #expect(["pass", "unknown"].contains(found["verdict"]?.stringValue))
  }

  @Test func `an unclipped float recording above full scale is measured`() throws {
    let document = try Self.document(of: "float_peak_2_unclipped")

    #expect(try check("clipping", of: document)["verdict"] == "pass")
    #expect(codes("shimmer.", of: document) == [])
  }

  /// The same voice without an offset has 3.37 %. The offset moves the first pulse to the other
  /// extremum of its cycle, which changes shimmer to 3.45 %; with the mean it is 2.64 %.
  @Test func `an offset does not lower shimmer in the clinical preset`() throws {
    let shimmer = try #require(Self.shimmer(of: Self.document(of: "dc_5_percent")))

    #expect(abs(shimmer - 3.37) < 0.1)
  }

  @Test func `the praat preset keeps the offset`() throws {
    let document = try Self.document(of: "dc_5_percent", AnalysisSettings(preset: .praat))

    #expect(try #require(Self.shimmer(of: document)) < 3)
  }

  @Test func `mono samples under a stereo header have the F0 of mono`() throws {
    let document = try Self.document(of: "mono_as_stereo")
    let f0 = try #require(document[path: ["biomarkers", "f0", "mean_hz"]]?.numberValue)

    #expect(abs(f0 - 122) < 0.5)
  }
}
