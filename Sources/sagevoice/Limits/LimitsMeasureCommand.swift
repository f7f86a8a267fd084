import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes
import WAVIngest

struct LimitsMeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure reference limits on the recordings of a corpus.",
    discussion: HelpText.discussion(
      """
      The manifest (CSV) has the columns file, speaker, sex (f, m or empty), age, health and \
      optionally sha256. Faulty rows are excluded, with status 65. Each speaker counts once, \
      with the mean of the recordings of the first matching --recordings pattern. A limit \
      needs at least 20 speakers. Use the file with analyze --limits.
      """,
      examples: [
        "sagevoice limits measure --manifest corpus.csv --recordings '*_a.wav' --group well --device headset --citation 'Corpus, CC0' --name clinic-1 -o limits.json corpus/"
      ]))

  @Option(
    help: ArgumentHelp("Table of the corpus (CSV).", valueName: "table.csv"),
    completion: .file(extensions: ["csv"]))
  var manifest: String

  @Option(
    help: ArgumentHelp(
      """
      File name pattern (*, ?, [a-z]); | separates alternatives. May be repeated in order of \
      preference.
      """, valueName: "pattern"))
  var recordings: [String]

  @Option(
    help: ArgumentHelp(
      """
      Value of the column health of speakers to include. May be repeated.
      """, valueName: "text"))
  var group: [String]

  @Option(help: "Recording device of the corpus.")
  var device: String

  @Option(help: "Citation and licence of the corpus.")
  var citation: String

  @Option(help: "Name and number of the set, such as clinic-1.")
  var name: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("File to write. Default: standard output.", valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Set that supplies the recording minimums and conditions. Default: the set from the \
      literature.
      """, valueName: "limits.json"), completion: .file(extensions: ["json"]))
  var limits: String?

  @Option(
    help: """
      Number of recordings to analyse at a time. Default: the number of cores.
      """, takes: Jobs.number)
  var jobs: Int?

  @Flag(help: "Include recordings with failed checks.")
  var countFailedChecks = false

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(
    help: "Folder of the recordings.", completion: .directory)
  var folder: String

  func validate() throws {
    for (option, texts) in [
      ("--recordings", recordings), ("--device", [device]), ("--citation", [citation]),
      ("--name", [name]),
    ] where texts.isEmpty || texts.contains(where: { !$0.contains { !$0.isWhitespace } }) {
      throw ValidationError("\(option): expected a text.")
    }
    guard !group.isEmpty else { throw ValidationError("--group: expected a text.") }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let corpus = try Corpus(manifest: manifest, folder: folder)
      if !messages.quiet { corpus.manifest.faults.map(\.description).forEach(StandardStreams.note) }
      let (set, sample) = try await measure(corpus)
      if !messages.quiet { note(set, sample, corpus.manifest.faults.count) }
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
      messages.verbosity)
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
        "\(refusedRows.counted("row")) of the manifest excluded; correct the rows named "
          + "above")
    }
    StandardStreams.note(
      "\(sample.count.counted("speaker")) included; excluded: "
        + (leftOut.isEmpty ? "none" : leftOut.joined(separator: ", ")))
    StandardStreams.note(
      "\(set.limits.count.counted("limit")), each from \(ReferenceLimit.leastSpeakers) speakers or more of either "
        + "sex that it is for")
  }
}
