// The sagevoice command: cold start, batches of one and two workers, peak memory.

import BenchmarkRecords

/// Measures the command line.
struct CommandLineTimer {
  private static let repetitions = 15
  private static let batchRepetitions = 25
  private static let filesInBatch = 60
  private static let secondsInBatch = 3.0
  private static let coldSeconds = 10.0
  private static let memoryDurations = [10.0, 60, 600]

  private let sagevoice: String
  private let folder: ScratchFolder
  private let longest: Double

  /// Measures the program at a path with voices up to a duration.
  init(_ sagevoice: String, folder: ScratchFolder, longest: Double) {
    (self.sagevoice, self.folder, self.longest) = (sagevoice, folder, longest)
  }

  /// The path of a voice on disk.
  static func voice(seconds: Double, in folder: ScratchFolder) throws -> String {
    try folder.write(Inputs.voice(seconds: seconds), to: "voice-\(Int(seconds)).wav")
  }

  /// All measurements.
  func measurements() throws -> [Measurement] {
    try coldStarts() + batches() + memory()
  }

  private func coldStarts() throws -> [Measurement] {
    let seconds = min(longest, Self.coldSeconds)
    let path = try Self.voice(seconds: seconds, in: folder)
    let analyze = [sagevoice, "analyze", "--preset", "praat", "--praat-version", "6.3", path]
    var (versions, starts): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.repetitions {
      versions.append(try ProcessUsage.of([sagevoice, "--version"]).wallMilliseconds)
      starts.append(try ProcessUsage.of(analyze).wallMilliseconds)
    }
    return [
      Measurement(
        task: TaskName.version, input: "none", audioSeconds: 0, quantity: .wallTime,
        values: versions),
      Measurement(
        task: TaskName.coldStart, input: InputName.voice(seconds: seconds), audioSeconds: seconds,
        quantity: .wallTime, values: starts),
    ]
  }

  private func batches() throws -> [Measurement] {
    let path = try Self.voice(seconds: Self.secondsInBatch, in: folder)
    let all = try list(of: path, count: Self.filesInBatch)
    let half = try list(of: path, count: Self.filesInBatch / 2)
    func command(_ jobs: Int, _ list: String) -> [String] {
      [sagevoice, "analyze", "--quiet", "--jobs", "\(jobs)", "--files-from", list]
    }
    let alone = command(1, half).map { "'\($0)'" }.joined(separator: " ")
    let commands = [
      (TaskName.batchOfOne, command(1, all)), (TaskName.batchOfTwo, command(2, all)),
      (TaskName.batchOfTwoProcesses, ["sh", "-c", "\(alone) & \(alone) & wait"]),
    ]
    var times = commands.map { _ in [Double]() }
    for _ in 0..<Self.batchRepetitions {
      for (index, (_, command)) in commands.enumerated() {
        times[index].append(try ProcessUsage.of(command).wallMilliseconds)
      }
    }
    return zip(commands, times).map { command, values in
      let task = command.0
      var measurement = Measurement(
        task: task, input: InputName.voice(seconds: Self.secondsInBatch),
        audioSeconds: Self.secondsInBatch, quantity: .wallTime, values: values)
      measurement.files = Self.filesInBatch
      return measurement
    }
  }

  /// A list that contains one recording `count` times.
  private func list(of path: String, count: Int) throws -> String {
    let lines = Array(repeating: path, count: count).joined(separator: "\n")
    return try folder.write(Array(lines.utf8), to: "list-\(count).txt")
  }

  private func memory() throws -> [Measurement] {
    var measurements: [Measurement] = []
    for (task, tier) in [(TaskName.quick, "quick"), (TaskName.comprehensive, "comprehensive")] {
      for seconds in Self.memoryDurations where seconds <= longest {
        let path = try Self.voice(seconds: seconds, in: folder)
        let usage = try ProcessUsage.of([sagevoice, "analyze", "--tier", tier, path])
        measurements.append(
          Measurement(
            task: task, input: InputName.voice(seconds: seconds), audioSeconds: seconds,
            quantity: .peakMemory, values: [usage.peakBytes]))
      }
    }
    return measurements
  }
}
