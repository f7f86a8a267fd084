import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes
import WAVIngest

struct LimitsMeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure the recordings of a corpus and write a set of limits.",
    discussion: """
      The manifest is a table (CSV) with the columns file, speaker, sex (f, m or nothing), age and \
      health, and sha256 if there are hashes to check; other columns have no effect. A row with a fault is left out, with status 65. People count \
      whose health is one of the --group texts, word for word, and whose sex and age are told. Of each \
      only the recordings of the first --recordings pattern count that has a usable one, and their \
      mean counts once; patterns of one kind stand in one option, with | between. No gate takes a \
      number back. Limits are written where 20 people or more have a value, of either sex for a limit \
      of both.

      The set takes the place of the limits that ship with analyze --limits.
      """)

  @Option(
    help: ArgumentHelp("The table of the corpus.", valueName: "table.csv"),
    completion: .file(extensions: ["csv"]))
  var manifest: String

  @Option(
    help: ArgumentHelp(
      """
      Names of recordings of one kind (*, ? and [a-z] as in a shell, | between two); repeated, the next \
      best kind.
      """,
      valueName: "pattern"))
  var recordings: [String]

  @Option(
    help: ArgumentHelp(
      "What the column health says of people who count; may be repeated.", valueName: "text"))
  var group: [String]

  @Option(help: "What recorded the voices.")
  var device: String

  @Option(help: "The corpus and its licence, as they are to be cited.")
  var citation: String

  @Option(help: "The name and number of the set, such as clinic-1.")
  var name: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, whole or not at all; standard output unless given.",
      valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A set whose minimums, and conditions of limits, go into the new one; the literature's unless "
        + "given.", valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  var limits: String?

  @Option(
    help: "Recordings analysed at a time; the number of cores unless given.", takes: Jobs.number
  )
  var jobs: Int?

  @Flag(help: "Recordings of which a check failed count too.")
  var countFailedChecks = false

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  @Argument(help: "The folder of the recordings.", completion: .directory)
  var folder: String

  func validate() throws {
    for (option, texts) in [
      ("--recordings", recordings), ("--device", [device]), ("--citation", [citation]),
      ("--name", [name]),
    ] where texts.isEmpty || texts.contains(where: { !$0.contains { !$0.isWhitespace } }) {
      throw ValidationError("\(option) takes a text.")
    }
    guard !group.isEmpty else { throw ValidationError("--group takes a text.") }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let corpus = try Corpus(manifest: manifest, folder: folder)
      if !quiet { corpus.manifest.faults.map(\.description).forEach(StandardStreams.note) }
      let (set, sample) = try await measure(corpus)
      if !quiet { note(set, sample, corpus.manifest.faults.count) }
      if let output {
        try CommandOutput.write(set.text, to: output)
      } else {
        try CommandOutput.write(set.text)
      }
      return corpus.manifest.faults.isEmpty ? .success : .refused
    }
  }

  private func measure(
    _ corpus: Corpus
  ) async throws(CommandFault) -> (MeasuredLimits, MeasuredSpeakers) {
    let base = try LimitsFile.read(from: limits)
    var plan = MeasurementPlan(patterns: recordings.map { FilePattern($0) }, groups: group)
    plan.countsFailedChecks = countFailedChecks
    let vowels = try await corpus.vowels(
      of: plan.recordings(in: corpus.manifest), device: device, jobs: jobs,
      quiet ? .quiet : .usual)
    guard let provenance = vowels.first?.value.document.provenance else {
      throw CommandFault(
        status: .refused,
        messages: [
          "--manifest: no recording of a person who counts fits --recordings and --group"
        ])
    }
    let sample = MeasuredSpeakers(in: corpus.manifest, by: plan, vowels: vowels)
    var facts = MeasurementFacts(
      version: name,
      measuredOn: String(RunEnvironment.ofThisMachine.timestamp().prefix { $0 != "T" }),
      manifestSHA256: corpus.sha256, provenance: provenance)
    facts.device = device
    facts.citation = citation
    return (MeasuredLimits(of: sample, chosenBy: plan, facts: facts, base: base), sample)
  }

  private func note(_ set: MeasuredLimits, _ sample: MeasuredSpeakers, _ refusedRows: Int) {
    let leftOut = MeasuredSpeakers.LeftOut.allCases.compactMap { reason in
      sample.leftOut[reason].map { "\(reason.rawValue) \($0)" }
    }
    if refusedRows > 0 {
      StandardStreams.note(
        "\(refusedRows.counted("row")) of the manifest left out; correct what is named "
          + "above")
    }
    StandardStreams.note(
      "\(sample.count.counted("speaker")) counted; left out: "
        + (leftOut.isEmpty ? "none" : leftOut.joined(separator: ", ")))
    StandardStreams.note(
      "\(set.limits.count.counted("limit")), each from \(ReferenceLimit.leastSpeakers) speakers or more of either "
        + "sex that it is for")
  }
}
