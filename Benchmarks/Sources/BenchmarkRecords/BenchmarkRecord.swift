// The record of a benchmark run: measurements, machine and versions.

/// The record of one run.
public struct BenchmarkRecord: Codable, Sendable, Equatable {
  /// Version of the file format.
  public var schema = "sagevoice/benchmark/1"

  /// The day of the run, such as 2026-11-21.
  public var date: String

  /// Command line of the run.
  public var command: String

  /// Processor, cores and system.
  public var machine: String

  /// Versions of the compared programs and libraries.
  public var versions: [String: String]

  /// All measurements, in order of measuring.
  public var measurements: [Measurement] = []

  /// Missing measurements with reasons.
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

/// Time or memory of one task on one input.
public struct Measurement: Codable, Sendable, Equatable {
  /// `tool` of measurements of sagevoice.
  public static let ours = "sagevoice"

  /// Measured quantity: CPU time of the thread or process, elapsed time, or peak memory.
  public enum Quantity: String, Codable, Sendable {
    case processorTime = "cpu_ms"
    case wallTime = "wall_ms"
    case peakMemory = "peak_bytes"
  }

  /// Measured program.
  public var tool: String

  /// Task.
  public var task: String

  /// Input.
  public var input: String

  /// Duration of the input in seconds.
  public var audioSeconds: Double

  /// Quantity of the values.
  public var quantity: Quantity

  /// Number of repetitions.
  public var repetitions: Int

  /// The smallest value.
  public var minimum: Double

  /// The median.
  public var median: Double

  /// The smallest time of the bare transforms, in milliseconds; nil where there are none.
  public var floor: Double?

  /// The transforms, such as "997 × (2560 →, 2560 ←)".
  public var transforms: String?

  /// Instructions of one execution as counted by callgrind; nil where not counted.
  public var instructions: Int?

  /// Number of files of a batch; nil for a single one.
  public var files: Int?

  /// The measurement of one or more values.
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

  /// Time divided by the floor.
  public var multipleOfFloor: Double? { floor.map { minimum / $0 } }

  /// Duration of the input divided by the time.
  public var timesRealTime: Double? {
    quantity == .peakMemory ? nil : audioSeconds * Double(files ?? 1) * 1000 / minimum
  }
}
