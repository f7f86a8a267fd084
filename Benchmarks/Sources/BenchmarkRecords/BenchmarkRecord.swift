// What a run of the benchmarks leaves behind: numbers with what is needed to judge them.

/// The record of one run.
public struct BenchmarkRecord: Codable, Sendable, Equatable {
  /// The layout of the file.
  public var schema = "sagevoice/benchmark/1"

  /// The day of the run, such as 2026-11-21.
  public var date: String

  /// What was typed.
  public var command: String

  /// Processor, cores and system.
  public var machine: String

  /// The versions of everything that takes part.
  public var versions: [String: String]

  /// All measurements, in order of measuring.
  public var measurements: [Measurement] = []

  /// What could not be measured, and why.
  public var notes: [String] = []

  /// A record without measurements.
  public init(date: String, command: String, machine: String, versions: [String: String]) {
    self.date = date
    self.command = command
    self.machine = machine
    self.versions = versions
  }

  /// The first timing of a task on an input.
  public func measurement(
    _ task: String, by tool: String = Measurement.ours, on input: String? = nil
  ) -> Measurement? {
    measurements.first {
      $0.task == task && $0.tool == tool && $0.quantity != .peakMemory
        && (input == nil || $0.input == input)
    }
  }
}

/// One task, timed.
public struct Measurement: Codable, Sendable, Equatable {
  /// The name of this project's own measurements.
  public static let ours = "sagevoice"

  /// What is measured: time of one thread's or process's own work, time on the wall, or memory.
  public enum Quantity: String, Codable, Sendable {
    case processorTime = "cpu_ms"
    case wallTime = "wall_ms"
    case peakMemory = "peak_bytes"
  }

  /// Who did it.
  public var tool: String

  /// What was done.
  public var task: String

  /// On what.
  public var input: String

  /// How long the sound is, in seconds.
  public var audioSeconds: Double

  /// What the numbers count.
  public var quantity: Quantity

  /// How often it was measured.
  public var repetitions: Int

  /// The smallest value.
  public var minimum: Double

  /// The middle value.
  public var median: Double

  /// The smallest time of the bare transforms, in milliseconds; nil where there are none.
  public var floor: Double?

  /// The transforms, such as "997 × (2560 →, 2560 ←)".
  public var transforms: String?

  /// Instructions of one execution as counted by callgrind; nil where not counted.
  public var instructions: Int?

  /// How many files a batch has; nil for a single one.
  public var files: Int?

  /// A measurement out of values, at least one.
  public init(
    tool: String = Measurement.ours, task: String, input: String, audioSeconds: Double,
    quantity: Quantity = .processorTime, values: [Double]
  ) {
    precondition(!values.isEmpty, "a measurement has values")
    let sorted = values.sorted()
    let middle = sorted.count / 2
    self.tool = tool
    self.task = task
    self.input = input
    self.audioSeconds = audioSeconds
    self.quantity = quantity
    repetitions = values.count
    minimum = sorted[0]
    median =
      sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// How many times the bare transforms it takes.
  public var multipleOfFloor: Double? { floor.map { minimum / $0 } }

  /// Seconds of sound per second of work.
  public var timesRealTime: Double? {
    quantity == .peakMemory ? nil : audioSeconds * Double(files ?? 1) * 1000 / minimum
  }
}
