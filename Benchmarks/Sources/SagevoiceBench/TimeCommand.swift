import ArgumentParser
import BenchmarkRecords

/// Times stages on a file for `peers.py`: one line per stage, its name and CPU milliseconds.
struct TimeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "time", shouldDisplay: false)

  @Argument var file: String
  @Option var stage: [String]
  @Option var repetitions = 3

  func run() throws {
    var timer = StageTimer(try Stage.named(stage), on: try Bench.reading(file))
    for _ in 0..<repetitions { timer.round() }
    for measurement in timer.measurements {
      print(measurement.task, measurement.minimum, separator: "\t")
    }
  }
}

/// Repeats a stage without output, for a profiler.
struct RepeatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "repeat", shouldDisplay: false)

  @Argument var file: String
  @Option var stage: String
  @Option var count = 1

  func run() throws {
    let (stages, bench) = (try Stage.named([stage]), try Bench.reading(file))
    for _ in 0..<count { stages.forEach { $0.work(bench) } }
  }
}

extension Stage {
  fileprivate static func named(_ names: [String]) throws -> [Stage] {
    try names.map { name in
      guard let stage = all.first(where: { $0.name == name }) else {
        throw ValidationError("There is no stage \(name).")
      }
      return stage
    }
  }
}

extension Bench {
  fileprivate static func reading(_ file: String) throws -> Bench {
    guard let bench = Bench(name: file, bytes: try Inputs.file(file)) else {
      throw BenchError("\(file) cannot be decoded")
    }
    return bench
  }
}
