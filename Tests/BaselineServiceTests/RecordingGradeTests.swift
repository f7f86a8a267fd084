import BaselineService
import Testing
import VoiceTypes

@Suite struct RecordingGradeTests {
  private func assess(
    _ change: (inout MeasuredRecording) -> Void = { _ in }
  ) throws -> RecordingAssessment {
    try Samples.assessor.get().assess(Samples.recording([:], with: change), of: Samples.person())
      .recording
  }

  private func assess(_ measure: Measure, _ value: Double) throws -> RecordingAssessment {
    try assess { $0.findings.biomarkers[measure] = Measured(value) }
  }

  @Test func `a recording that passes everything is excellent and has no reasons`() throws {
    let recording = try assess()

    #expect(recording.grade == .excellent)
    #expect(recording.reasons == [])
  }

  @Test(arguments: [
    (80, Verdict.pass, RecordingGrade.excellent), (79.9, .warn, .usable), (60, .warn, .usable),
    (59.9, .fail, .retake),
  ])
  func `F0 confidence decides`(percent: Double, verdict: Verdict, grade: RecordingGrade) throws {
    let recording = try assess(.f0Confidence, percent)

    #expect(recording.confidence.verdict == verdict)
    #expect(recording.grade == grade)
    #expect(recording.reasons.isEmpty == (verdict == .pass))
  }

  @Test func `a reason of the grade names value and minimum`() throws {
    let recording = try assess(.f0Confidence, 59.9)

    #expect(
      recording.reasons == [
        "the periodicity (mean autocorrelation) is 59.9 % (required: at least 60 %)"
      ])
    #expect(
      try assess(.f0Confidence, 79.9).reasons
        == ["the periodicity (mean autocorrelation) is 79.9 % (recommended: at least 80 %)"])
  }

  @Test func `a short segment of unknown voicing is not judged`() throws {
    let recording = try assess {
      $0.findings.biomarkers[.f0VoicedFraction] = .unavailable(
        Unavailability(.signalType, "irregular"))
      $0.findings.segment.end = Seconds($0.findings.segment.start.value + 0.09)
    }

    #expect(recording.duration.verdict == .fail)
    #expect(recording.grade == .retake)
  }

  @Test func `the words phone, own and studio name a kind of device`() {
    #expect(DeviceKind(of: "own") == .own && DeviceKind(of: "Studio") == .studio)
    #expect(DeviceKind(of: "phone") == .own && DeviceKind(of: "unknown make") == nil)
  }

  @Test(arguments: [
    (0.95, Verdict.pass), (0.949, .warn), (0.9, .warn), (0.899, .fail),
  ])
  func `the voiced ratio decides`(ratio: Double, verdict: Verdict) throws {
    #expect(try assess(.f0VoicedFraction, ratio).voicedRatio.verdict == verdict)
  }

  @Test(arguments: [(1.5, Verdict.pass), (1.4, .warn), (0.5, .warn), (0.4, .fail)])
  func `the time with a voice decides`(seconds: Double, verdict: Verdict) throws {
    let recording = try assess {
      $0.findings.segment.end = Seconds($0.findings.segment.start.value + seconds)
    }

    #expect(recording.duration.verdict == verdict)
  }

  @Test func `voice outside the segment counts, silence does not`() throws {
    let recording = try assess {
      $0.findings.segment.excluded = [
        ExcludedSegment(start: 0, end: 0.25, reason: .unvoiced),
        ExcludedSegment(start: 0.25, end: 0.5, reason: .onset),
        ExcludedSegment(start: 3.5, end: 4, reason: .lessSteady),
      ]
    }

    #expect(recording.duration.value == 3.75)
  }

  @Test(arguments: [
    (Verdict.pass, RecordingGrade.excellent), (.unknown, .good), (.warn, .usable), (.fail, .retake),
  ])
  func `the checks of the recording decide`(verdict: Verdict, grade: RecordingGrade) throws {
    let recording = try assess {
      $0.quality = RecordingQualityReport(checks: [
        QualityCheck(
          id: .signalToNoise, verdict: verdict, value: 1, unit: "db", limit: 30, message: "noise")
      ])
    }

    #expect(recording.grade == grade)
    #expect(recording.reasons == (verdict == .pass ? [] : ["snr: noise"]))
  }

  @Test(arguments: [CheckID.rumble, .mainsHum])
  func `low-frequency sound suppresses only the affected measures`(id: CheckID) throws {
    let recording = try assess {
      $0.quality = RecordingQualityReport(checks: [
        QualityCheck(id: id, verdict: .fail, value: -3, unit: "db", limit: -20, message: "loud")
      ])
    }

    #expect(recording.grade == .usable)
    #expect(recording.reasons == ["\(id.rawValue): loud"])
  }

  @Test func `a low voiced share of an untrimmed file is unknown, a high one passes`() throws {
    let low = try assess {
      $0.findings.segment.rule = .whole
      $0.findings.biomarkers[.f0Confidence] = Measured(50)
      $0.findings.biomarkers[.f0VoicedFraction] = Measured(0.6)
    }
    let high = try assess { $0.findings.segment.rule = .whole }

    #expect(low.confidence.verdict == .unknown)
    #expect(low.voicedRatio.verdict == .unknown)
    #expect(low.grade == .good)
    #expect(high.grade == .excellent)
  }

  @Test func `the type of the signal does not move the grade of the recording`() throws {
    let recording = try assess {
      $0.findings.signalType = SignalType(type: 3, reasons: ["irregular"])
    }

    #expect(recording.grade == .excellent)
  }
}
