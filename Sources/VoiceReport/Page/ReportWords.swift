// What a page says, in the language of its reader and apart from its form: a screen and a sheet of
// paper say the same.

internal import VoiceTypes

/// The texts of a page.
struct ReportWords {
  let content: ReportContent
  let language: Language

  /// The texts of what there is.
  init(of content: ReportContent, language: Language) {
    (self.content, self.language) = (content, language)
  }

  var document: ResultsDocument { content.document }

  var title: String { language.text(.pageTitle, document.recording.name) }

  /// When it was recorded, as far as told, and when it was analysed.
  var times: String {
    let analyzed = language.text(.analyzedAt, document.run.analyzedAt)
    return
      ([content.recordedAt.map { language.text(.recordedAt, $0) }, analyzed].compactMap { $0 })
      .joined(separator: ", ")
  }

  /// What a page always says; beside limits it says more.
  var notice: String {
    language.text(
      document.findings?.assessment == nil ? .measurementNotice : .assessmentNotice)
  }

  // MARK: - The person and the recording

  /// What the person told, by its name.
  var person: [(String, String)] {
    guard let profile = content.profile else { return [] }
    var pairs = [(language.text(.personIdentifier), profile.userID)]
    if let age = profile.age { pairs.append((language.text(.personAge), "\(age.years)")) }
    if let device = profile.deviceModel {
      pairs.append((language.text(.personDevice), device))
    }
    let told = [
      profile.voiceConditions, profile.diagnosedConditions, profile.suspectedConditions,
    ].compactMap { $0 }.filter { $0 != UserProfile.noConditions }.flatMap { $0 }
    if !told.isEmpty {
      pairs.append((language.text(.personContext), told.joined(separator: ", ")))
    }
    return pairs
  }

  /// What the recording is, and what all checks say of it.
  var recording: String {
    let recording = document.recording
    let facts = [
      recording.duration.map { "\(NumberFormat.fixed($0.value, 2)) s" },
      recording.sampleRate.map { "\(NumberFormat.fixed($0.value, 0)) Hz" },
      recording.encoding?.rawValue,
    ].compactMap { $0 }.joined(separator: ", ")
    let verdict = language.text(document.quality.verdict.phrase)
    return facts.isEmpty ? verdict : "\(facts): \(verdict)"
  }

  /// A check of the recording.
  struct Check {
    let name: String
    let verdict: Verdict
    let value: String
    let limit: String
    let remark: String
  }

  var checks: [Check] {
    document.quality.checks.map { check in
      Check(
        name: language.name(ofCheck: check.id), verdict: check.verdict,
        value: check.value.map { text($0, check.unit) } ?? "–",
        limit: check.limit.map { NumberFormat.short($0) } ?? "–",
        remark: language.text(of: check) ?? "")
    }
  }

  /// A number with its unit, if it has one.
  private func text(_ number: Double, _ unit: String) -> String {
    [NumberFormat.rounded(number), language.unit(ofCheck: unit)].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Why nothing was measured, and what to do; empty where something was.
  var refusal: [String] {
    document.refusal.map { refusal in
      [
        language.text(.notMeasured, language.message(of: refusal)),
        language.text(.whatToDo, language.advice(of: refusal)),
      ]
    } ?? []
  }

  // MARK: - Small print

  /// What made the numbers, by names for programs.
  var provenance: [(String, String)] {
    let provenance = document.provenance
    return [
      ("sagevoice", provenance.version), ("preset", provenance.preset.rawValue),
      ("settings_sha256", provenance.settingsSHA256), ("analysis_id", document.analysisID),
      ("recording_sha256", document.recording.sha256 ?? "–"),
    ] + provenance.libraries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// All settings, as the document has them.
  var settings: String {
    JSONValue.object(
      document.provenance.settings.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
    ).text(.compact)
  }
}

extension Verdict {
  /// What it is called.
  var phrase: Phrase {
    switch self {
    case .pass: .verdictPass
    case .unknown: .verdictUnknown
    case .warn: .verdictWarn
    case .fail: .verdictFail
    }
  }
}
