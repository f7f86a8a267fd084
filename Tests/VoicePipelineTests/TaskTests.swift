// Recording tasks: speech is measured over the whole file, and never as a vowel.

import BaselineService
import DSPCore
import RealModule
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct TaskTests {
  private static let ofSpeech: Set<Measure> = [
    .f0Mean, .f0Median, .f0StandardDeviation, .f0StandardDeviationSemitones, .f0Minimum,
    .f0Maximum, .f0Confidence, .f0VoicedFraction, .cpps,
  ]

  private func document(
    _ bytes: [UInt8], _ task: RecordingTask, _ settings: AnalysisSettings = .init()
  ) -> ResultsDocument {
    var workspace = AnalysisWorkspace()
    return VoicePipeline(settings: settings.with { $0.task = task }, environment: .still)
      .analyze(.bytes(bytes, name: "a.wav"), workspace: &workspace)
  }

  @Test func `speech has F0 and CPPS of the whole file`() throws {
    for task in [RecordingTask.reading, .conversation] {
      let document = document(Recordings.speech, task)
      let findings = try #require(document.findings)

      #expect(document.task == task)
      #expect(findings.segment.rule == .whole && findings.segment.start == 0)
      #expect(findings.segment.end == document.recording.duration)
      #expect(findings.signalType.type == nil)
      #expect(findings.uncertainty.isEmpty && findings.assessment == nil)
      for measure in Measure.allCases
      where !Self.ofSpeech.contains(measure) && measure != .maximumPhonationTime {
        #expect(findings.biomarkers[measure].unavailability?.code == .notAVowel, "\(measure)")
      }
      // Syllables that fall from 140 to 100 Hz.
      let f0 = try #require(findings.biomarkers[.f0Median].number)
      #expect((100...140).contains(f0))
      #expect(findings.biomarkers[.f0StandardDeviationSemitones].number ?? 0 > 1)
      #expect(findings.biomarkers[.cpps].number != nil)
    }
  }

  @Test func `a measure declares its tasks, and all but one hold for a vowel`() {
    #expect(
      Measure.allCases.filter { !$0.facts.tasks.contains(.sustainedVowel) }
        == [.maximumPhonationTime])
    #expect(Measure.allCases.allSatisfy { $0.facts.tasks.contains(.maximumPhonation) })
    for task in [RecordingTask.sustainedS, .sustainedZ] {
      #expect(
        Measure.allCases.filter { $0.facts.tasks.contains(task) } == [.maximumPhonationTime])
    }
    #expect(Set(Measure.allCases.filter { $0.facts.tasks.contains(.reading) }) == Self.ofSpeech)
    #expect(
      Set(Measure.allCases.filter { $0.facts.tasks.contains(.conversation) }) == Self.ofSpeech)
  }

  @Test func `the quick tier of speech has its four values`() throws {
    let settings = AnalysisSettings(tier: .quick)
    let vowel = try #require(document(Recordings.speech, .sustainedVowel, settings).findings)
    let found = document(Recordings.speech, .reading, settings)
    let reading = try #require(found.findings)

    for measure in Measure.allCases where measure.isQuick {
      #expect(reading.biomarkers[measure] == vowel.biomarkers[measure], "\(measure)")
    }
    #expect(reading.biomarkers[.jitterLocal].unavailability?.code == .notAVowel)
    #expect(found.quality.checks.allSatisfy { RecordingTask.reading.requires($0.check) })
  }

  @Test func `the settings of a vowel do not name the task`() {
    let vowel = document(Recordings.voice, .sustainedVowel)
    let reading = document(Recordings.voice, .reading)

    #expect(vowel.provenance.settings["task"] == nil)
    #expect(reading.provenance.settings["task"] == "reading")
    #expect(vowel.provenance.settingsSHA256 != reading.provenance.settingsSHA256)
    #expect(vowel.json["task"] == "sustained_vowel" && reading.json["task"] == "reading")
  }

  @Test func `a document without a task is of a vowel, or of a reading by its reason`() throws {
    for task in [RecordingTask.sustainedVowel, .reading] {
      guard case .object(let members) = document(Recordings.voice, task).json else { return }

      let former = try ResultsDocument(json: .object(members.filter { $0.key != "task" }))

      #expect(former.task == task)
    }
  }

  @Test func `limits of vowels do not apply to a reading`() throws {
    let profile = try UserProfile(
      json: [
        "user_id": "a", "age": 40, "sex_assigned_at_birth": "male", "gender_identity": "man",
      ], mode: .firstFault)
    let assessor = try Assessor.embedded()
    var workspace = AnalysisWorkspace()
    let document = VoicePipeline(
      settings: AnalysisSettings().with { $0.task = .reading }, environment: .still,
      profile: profile, assessor: assessor
    ).analyze(.bytes(Recordings.speech, name: "a.wav"), workspace: &workspace)
    let assessment = try #require(document.findings?.assessment)

    #expect(assessment.measures.allSatisfy { $0.standing == .noReference })
    #expect(assessment.measures.filter { $0.typical != nil }.map(\.measure) == [.cpps])
    #expect(assessment.measures.first { $0.measure == .cpps }?.typical?.low == 6.4)
    #expect(assessment.recording.grade != .retake)
  }

  @Test func `speech without audio keeps the values of a whole recording`() throws {
    let quick = document(Recordings.speech, .sustainedVowel, AnalysisSettings(tier: .quick))
    let full = document(Recordings.speech, .sustainedVowel)

    let (fromQuick, fromFull) = (quick.of(.reading), full.of(.reading))

    #expect(fromQuick.task == .reading && fromFull.task == .reading)
    #expect(fromQuick.findings?.biomarkers[.f0Median] == quick.findings?.biomarkers[.f0Median])
    #expect(fromFull.findings?.biomarkers[.f0Median].unavailability?.code == .notAVowel)
  }

  // MARK: - One breath

  /// A vowel of 2 s with half a second of silence before and after it.
  private static let breath = WAVEncoder.pcm16(
    SyntheticVoice(f0: 150, vowel: .a, duration: 3, seed: 4).with {
      ($0.onsetSilence, $0.offsetSilence) = (0.5, 0.5)
    }.synthesize().signal)

  /// The frames of F0 at both edges; each has three periods of 60 Hz.
  private static let frameTolerance = 0.05

  @Test func `a maximum phonation has the measures of a vowel and its duration`() throws {
    let vowel = try #require(document(Self.breath, .sustainedVowel).findings)
    let document = document(Self.breath, .maximumPhonation)
    let findings = try #require(document.findings)

    for measure in Measure.allCases where measure != .maximumPhonationTime {
      #expect(findings.biomarkers[measure] == vowel.biomarkers[measure], "\(measure)")
    }
    #expect(vowel.biomarkers[.maximumPhonationTime].unavailability?.code == .otherTask)
    let seconds = try #require(findings.biomarkers[.maximumPhonationTime].number)
    #expect(abs(seconds - 2) < Self.frameTolerance)
    #expect(findings.segment == vowel.segment && findings.uncertainty == vowel.uncertainty)
    #expect(!document.quality.checks.contains { $0.check == .duration })
    #expect(document.provenance.settings["task"] == "maximum_phonation")
    #expect(try ResultsDocument(json: document.json).json == document.json)
  }

  @Test func `a vowel that fills its recording has a lower bound as the reason`() {
    let findings = document(Recordings.longVoice, .maximumPhonation).findings

    #expect(findings?.biomarkers[.maximumPhonationTime].unavailability?.code == .cutOff)
    #expect(findings?.biomarkers[.jitterLocal].number != nil)
  }

  @Test(arguments: [RecordingTask.sustainedS, .sustainedZ])
  func `a fricative has a duration and no measure of a voice`(task: RecordingTask) throws {
    let document = document(Self.breath, task)
    let findings = try #require(document.findings)

    for measure in Measure.allCases where measure != .maximumPhonationTime {
      #expect(findings.biomarkers[measure].unavailability?.code == .notAVowel, "\(measure)")
    }
    let seconds = try #require(findings.biomarkers[.maximumPhonationTime].number)
    // Two edges of the level window.
    #expect(abs(seconds - 2 - 0.078) < Self.frameTolerance)
    #expect(findings.segment.rule == .whole && findings.signalType.type == nil)
    #expect(findings.segment.used[.phonation]?.value == seconds)
    #expect(try ResultsDocument(json: document.json).json == document.json)
    #expect(
      document.quality.checks.map(\.id) == [
        "sample_rate", "channels", "completeness", "level", "peak", "clipping", "bit_depth",
        "dc_offset",
      ])
  }

  @Test func `the settings of a vowel name no breath`() {
    let settings = document(Recordings.voice, .sustainedVowel).provenance.settings

    #expect(!settings.keys.contains { $0.hasPrefix("breath_") || $0 == "calibration_db" })
  }

  @Test(arguments: [
    (RecordingTask.sustainedVowel, 29, true), (.sustainedVowel, 31, false),
    (.maximumPhonation, 60, true), (.maximumPhonation, 62, false), (.sustainedS, 60, true),
  ])
  func `one breath may last a minute, other recordings half of it`(
    task: RecordingTask, seconds: Int, isMeasured: Bool
  ) {
    var workspace = AnalysisWorkspace()
    let bytes = WAVEncoder.pcm16(
      Signal(
        samples: (0..<(seconds * 16_000)).map { $0 % 160 < 80 ? 0.1 : -0.1 }, sampleRate: 16_000))
    let settings = AnalysisSettings(tier: .quick).with { $0.task = task }

    let document = VoicePipeline(settings: settings, environment: .still, refusingFrom: 30)
      .analyze(.bytes(bytes, name: "a.wav"), workspace: &workspace)

    #expect((document.refusal == nil) == isMeasured)
    #expect(isMeasured || document.refusal?.code == .tooLong)
  }

  @Test func `no limit and no baseline refers to one breath`() throws {
    let document = document(Self.breath, .maximumPhonation)

    #expect(MeasuredVowel(document: document, origin: .init(sessionID: "s")).origin.isOfOtherTask)
    #expect(
      document.of(.sustainedS).findings?.biomarkers[.f0Mean].unavailability?.code == .notAVowel)
  }

  // MARK: - Calibration

  @Test func `a calibration adds the sound pressure level and changes nothing else`() throws {
    let plain = document(Recordings.voice, .sustainedVowel)
    let calibrated = document(
      Recordings.voice, .sustainedVowel, AnalysisSettings().with { $0.calibration = 120 })
    let (before, after) = (try #require(plain.findings), try #require(calibrated.findings))

    for measure in Measure.allCases where measure != .soundPressureLevel {
      #expect(before.biomarkers[measure] == after.biomarkers[measure], "\(measure)")
    }
    #expect(before.biomarkers[.soundPressureLevel].unavailability?.code == .notCalibrated)
    // 1 Pa at full scale without a calibration.
    let level = try #require(before.biomarkers[.intensityMean].number)
    let expected = level + 20 * Double.log10(20e-6) + 120
    #expect(abs((after.biomarkers[.soundPressureLevel].number ?? 0) - expected) < 1e-9)
    #expect(plain.provenance.settingsSHA256 == calibrated.provenance.settingsSHA256)
    #expect(calibrated.provenance.settings["calibration_db"] == .number(120))
  }

  @Test func `a full-scale square wave has the level of the calibration`() throws {
    // At half the sample rate, so that no window has a mean.
    let wave = Signal(
      samples: (0..<32_000).map { $0 % 2 == 0 ? 1 : -1 }, sampleRate: 16_000)
    let settings = AnalysisSettings(preset: .praat).with {
      ($0.calibration, $0.givenMeasures) = (94, [.soundPressureLevel])
    }

    let findings = document(
      WAVEncoder.encode([wave.samples], sampleRate: 16_000, encoding: .float32), .sustainedVowel,
      settings
    ).findings

    // An odd number of samples leaves a mean of 1 / 1365, and 2e-6 dB.
    #expect(abs((findings?.biomarkers[.soundPressureLevel].number ?? 0) - 94) < 1e-5)
  }

  @Test func `a stored document is calibrated as a new analysis is, and loses it again`() throws {
    let plain = document(Recordings.voice, .sustainedVowel)
    let calibrated = document(
      Recordings.voice, .sustainedVowel, AnalysisSettings().with { $0.calibration = 120 })

    let later = plain.calibrated(by: 120)

    #expect(later.json["biomarkers"] == calibrated.json["biomarkers"])
    #expect(later.json["provenance"] == calibrated.json["provenance"])
    #expect(later.calibrated(by: nil).json == plain.json)
    #expect(later.calibrated(by: 100).calibrated(by: 120).json == later.json)
  }
}
