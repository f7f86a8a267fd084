import CommandSupport
import VoicePipeline
import VoiceTypes

/// The data dictionary of the result tables.
struct Codebook {
  /// A column, or a measure: a column of one table and a value of the other.
  struct Entry {
    let name: String
    let table: String
    let label: String
    var unit = ""
    let values: String
    var formula = ""
    var source = ""

    fileprivate var fields: [String] { [name, table, label, unit, values, formula, source] }
  }

  private static let columns = ["name", "table", "label", "unit", "values", "formula", "source"]

  let entries: [Entry]

  /// The codebook of this version.
  static var current: Codebook {
    let articles = ExplanationLibrary().explanations
    let measures = Measure.allCases.map { measure in
      let article = articles.first { $0.name == measure.rawValue }
      return Entry(
        name: measure.rawValue, table: "measure", label: measure.facts.name.atStart,
        unit: measure.unit, values: measure.codebookValues,
        formula: article?.formula.onOneLine ?? "", source: article?.source.onOneLine ?? "")
    }
    let ends = Measure.allCases.flatMap { measure in
      [("ci_low", "lower"), ("ci_high", "upper")].map { suffix, end in
        Entry(
          name: "\(measure.rawValue).\(suffix)", table: "csv",
          label: "\(measure.facts.name.atStart), \(end) end of the 95 % interval of this phonation",
          unit: measure.unit, values: "a number; empty without an interval")
      }
    }
    return Codebook(entries: facts + measures + ends)
  }

  func rendered(_ format: OutputFormat) -> String {
    switch format {
    case .csv: ([Self.columns] + entries.map(\.fields)).map { CSV.line($0) }.joined()
    case .json:
      JSONValue.array(
        entries.map { entry in
          .object(
            zip(Self.columns, entry.fields).map { JSONValue.Member($0, .string($1)) })
        }
      ).fileText
    case .text: entries.flatMap(Self.lines).joined(separator: "\n") + "\n"
    }
  }

  private static func lines(of entry: Entry) -> [String] {
    let unit = entry.unit.isEmpty ? "" : " in \(entry.unit)"
    let first = "\(entry.name) (\(entry.table)): \(entry.label)\(unit). Values: \(entry.values)."
    return WrappedText.lines(first, hanging: "  ")
      + [("Formula: ", entry.formula), ("Source: ", entry.source)]
      .filter { !$0.1.isEmpty }
      .flatMap { WrappedText.lines($0 + $1, indent: "  ", hanging: "    ") }
  }
}

