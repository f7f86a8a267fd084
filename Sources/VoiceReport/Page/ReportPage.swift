// One page of one recording, for a person: who and when as far as told, the recording and its quality
// first, then what was measured and how it stands, figures, what could not be measured and why, and in
// small print what made the numbers. No script, and nothing that lies elsewhere.

internal import VoiceTypes

/// Writes pages.
package struct ReportPage {
  let content: ReportContent
  let language: Language
  let theme: Theme

  /// A page of what there is.
  package init(of content: ReportContent, language: Language, theme: Theme) {
    (self.content, self.language, self.theme) = (content, language, theme)
  }

  var document: ResultsDocument { content.document }

  /// The page as HTML.
  package var html: String {
    let title = language.text(.pageTitle, document.recording.name)
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title.markup)</title>
      <style>
      \(HTML.style(theme))</style>
      </head>
      <body>

      """ + HTML.element("h1", title)
        + HTML.element("p", language.text(.analyzedAt, document.run.analyzedAt), kind: "quiet")
        + HTML.element("p", notice, kind: "notice") + person + quality + outcome + smallPrint
        + "</body>\n</html>\n"
  }

  /// What a page always says: in the words of an assessment where there is one.
  private var notice: String {
    guard language == .english, document.findings?.assessment != nil else {
      return language.text(.measurementNotice)
    }
    return Assessment.notice
  }

  private var person: String {
    guard let profile = content.profile else { return "" }
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
    return HTML.section(language.text(.personHeading), HTML.definitions(pairs))
  }

  private var quality: String {
    let recording = document.recording
    let facts = [
      recording.duration.map { "\(NumberFormat.fixed($0.value, 2)) s" },
      recording.sampleRate.map { "\(NumberFormat.fixed($0.value, 0)) Hz" },
      recording.encoding?.rawValue,
    ].compactMap { $0 }.joined(separator: ", ")
    let rows = document.quality.checks.map { check in
      [
        check.id.replacing("_", with: " "), language.text(check.verdict.phrase),
        check.value.map { Self.text($0, check.unit) } ?? "–",
        check.limit.map { NumberFormat.short($0) } ?? "–", check.message ?? "",
      ]
    }
    let verdict = language.text(document.quality.verdict.phrase)
    let header: [Phrase] = [
      .checkColumn, .verdictColumn, .valueColumn, .limitColumn, .remarkColumn,
    ]
    return HTML.section(
      language.text(.recordingHeading),
      HTML.element(
        "p", facts.isEmpty ? verdict : "\(facts): \(verdict)")
        + HTML.table(header.map { language.text($0) }, rows, numbers: [2, 3]))
  }

  /// A number with its unit, if it has one.
  private static func text(_ number: Double, _ unit: String) -> String {
    let shown = NumberFormat.short(number)
    return unit == "count" ? shown : "\(shown) \(unit)"
  }

  private var outcome: String {
    switch document.outcome {
    case .refused(let refusal):
      return HTML.section(
        language.text(.scopeHeading),
        HTML.list([
          language.text(.notMeasured, refusal.message), language.text(.whatToDo, refusal.advice),
        ])) + figures
    case .complete(let findings):
      return signalType(of: findings) + scope(of: findings) + chart(of: findings)
        + numbers(of: findings) + figures + reasons(of: findings) + notes(of: findings)
        + sources(of: findings)
    }
  }

  private var figures: String {
    let drawings = content.drawings.map { drawing in
      SVGWriter.text(of: drawing.scene, theme: theme, role: .part(id: drawing.kind.rawValue))
    }
    return HTML.section(
      language.text(.figuresHeading),
      drawings.isEmpty
        ? HTML.element("p", language.text(.figuresNeedSound)) : drawings.joined())
  }

  private var smallPrint: String {
    let provenance = document.provenance
    let facts =
      [
        ("sagevoice", provenance.version), ("preset", provenance.preset.rawValue),
        ("settings_sha256", provenance.settingsSHA256), ("analysis_id", document.analysisID),
        ("recording_sha256", document.recording.sha256 ?? "–"),
      ] + provenance.libraries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let settings = JSONValue.object(
      provenance.settings.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    return HTML.section(
      language.text(.settingsHeading),
      HTML.definitions(facts) + HTML.element("p", settings.text(.compact)), kind: "small")
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
