// The part of a results document that baselines and comparisons use. It is a fifth of the document,
// so that a store can read hundreds of recordings of a person at each follow-up.

package import VoiceTypes

/// Results of a recording for baselines and comparisons.
package struct VowelResults: Sendable {
  package let recording: RecordingFacts

  /// Verdict on the quality of the recording.
  package let verdict: Verdict

  /// Checks with a warning or a failure, and the check of the level.
  let checks: [QualityCheck]

  /// Refusal; nil if the recording was analysed.
  package let refusal: Refusal?

  /// Values; nil if the recording was refused.
  let values: VowelValues?

  package let software: VowelSoftware

  package init(_ document: ResultsDocument) {
    recording = document.recording
    verdict = document.quality.verdict
    checks = document.quality.checks.filter {
      $0.verdict == .warn || $0.verdict == .fail || $0.check == .level
    }
    refusal = document.refusal
    values = document.findings.map(VowelValues.init)
    software = VowelSoftware(document.provenance)
  }

  fileprivate init(
    _ recording: RecordingFacts, _ verdict: Verdict, _ checks: [QualityCheck], _ refusal: Refusal?,
    _ values: VowelValues?, _ software: VowelSoftware
  ) {
    (self.recording, self.verdict, self.checks) = (recording, verdict, checks)
    (self.refusal, self.values, self.software) = (refusal, values, software)
  }
}

/// Values of an analysed vowel.
struct VowelValues: Sendable {
  /// Tracked measures, and the measures of the recording.
  static let measures = ChangeMeasure.all.map(\.measure) + [.f0Confidence, .f0VoicedFraction]

  /// Signal type; nil if not determined.
  let signalType: Int?

  /// Whether the baseline of the person selected the octave of F0.
  let hasOctaveOfBaseline: Bool

  /// Voiced time in seconds; nil without a voiced fraction.
  let voicedSeconds: Double?

  /// Values of `measures`. Those of a short segment are unavailable, because they are not
  /// comparable.
  let biomarkers: Biomarkers

  init(_ findings: Findings) {
    signalType = findings.signalType.type
    hasOctaveOfBaseline = findings.f0Candidates?.decidedBy == .baseline
    voicedSeconds = findings.voicedSeconds
    let comparable = findings.biomarkers.withoutShortSegment
    biomarkers = Self.biomarkers { measure in
      (ChangeMeasure.of(measure) == nil ? findings.biomarkers : comparable)[measure]
    }
  }

  fileprivate init(
    _ type: Int?, _ octave: Bool, _ voiced: Double?, _ numbers: [Measure: Double],
    _ reasons: [Measure: Unavailability]
  ) {
    (signalType, hasOctaveOfBaseline, voicedSeconds) = (type, octave, voiced)
    biomarkers = Self.biomarkers { measure in
      numbers[measure].map { .value($0) } ?? .unavailable(reasons[measure] ?? .notRequested)
    }
  }

  private static func biomarkers(_ value: (Measure) -> Measured) -> Biomarkers {
    var biomarkers = Biomarkers(unsetBecause: .notRequested)
    for measure in measures { biomarkers[measure] = value(measure) }
    return biomarkers
  }

  private func map<Value>(_ value: (Measured) -> Value?) -> [Measure: Value] {
    Dictionary(
      uniqueKeysWithValues: Self.measures.compactMap { measure in
        value(biomarkers[measure]).map { (measure, $0) }
      })
  }

  fileprivate var numbers: [Measure: Double] { map(\.number) }
  fileprivate var reasons: [Measure: Unavailability] { map(\.unavailability) }
}

/// Software and settings of results, as far as baselines compare them.
package struct VowelSoftware: Sendable {
  let version: String
  let preset: Preset
  let settingsSHA256: String
  let followedSettings: [String: JSONValue]

  init(_ provenance: Provenance) {
    (version, preset) = (provenance.version, provenance.preset)
    settingsSHA256 = provenance.settingsSHA256
    followedSettings = FollowedSettings.named(in: provenance)
  }

  private init(_ version: String, _ preset: Preset, _ hash: String, _ settings: [String: JSONValue])
  {
    (self.version, self.preset) = (version, preset)
    (settingsSHA256, followedSettings) = (hash, settings)
  }
}

extension VowelSoftware: Shaped {
  package static let shape = Shape(VowelSoftware.init(_:_:_:_:)) {
    Field("version", \.version, .text)
    Field("preset", \.preset, .choice)
    Field("settings_sha256", \.settingsSHA256, .hash)
    Field("settings", \.followedSettings, .map(of: .anything))
  }
}

extension VowelValues: Shaped {
  static let shape = Shape(VowelValues.init(_:_:_:_:_:)) {
    Field("signal_type", \.signalType, .orNull(.count))
    Field("octave_of_baseline", \.hasOctaveOfBaseline, .flag)
    Field("voiced_s", \.voicedSeconds, .orNull(.number))
    Field("numbers", \.numbers, .map(by: Measure.self, .asDeclared, .ignoringOthers, of: .number))
    Field("reasons", \.reasons, .map(by: Measure.self, .asDeclared, .ignoringOthers, of: .shaped))
  }
}

extension VowelResults {
  /// Document schema of the results without their software, which many recordings share.
  package static func shape(by software: VowelSoftware) -> Shape<VowelResults> {
    Shape<VowelResults> {
      Field("recording", \.recording, .shaped)
      Field("verdict", \.verdict, .choice)
      Field("checks", \.checks, .list(of: .shaped))
      Field("error", \.refusal, ifThere: .shaped)
      Field("values", \.values, ifThere: .shaped)
    } make: {
      VowelResults($0, $1, $2, $3, $4, software)
    }
  }
}
