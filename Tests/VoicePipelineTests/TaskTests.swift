// Recording tasks: speech is measured over the whole file, and never as a vowel.

import BaselineService
import DSPCore
import TestSupport
import Testing
import VoicePipeline
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
      for measure in Measure.allCases where !Self.ofSpeech.contains(measure) {
        #expect(findings.biomarkers[measure].unavailability?.code == .notAVowel, "\(measure)")
      }
      // Syllables that fall from 140 to 100 Hz.
      let f0 = try #require(findings.biomarkers[.f0Median].number)
      #expect((100...140).contains(f0))
      #expect(findings.biomarkers[.f0StandardDeviationSemitones].number ?? 0 > 1)
      #expect(findings.biomarkers[.cpps].number != nil)
    }
  }

  @Test func `a measure declares its tasks, and all hold for a vowel`() {
    #expect(Measure.allCases.allSatisfy { $0.facts.tasks.contains(.sustainedVowel) })
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

    let (fromQuick, fromFull) = (quick.ofSpeech(.reading), full.ofSpeech(.reading))

    #expect(fromQuick.task == .reading && fromFull.task == .reading)
    #expect(fromQuick.findings?.biomarkers[.f0Median] == quick.findings?.biomarkers[.f0Median])
    #expect(fromFull.findings?.biomarkers[.f0Median].unavailability?.code == .notAVowel)
  }
}
