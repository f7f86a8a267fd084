import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes

struct ExplainCommand: ParsableCommand {
  private static let articles = ExplanationLibrary()

  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a measure, a recording check or a code of documents.",
    discussion: HelpText.discussion(
      """
      For a measure, the command prints definition, formula, unit, settings, source and limits. \
      NAME is a key such as jitter.local_percent, a group such as jitter, or another name such \
      as PPQ5. For a code such as too_short, the command prints meaning, messages and advice. \
      Without NAME, it lists all measures. `sagevoice schema codes` describes the JSON output of \
      --codes.
      """,
      examples: [
        "sagevoice explain jitter.local_percent",
        "sagevoice explain PPQ5",
        "sagevoice explain low_snr",
        "sagevoice explain --codes --format json",
      ]))

  @Argument(
    help: ArgumentHelp("Key, group or name of a measure, or a code.", valueName: "name"),
    completion: .list(Self.articles.groups + Self.articles.explanations.map(\.name)))
  var words: [String] = []

  @Flag(help: "List all measures with their definitions.")
  var list = false

  @Flag(
    help: """
      List all codes of documents with their messages. `sagevoice codes` lists the codes of a \
      store.
      """)
  var codes = false

  @Option(name: .shortAndLong, help: "Output format.")
  var format: DocumentFormat = .text

  func validate() throws {
    guard !codes || (words.isEmpty && !list) else {
      throw ValidationError("Give one of NAME, --list and --codes.")
    }
    guard names.count < 2 || format == .text else {
      throw ValidationError("--format json explains one NAME.")
    }
    guard let measure = names.first else { return }
    guard !list else { throw ValidationError("Give either NAME or --list.") }
    guard !isKnown(measure), case .unknown(let near) = Self.articles.lookup(measure) else { return }
    let hint =
      near.isEmpty
      ? "`sagevoice explain --list` lists all measures, `sagevoice explain --codes` the codes of "
        + "documents, `sagevoice codes` the codes of a store."
      : "Similar: \(near.joined(separator: ", "))."
    throw ValidationError("There is no measure or code '\(measure)'. \(hint)")
  }

  /// The names: every word, or all words as one name without quotation marks.
  private var names: [String] {
    let whole = words.joined(separator: " ")
    if words.isEmpty { return [] }
    return !isKnown(whole) && words.allSatisfy(isKnown) ? words : [whole]
  }

  private func isKnown(_ name: String) -> Bool {
    if case .unknown = Self.articles.lookup(name) { !entries(of: name).isEmpty } else { true }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      try CommandOutput.write(output())
      return .success
    }
  }

  /// Returns the entries of a code; empty for an unknown code.
  private func entries(of code: String) -> [CodeEntry] {
    MeasuringCodes.all.filter { $0.code == code.lowercased() }
  }

  private func catalogue(of codes: [CodeEntry]) -> MessageCatalog {
    MessageCatalog(MeasuringCodes.places, codes)
  }

  /// Returns the limits of a measure in force, a line each.
  private func limits(of name: String) throws(CommandFault) -> [String] {
    guard let measure = Measure(rawValue: name) else { return [] }
    return try LimitsTable(of: LimitsFile.sets()).lines(of: measure)
  }

  private func output() throws(CommandFault) -> String {
    if codes {
      let all = catalogue(of: MeasuringCodes.all)
      return format == .text ? all.text : all.json.fileText
    }
    guard !names.isEmpty else { return try output(of: nil) }
    var texts: [String] = []
    for name in names { texts.append(try output(of: name)) }
    return texts.joined(separator: "\n")
  }

  private func output(of measure: String?) throws(CommandFault) -> String {
    switch (measure.map { Self.articles.lookup($0) }, format) {
    case (.measure(let explanation), .text):
      ExplanationText.text(of: explanation, limits: try limits(of: explanation.name))
    case (.measure(let explanation), .json): explanation.json.fileText
    case (.group(let members, let articles), .text):
      ExplanationText.list(of: members) + (members.isEmpty ? "" : "\n")
        + ExplanationText.text(of: articles)
    case (.group(let members, let articles), .json):
      JSONValue.group(members, articles: articles).fileText
    case (.unknown, .text): CodeText.text(of: entries(of: measure ?? ""), Self.articles)
    case (.unknown, .json): catalogue(of: entries(of: measure ?? "")).json.fileText
    case (nil, .text): ExplanationText.list(of: Self.articles.explanations)
    case (nil, .json):
      JSONValue.list(of: Self.articles.explanations).fileText
    }
  }
}
