import ArgumentParser
import CommandSupport
import VoicePipeline
import VoiceTypes

struct ExplainCommand: ParsableCommand {
  /// The output formats of an explanation.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
  }

  private static let articles = ExplanationLibrary()

  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say what a measure is: definition, formula, unit, settings, source, limits.",
    discussion: """
      MEASURE is a key of the results document, such as jitter.local_percent, a group of them, such as \
      jitter, or another name of a measure, such as PPQ5, cpps or MPT, or signal type. Without it, or with --list, every key is printed with its definition.

      --codes prints every code of documents with its sentences; the names of parameters stand in braces. A document \
      that contains such a sentence names it in a member `sentence`, with its parameters, unless the code alone \
      identifies it; `sagevoice schema codes` describes the list. `sagevoice codes` lists the codes of a store.
      """)

  @Argument(
    help: ArgumentHelp("A measure or a group of measures.", valueName: "measure"),
    completion: .list(Self.articles.groups + Self.articles.explanations.map(\.name)))
  var words: [String] = []

  @Flag(help: "Print every key with its definition.")
  var list = false

  @Flag(help: "Print every code with its sentences.")
  var codes = false

  @Option(help: "text or json.")
  var format: Format = .text

  func validate() throws {
    guard !codes || (measure == nil && !list) else {
      throw ValidationError("Give one of MEASURE, --list and --codes.")
    }
    guard let measure else { return }
    guard !list else { throw ValidationError("Give either MEASURE or --list.") }
    guard case .unknown(let near) = Self.articles.lookup(measure) else { return }
    let hint =
      near.isEmpty
      ? "`sagevoice explain --list` prints all." : "Near to it: \(near.joined(separator: ", "))."
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
