import ArgumentParser
import BenchmarkRecords
import FoundationEssentials
import Glibc

/// Measures everything and writes a record.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measure everything and write a dated record.")

  @Option(help: "Only stages whose name contains this; the command line and peers are left out.")
  var filter: String?

  @Option(help: "Leave out voices longer than this, in seconds.")
  var secondsLimit = 600.0

  @Option(help: "The record's name after the date.")
  var record = "benchmarks"

  @Option(help: "Where records go.")
  var folder = "Benchmarks/Records"

  @Option(help: "The program whose command line is measured.")
  var sagevoice = ".build/release/sagevoice"

  @Flag(help: "Count instructions too, with valgrind; takes minutes.")
  var instructions = false

  @Flag(help: "Print the record and write nothing.")
  var dry = false

  func run() throws {
    var record = BenchmarkRecord(
      date: Machine.date, command: "Benchmarks/run" + options, machine: Machine.description,
      versions: Machine.versions)
    let before = Machine.load
    let scratch = try ScratchFolder()
    record.measurements = try stageMeasurements(scratch, notes: &record.notes)
    if filter == nil {
      record.measurements += try CommandLineTimer(
        sagevoice, folder: scratch, longest: secondsLimit
      ).measurements()
      PeerReport.add(to: &record, sagevoice: sagevoice, scratch: scratch)
    }
    if let before, let after = Machine.load {
      record.notes.append(
        "Processes that ran or waited: \(before) a minute before the run, \(after) at its end.")
    }
    try write(record)
  }

  /// The options of the run, without paths.
  private var options: String {
    [
      filter.map { " --filter '\($0)'" }, " --seconds-limit \(Int(secondsLimit))",
      instructions ? " --instructions" : nil, " --record \(record)",
    ].compactMap { $0 }.joined()
  }

  private func stageMeasurements(
    _ scratch: ScratchFolder, notes: inout [String]
  ) throws -> [Measurement] {
    let stages = Stage.all.filter { filter.map($0.name.contains) ?? true }
    var timers: [StageTimer] = []
    for seconds in Inputs.durations where seconds <= secondsLimit {
      let fitting = stages.filter { seconds <= $0.longest }
      guard !fitting.isEmpty else { continue }
      timers.append(
        try timer(of: fitting, InputName.voice(seconds: seconds), Inputs.voice(seconds: seconds)))
    }
    for name in Inputs.fixtures {
      timers.append(try timer(of: stages, name, Inputs.file("Fixtures/voices/\(name)")))
    }
    Repetitions.spread(over: &timers)
    var measurements = timers.flatMap(\.measurements)
    if instructions { try count(scratch, into: &measurements, notes: &notes) }
    return measurements
  }

  private func timer(
    of stages: [Stage], _ name: String, _ bytes: [UInt8]
  ) throws -> StageTimer {
    guard let bench = Bench(name: name, bytes: bytes) else {
      throw BenchError("\(name) cannot be decoded")
    }
    Progress.say("\(name): \(stages.count) stages")
    return StageTimer(stages, on: bench)
  }

  private func count(
    _ scratch: ScratchFolder, into measurements: inout [Measurement], notes: inout [String]
  ) throws {
    guard let counter = Instructions(scratch: scratch) else {
      notes.append("Instructions were not counted: valgrind or strip is not installed.")
      return
    }
    let seconds = Inputs.durations[0]
    let path = try CommandLineTimer.voice(seconds: seconds, in: scratch)
    for index in measurements.indices
    where measurements[index].input == InputName.voice(seconds: seconds) {
      let task = measurements[index].task
      Progress.say("instructions of \(task)")
      measurements[index].instructions = counter.count(task, on: path)
    }
    notes.append(
      "Instructions: valgrind's callgrind, voice of 1 s; FFTW takes the vector instructions that "
        + "valgrind knows.")
  }

  private func write(_ record: BenchmarkRecord) throws {
    guard !dry else { return print(record.markdown) }
    let stem = "\(folder)/\(record.date)-\(self.record)"
    for (suffix, text) in [("json", record.json), ("md", record.markdown)] {
      try Data(text.utf8).write(to: URL(filePath: "\(stem).\(suffix)"))
    }
    print("\(stem).md")
  }
}

/// Numbers of repetitions.
enum Repetitions {
  private static let byDuration: [(seconds: Double, count: Int)] = [
    (3, 25), (10, 20), (60, 5), (.infinity, 9),
  ]
  private static let most = 25

  /// Repetitions decrease with the duration of the recording.
  private static func count(forSeconds seconds: Double) -> Int {
    byDuration.first { seconds <= $0.seconds }?.count ?? 1
  }

  /// Interleaves the rounds of all recordings, so that a slow minute affects all of them.
  static func spread(over timers: inout [StageTimer]) {
    for step in 0..<most {
      Progress.say("round \(step + 1) of \(most)")
      for index in timers.indices {
        let count = count(forSeconds: timers[index].seconds)
        if (step + 1) * count / most > step * count / most { timers[index].round() }
      }
    }
  }
}

/// Progress on standard error.
enum Progress {
  static func say(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
