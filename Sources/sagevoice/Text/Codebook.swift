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
        name: measure.rawValue, table: "measure", label: measure.title,
        unit: measure.unit, values: measure.codebookValues,
        formula: article?.formula.formulaOnOneLine ?? "", source: article?.source.onOneLine ?? "")
    }
    let ends = Measure.allCases.flatMap { measure in
      ["ci_low", "ci_high"].map { suffix in
        Entry(
          name: "\(measure.rawValue).\(suffix)", table: "csv",
          label: "\(measure.title): " + commandText("codebook.\(suffix)"),
          unit: measure.unit, values: commandText("codebook.values.number"))
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
    let unit = entry.unit.isEmpty ? "" : " (\(entry.unit))"
    let values = commandText("codebook.values", ["values": entry.values])
    let first = "\(entry.name) (\(entry.table)): \(entry.label)\(unit). \(values)"
    return WrappedText.lines(first, hanging: "  ")
      + [("formula", entry.formula), ("source", entry.source)]
      .filter { !$0.1.isEmpty }
      .flatMap { key, text in
        WrappedText.lines(
          "\(commandText("explain.\(key)")): \(text)", indent: "  ", hanging: "    ")
      }
  }
}

extension Codebook {
  private static let facts: [Entry] = [
    column("path", "both", value("text")),
    column("name", "both", value("text")),
    column("recording", "both", value("text_or_empty")),
    column("person", "both", value("text_or_empty")),
    column("session", "both", value("text_or_empty")),
    column("task", "both", value("text_or_empty")),
    column("vowel", "both", value("text_or_empty")),
    column("repetition", "both", value("text_or_empty")),
    column("sha256", "both", value("hash_or_empty")),
    column("tier", "both", choices(Tier.allCases)),
    column("state", "both", choices(["complete", "refused"])),
    column("error_code", "csv", value("code")),
    column("error_message", "csv", value("sentence")),
    column("duration_s", "both", value("from_zero"), unit: "s"),
    column("sample_rate_hz", "both", value("above_zero"), unit: "Hz"),
    column("channels", "csv", value("from_one")),
    column("encoding", "csv", choices(SampleEncoding.allCases)),
    column("quality", "both", choices(Verdict.allCases)),
    column("failed_checks", "both", value("names")),
    column("warned_checks", "both", value("names")),
    column("pitch_floor_hz", "both", value("above_zero"), unit: "Hz"),
    column("pitch_ceiling_hz", "both", value("above_floor"), unit: "Hz"),
    column("segment_start_s", "both", value("from_zero"), unit: "s"),
    column("segment_end_s", "both", value("after_start"), unit: "s"),
    column("signal_type", "both", value("type")),
    column("unavailable", "csv", value("reasons")),
    column("preset", "both", choices(Preset.allCases)),
    column("version", "both", value("text")),
    column("flags", "csv", value("reasons")),
    column("standings", "csv", value("standings")),
    column("settings_sha256", "both", value("hash")),
    column("measure", "long", value("measure")),
    column("value", "long", value("number_of_row")),
    column("unit", "long", value("text")),
    column("status", "long", choices(LongTable.Status.allCases)),
    column("reason", "long", value("codes")),
    column("ci_low", "long", value("number")),
    column("ci_high", "long", value("number")),
    column("standing", "long", optional(choices(ReferenceClassification.allCases))),
    column("smallest_change_recording", "long", value("change")),
    column("smallest_change_session", "long", value("change")),
  ]

  /// A column with the label `codebook.NAME` of the catalogue.
  private static func column(
    _ name: String, _ table: String, _ values: String, unit: String = ""
  ) -> Entry {
    Entry(
      name: name, table: table, label: commandText("codebook.\(name)"), unit: unit, values: values)
  }

  private static func value(_ kind: String) -> String { commandText("codebook.values.\(kind)") }

  private static func optional(_ values: String) -> String {
    commandText("codebook.values.with_profile", ["values": values])
  }

  private static func choices<Choice: RawRepresentable<String>>(_ all: [Choice]) -> String {
    choices(all.map(\.rawValue))
  }

  private static func choices(_ words: [String]) -> String {
    commandText(
      "codebook.choices",
      ["first": words.dropLast().joined(separator: ", "), "last": words.last ?? ""])
  }
}

extension Measure {
  /// The range of values.
  fileprivate var codebookValues: String {
    switch self {
    case .shimmerLocalDecibels, .hnrStandardDeviation:
      return commandText("codebook.values.from_zero")
    case .f0Confidence, .stabilityScore, .degreeOfVoiceBreaks, .phonationDegreeOfVoiceBreaks:
      return commandText("codebook.values.percent")
    case .f0VoicedFraction, .unvoicedFraction, .phonationUnvoicedFraction, .gne,
      .meanAutocorrelation:
      return commandText("codebook.values.fraction")
    default: break
    }
    return switch facts.unit {
    case .decibels: commandText("codebook.values.any")
    case .count: commandText("codebook.values.count")
    default: commandText("codebook.values.from_zero")
    }
  }
}

extension String {
  /// The text with line breaks replaced by spaces.
  fileprivate var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// A formula on one line, with a semicolon before each symbol that a line explains.
  fileprivate var formulaOnOneLine: String {
    split(separator: "\n").map { line in
      line.contains(#/^\s*\S+: /#) ? "; \(line)" : " \(line)"
    }.joined().onOneLine
  }
}
