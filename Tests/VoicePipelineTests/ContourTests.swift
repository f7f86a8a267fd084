import TestSupport
import Testing
import VoiceTypes

@Suite struct ContourTests {
  private func contours(_ settings: AnalysisSettings) throws -> JSONValue {
    let document = analyze(Recordings.voice, settings.with { $0.includesContours = true })
    #expect(try DocumentRules.problems(in: document) == [])
    return try #require(document["contours"])
  }

  private func times(_ contours: JSONValue) -> [Double] {
    (contours["f0"]?.elements ?? []).compactMap { $0["time_s"]?.numberValue }
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `there are no contours unless asked for`(settings: AnalysisSettings) {
    #expect(analyze(Recordings.voice, settings)["contours"] == nil)
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `contours change nothing else`(settings: AnalysisSettings) {
    let with = analyze(Recordings.voice, settings.with { $0.includesContours = true })

    #expect(with.removing(["contours"]) == analyze(Recordings.voice, settings))
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `frames ascend within the recording`(settings: AnalysisSettings) throws {
    let times = try times(contours(settings))

    #expect(times.count > 50)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(times.allSatisfy { (0...1).contains($0) })
  }

  @Test func `the contour frames give the F0 statistics of the document`() throws {
    let settings = AnalysisSettings(preset: .praat).with { $0.includesContours = true }
    let document = analyze(Recordings.voice, settings)
    let frames = try #require(document[path: ["contours", "f0"]]?.elements)

    let voiced = frames.compactMap { $0["hz"]?.numberValue }
    let f0 = try #require(document[path: ["biomarkers", "f0"]])

    #expect(f0["min_hz"]?.numberValue == voiced.min())
    #expect(f0["max_hz"]?.numberValue == voiced.max())
    #expect(
      f0["voiced_fraction"]?.numberValue == Double(voiced.count) / Double(frames.count))
    let mean = try #require(f0["mean_hz"]?.numberValue)
    // A sum in another order differs in the last bits.
    #expect(abs(voiced.reduce(0, +) / Double(voiced.count) - mean) < 1e-9)
  }

  @Test func `the pulses ascend, and are as many as the document counts`() throws {
    let settings = AnalysisSettings(preset: .praat).with { $0.includesContours = true }
    let document = analyze(Recordings.voice, settings)

    let pulses = (document[path: ["contours", "pulses_s"]]?.elements ?? [])
      .compactMap(\.numberValue)

    #expect(zip(pulses, pulses.dropFirst()).allSatisfy { $0 < $1 })
    #expect(document[path: ["biomarkers", "voice_quality", "pulses"]] == .int(pulses.count))
    #expect((115...120).contains(pulses.count))
  }

  @Test func `the quick tier has frames only`() throws {
    let contours = try contours(AnalysisSettings(tier: .quick))

    #expect(contours["pulses_s"] == [])
    #expect(contours["hnr_db"] == [])
  }

  @Test func `unvoiced frames have no frequency`() throws {
    let settings = AnalysisSettings(preset: .praat).with { $0.includesContours = true }

    let frames = analyze(Recordings.constant(0), settings)[path: ["contours", "f0"]]?.elements

    #expect(frames?.isEmpty == false)
    #expect(frames?.allSatisfy { $0["hz"] == .null } == true)
  }
}
