import ArgumentParser
import CommandSupport
import VoicePipeline
import VoiceTypes

struct ExplainCommand: ParsableCommand {
  private static let articles = ExplanationLibrary()

  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a measure: definition, formula, unit, settings and source.",
    discussion: HelpText.discussion(
      """
      MEASURE is a key such as jitter.local_percent, a group such as jitter, or another name \
      such as PPQ5. Without MEASURE the command lists all measures. `sagevoice schema codes` \
      describes the list of --codes.
      """,
      examples: [
        "sagevoice explain jitter.local_percent",
        "sagevoice explain PPQ5",
        "sagevoice explain --codes --format json",
      ]))

  @Argument(
    help: ArgumentHelp("Key, group or name of a measure.", valueName: "measure"),
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
    guard !codes || (measure == nil && !list) else {
      throw ValidationError("Give one of MEASURE, --list and --codes.")
    }
    guard let measure else { return }
    guard !list else { throw ValidationError("Give either MEASURE or --list.") }
    guard case .unknown(let near) = Self.articles.lookup(measure) else { return }
    let hint =
      near.isEmpty
      ? "`sagevoice explain --list` lists all measures, `sagevoice explain --codes` all codes."
      : "Similar: \(near.joined(separator: ", "))."
    throw ValidationError("There is no measure '\(measure)'. \(hint)")
  }

  /// The measure name; words may follow each other without quotation marks.
  private var measure: String? { words.isEmpty ? nil : words.joined(separator: " ") }

  func run() throws {
    try perform { () throws(CommandFault) in
      try CommandOutput.write(output)
      return .success
    }
  }

  private var codeCatalogue: MessageCatalog {
    MessageCatalog(MeasuringCodes.places, MeasuringCodes.all)
  }

  private var output: String {
    if codes {
      return format == .text
        ? codeCatalogue.text : codeCatalogue.json.fileText
    }
    return switch (measure.map { Self.articles.lookup($0) }, format) {
    case (.measure(let explanation), .text): ExplanationText.text(of: explanation)
    case (.measure(let explanation), .json): explanation.json.fileText
    case (.group(let members, let articles), .text):
      ExplanationText.list(of: members) + (members.isEmpty ? "" : "\n")
        + ExplanationText.text(of: articles)
    case (.group(let members, let articles), .json):
      JSONValue.group(members, articles: articles).fileText
    case (.unknown, .text), (nil, .text): ExplanationText.list(of: Self.articles.explanations)
    case (.unknown, .json), (nil, .json):
      JSONValue.list(of: Self.articles.explanations).fileText
    }
  }
}