extension Codebook {
  private static let facts: [Entry] = [
    Entry(name: "path", table: "both", label: "Input path", values: "a text"),
    Entry(name: "name", table: "both", label: "Name of the file", values: "a text"),
    Entry(
      name: "recording", table: "both", label: "Recording from the manifest", values: manifestText),
    Entry(name: "person", table: "both", label: "Person from the manifest", values: manifestText),
    Entry(name: "session", table: "both", label: "Session from the manifest", values: manifestText),
    Entry(name: "task", table: "both", label: "Task from the manifest", values: manifestText),
    Entry(name: "vowel", table: "both", label: "Vowel from the manifest", values: manifestText),
    Entry(
      name: "repetition", table: "both", label: "Repetition from the manifest", values: manifestText
    ),
    Entry(
      name: "sha256", table: "both", label: "SHA-256 of the file",
      values: "64 hexadecimal digits; empty for an unreadable file"),
    Entry(
      name: "tier", table: "both", label: "Tier of the analysis",
      values: choices(Tier.allCases.map(\.rawValue))),
    Entry(
      name: "state", table: "both", label: "State of the analysis",
      values: "complete or refused"),
    Entry(
      name: "error_code", table: "csv", label: "Code of the refusal",
      values: "a code; empty without a refusal"),
    Entry(
      name: "error_message", table: "csv", label: "Message of the refusal",
      values: "a sentence; empty without a refusal"),
    Entry(
      name: "duration_s", table: "both", label: "Duration", unit: "s", values: "0 or more"),
    Entry(
      name: "sample_rate_hz", table: "both", label: "Sample rate", unit: "Hz",
      values: "more than 0"),
    Entry(name: "channels", table: "csv", label: "Channels of the file", values: "1 or more"),
    Entry(
      name: "encoding", table: "csv", label: "Sample encoding",
      values: choices(SampleEncoding.allCases.map(\.rawValue))),
    Entry(
      name: "quality", table: "both", label: "Worst verdict of the recording checks",
      values: choices(Verdict.allCases.map(\.rawValue))),
    Entry(
      name: "failed_checks", table: "both", label: "Failed recording checks",
      values: "their names, separated by semicolons"),
    Entry(
      name: "warned_checks", table: "both", label: "Recording checks with a warning",
      values: "their names, separated by semicolons"),
    Entry(
      name: "pitch_floor_hz", table: "both", label: "Pitch floor", unit: "Hz",
      values: "more than 0"),
    Entry(
      name: "pitch_ceiling_hz", table: "both", label: "Pitch ceiling", unit: "Hz",
      values: "more than the floor"),
    Entry(
      name: "segment_start_s", table: "both", label: "Start of the measured segment", unit: "s",
      values: "0 or more"),
    Entry(
      name: "segment_end_s", table: "both", label: "End of the measured segment", unit: "s",
      values: "more than its start"),
    Entry(
      name: "signal_type", table: "both", label: "Type of the signal, after Titze",
      values: "1, 2, 3 or 4; empty if not determined"),
    Entry(
      name: "unavailable", table: "csv", label: "Measures without a value",
      values: "measure=reason, separated by semicolons"),
    Entry(
      name: "preset", table: "both", label: "Preset of the settings",
      values: choices(Preset.allCases.map(\.rawValue))),
    Entry(name: "version", table: "both", label: "Version of sagevoice", values: "a text"),
    Entry(
      name: "flags", table: "csv", label: "Flagged values with their reasons",
      values: "measure=reason, separated by semicolons"),
    Entry(
      name: "standings", table: "csv",
      label: "Comparison of measures with the limits for the person",
      values: "measure=standing, separated by semicolons; empty without a profile"),
    Entry(
      name: "settings_sha256", table: "both", label: "SHA-256 of all settings",
      values: "64 hexadecimal digits"),
    Entry(
      name: "measure", table: "long", label: "Measure of the row",
      values: "the name of a measure"),
    Entry(
      name: "value", table: "long", label: "Value, in the unit of the row",
      values: "a number; empty if the status is missing"),
    Entry(name: "unit", table: "long", label: "The unit of the row", values: "a text"),
    Entry(
      name: "status", table: "long", label: "Status of the value",
      values: choices(LongTable.Status.allCases.map(\.rawValue))),
    Entry(
      name: "reason", table: "long", label: "Reasons for a missing or flagged value",
      values: "codes, separated by semicolons; empty for a measured value"),
    Entry(
      name: "ci_low", table: "long", label: "Lower end of the 95 % interval of this phonation",
      values: "a number; empty without an interval"),
    Entry(
      name: "ci_high", table: "long", label: "Upper end of the 95 % interval of this phonation",
      values: "a number; empty without an interval"),
    Entry(
      name: "standing", table: "long", label: "Comparison with the limits for the person",
      values: choices(Standing.allCases.map(\.rawValue)) + "; empty without a profile"),
    Entry(
      name: "smallest_change_recording", table: "long",
      label: "Smallest detectable change (95 %) between single recordings of two days",
      values: "a factor, or dB for a unit of dB; empty without known within-person variation"),
    Entry(
      name: "smallest_change_session", table: "long",
      label: "Smallest detectable change (95 %) between two sessions of three vowels",
      values: "a factor, or dB for a unit of dB; empty without known within-person variation"),
  ]

  private static let manifestText = "a text; may be empty"

  private static func choices(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + (words.last.map { " or \($0)" } ?? "")
  }
}

extension Measure {
  /// The range of values.
  fileprivate var codebookValues: String {
    switch facts.unit {
    case .decibels: "any number"
    case .count: "a whole number, 0 or more"
    default: "0 or more"
    }
  }
}

extension String {
  /// The text with line breaks replaced by spaces.
  fileprivate var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
