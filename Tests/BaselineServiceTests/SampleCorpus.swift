// People of a corpus that was never recorded.

import BaselineService
import VoiceTypes

/// A corpus with one recording per person, until something about it is changed.
struct SampleCorpus {
  var rows: [(file: String, speaker: String, sex: String, age: String, health: String)] = []
  var vowels: [String: MeasuredVowel] = [:]

  /// `women` and `men` of 30 years, whose jitter and HNR rise from one to the next, women and men
  /// over the same range.
  init(women: Int, men: Int) {
    for index in 0..<women + men {
      let step = Double(index < women ? index : index - women)
      add(
        "s\(index)_a.wav", of: "s\(index)", sex: index < women ? "f" : "m",
        SampleVowel().with {
          $0.jitter = 0.2 + 0.01 * step
          $0.hnr = 20 + 0.1 * step
        })
    }
  }

  mutating func add(
    _ file: String, of speaker: String, sex: String = "f", age: String = "30",
    health: String = "well", _ vowel: SampleVowel = SampleVowel()
  ) {
    rows.append((file, speaker, sex, age, health))
    vowels[file] = vowel.with { $0.name = file }.measured
  }

  /// Takes the voice out of a recording.
  mutating func silence(_ file: String) {
    guard case .complete(var findings) = vowels[file]?.document.outcome else { return }
    findings.biomarkers = Biomarkers(unsetBecause: .notInTier)
    vowels[file]?.document.outcome = .complete(findings)
  }

  /// The people, chosen by patterns.
  func people(_ patterns: [String] = ["*_a.wav", "*_i.wav"]) throws -> MeasuredSpeakers {
    MeasuredSpeakers(in: try manifest, by: plan(patterns), vowels: vowels)
  }

  func plan(_ patterns: [String] = ["*_a.wav", "*_i.wav"]) -> MeasurementPlan {
    MeasurementPlan(patterns: patterns.map { FilePattern($0) }, groups: ["well"])
  }

  var manifest: SpeakerManifest {
    get throws {
      let lines = rows.map { "\($0.file),\($0.speaker),\($0.sex),\($0.age),\($0.health)" }
      return try SpeakerManifest(
        text: (["file,speaker,sex,age,health"] + lines).joined(separator: "\n"), name: "m.csv")
    }
  }

  /// The set that the corpus makes.
  func limits() throws -> MeasuredLimits {
    var provenance = SampleVowel.provenance()
    provenance.settings = Samples.measuring
    var facts = MeasurementFacts(
      version: "sample-1", measuredOn: "2026-11-21",
      manifestSHA256: String(repeating: "0", count: 64), provenance: provenance)
    facts.device = "microphone"
    facts.citation = "a corpus, its licence"
    return MeasuredLimits(
      of: try people(), chosenBy: plan(), facts: facts, base: try Samples.limits.get())
  }

  /// That set as it is read back.
  func set() throws -> ReferenceLimits {
    try ReferenceLimits(reading: Array(limits().text.utf8)) { _ in
      String(repeating: "cd", count: 32)
    }
  }
}
