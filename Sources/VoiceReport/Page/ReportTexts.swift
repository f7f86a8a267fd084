// Report texts in the language of the reader.

package import VoiceTypes
internal import WAVIngest

/// The texts of a report.
struct ReportTexts {
  let content: ReportContent
  let language: Language

  init(of content: ReportContent, language: Language) {
    (self.content, self.language) = (content, language)
  }

  var document: ResultsDocument { content.document }

  var title: String { language.text(.pageTitle, name) }

  /// The name of the recording. The file name of an onboarding recording has the task, the session
  /// and its vowel or reading.
  private var name: String {
    let name = document.recording.name
    guard name != "-" else { return language.text(.nameInput) }
    guard let parts = name.wholeMatch(of: /(sustained_vowel|reading)-([0-9]+)-([0-9]+)\.wav/) else {
      return name
    }
    let task: Phrase = parts.1 == "reading" ? .nameReading : .nameVowel
    return language.text(task, String(parts.2), String(parts.3))
  }

  /// The recording time, if known, and the analysis time.
  var times: String {
    let analyzed = language.text(.analyzedAt, language.time(document.run.analyzedAt))
    let recorded = content.recordedAt.map { language.text(.recordedAt, language.time($0)) }
    return [recorded, analyzed].joined(by: ", ")
  }

  // MARK: - The person and the recording

  /// The self-reported data of the speaker, with labels.
  var person: [(String, String)] {
    guard let profile = content.profile else { return [] }
    var pairs = [(language.text(.personIdentifier), profile.userID)]
    if let age = profile.age { pairs.append((language.text(.personAge), "\(age.years)")) }
    if let device = profile.deviceModel {
      pairs.append((language.text(.personDevice), device))
    }
    let suspected = profile.suspectedConditions.map { conditions in
      conditions == UserProfile.noConditions
        ? conditions : conditions.map { language.text(.personSuspected, $0) }
    }
    let conditions = [profile.voiceConditions, profile.diagnosedConditions, suspected]
      .compactMap { $0 }.filter { $0 != UserProfile.noConditions }.flatMap { $0 }
    if !conditions.isEmpty {
      pairs.append((language.text(.personContext), conditions.joined(separator: ", ")))
    }
    return pairs
  }

  /// The format of the recording and, with checks, the overall quality verdict.
  var recording: String {
    let recording = document.recording
    let facts = [
      recording.duration.map { language.localized("\(NumberFormat.fixed($0.value, 2)) s") },
      recording.sampleRate.map { "\(NumberFormat.fixed($0.value, 0)) Hz" },
      recording.encoding.map(language.name(of:)),
      recording.channels.flatMap { $0 > 1 ? language.text(.factChannels, "\($0)") : nil },
      language.name(of: document.task),
    ].joined(by: ", ")
    guard !document.quality.checks.isEmpty else { return facts }
    let verdict = language.text(document.qualityPhrase)
    return [facts, verdict].joined(by: ": ")
  }

  /// Returns the row of a quality check: name, result, value, limit and remark.
  func row(of check: QualityCheck) -> [String] {
    let limit = check.verdict == .unknown ? nil : check.limit
    return [
      language.name(ofCheck: check.id), language.text("verdict", check.verdict.rawValue),
      check.value.map { text($0, of: check) } ?? "–",
      limit.map { check.limitSign + text($0, of: check, NumberFormat.short) } ?? "–",
      language.text(of: check).map { remark($0, check.verdict) } ?? "",
    ]
  }

  /// Returns the text of a check as sentences. The name and the result are in columns of their own.
  private func remark(_ text: String, _ verdict: Verdict) -> String {
    let result = " \(language.text(.verdictUnknown)): "
    guard verdict == .unknown, let end = text.firstRange(of: result)?.upperBound,
      !text[..<end].contains(". ")
    else { return text.asSentence }
    return String(text[end...]).asSentence
  }

  /// Formats a number of a check with its unit: milliseconds for a limit below 0.1 s.
  private func text(
    _ number: Double, of check: QualityCheck, _ format: (Double) -> String = NumberFormat.rounded
  ) -> String {
    let isShort = check.unit == "seconds" && check.limit.map { $0 > 0 && $0 < 0.1 } ?? false
    let unit =
      check.check == .secondSource
      ? language.text(.unitWarningLimits) : isShort ? "ms" : language.unit(ofCheck: check.unit)
    return [language.localized(format(isShort ? 1000 * number : number)), unit]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The reason for the refusal and the advice; empty for an analysed recording.
  var refusal: [String] {
    document.refusal.map { refusal in
      [
        language.text(.notMeasured, language.message(of: refusal)),
        language.text(.whatToDo, language.advice(of: refusal)),
      ]
    } ?? []
  }

  // MARK: - Small print

  /// The provenance with its labels.
  var provenance: [(String, String)] {
    let provenance = document.provenance
    return [
      ("sagevoice", provenance.version),
      (language.text(.presetLabel), provenance.preset.rawValue),
      (language.text(.settingsHash), provenance.settingsSHA256),
      (language.text(.analysisLabel), document.analysisID),
      (language.text(.recordingHash), document.recording.sha256 ?? "–"),
    ] + provenance.libraries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// All settings as compact JSON.
  var settings: String {
    JSONValue.object(
      document.provenance.settings.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
    ).text(.compact)
  }
}

extension QualityCheck {
  /// The side of `limit` that passes, as a sign with a space; empty for a check of another version.
  var limitSign: String {
    let limits = (QualityLimits.all + QualityLimits.ofCapture).first { $0.id == check }
    let bounds = (limits?.warn ?? []) + (limits?.fail ?? [])
    guard let bound = bounds.first(where: { $0.limit == limit }) ?? bounds.first else { return "" }
    return switch bound {
    case .below: "≥ "
    case .atMost: "> "
    case .above: "≤ "
    case .atLeast: "< "
    }
  }
}

extension Verdict {
  /// The quality of a recording.
  package var overall: Phrase {
    switch self {
    case .pass: .qualityPass
    case .unknown: .qualityUnknown
    case .warn: .qualityWarn
    case .fail: .qualityFail
    }
  }
}
