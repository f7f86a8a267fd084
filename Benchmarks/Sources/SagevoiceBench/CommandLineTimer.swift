// The sagevoice command: cold start, batches of one and two workers, peak memory.

import BenchmarkRecords

/// Measures the command line.
struct CommandLineTimer {
  private static let repetitions = 15
  private static let batchRepetitions = 5
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

  /// Everything there is to measure.
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
    let lines = Array(repeating: path, count: Self.filesInBatch).joined(separator: "\n")
    let list = try folder.write(Array(lines.utf8), to: "list.txt")
    func command(_ jobs: Int) -> [String] {
      [sagevoice, "analyze", "--quiet", "--jobs", "\(jobs)", "--files-from", list]
    }
    var (one, two): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.batchRepetitions {
      one.append(try ProcessUsage.of(command(1)).wallMilliseconds)
      two.append(try ProcessUsage.of(command(2)).wallMilliseconds)
    }
    return [(TaskName.batchOfOne, one), (TaskName.batchOfTwo, two)].map { task, values in
      var measurement = Measurement(
        task: task, input: InputName.voice(seconds: Self.secondsInBatch),
        audioSeconds: Self.secondsInBatch, quantity: .wallTime, values: values)
      measurement.files = Self.filesInBatch
      return measurement
    }
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
