// Alternates stages and their floors, so that other load affects both. The minimum of several times is the result.

import BenchmarkRecords
import Glibc
import TransformFloor

/// Measures stages on one recording.
struct StageTimer {
  private let bench: Bench
  private var entries: [Entry]

  private struct Entry {
    let stage: Stage
    let tallies: [TransformTally]
    let floor: TransformFloor?
    var times: [Double] = []
    var floorTimes: [Double] = []
  }

  /// Runs every stage once as a warm-up, and plans its floor.
  init(_ stages: [Stage], on bench: Bench) {
    self.bench = bench
    entries = stages.map { stage in
      stage.work(bench)
      let tallies = TransformCounter.count { stage.work(bench) }
      let floor = tallies.isEmpty ? nil : TransformFloor(of: tallies)
      floor?.run()
      return Entry(stage: stage, tallies: tallies, floor: floor)
    }
  }

  /// Duration in seconds.
  var seconds: Double { bench.seconds }

  /// Measures every stage and its floor once more.
  mutating func round() {
    for index in entries.indices {
      let entry = entries[index]
      entries[index].times.append(Self.milliseconds { entry.stage.work(bench) })
      guard let floor = entry.floor else { continue }
      entries[index].floorTimes.append(Self.milliseconds { floor.run() })
    }
  }

  /// Measurements so far.
  var measurements: [Measurement] {
    entries.map { entry in
      var measurement = Measurement(
        task: entry.stage.name, input: bench.name, audioSeconds: bench.seconds,
        values: entry.times)
      measurement.floor = entry.floorTimes.min()
      measurement.transforms = entry.tallies.isEmpty ? nil : Self.describe(entry.tallies)
      return measurement
    }
  }

  /// CPU milliseconds of the calling thread.
  private static func milliseconds(of work: () -> Void) -> Double {
    let start = clock()
    work()
    return clock() - start
  }

  private static func clock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// Larger tallies first, few of them: pulses use many sizes a few times each.
  private static func describe(_ tallies: [TransformTally]) -> String {
    let most = 4
    let sorted = tallies.sorted { $0.count * $0.size > $1.count * $1.size }
    let named = sorted.prefix(most).map {
      "\($0.count) \($0.direction == .forward ? "r2c" : "c2r") \($0.size)"
    }
    let rest = sorted.dropFirst(most).reduce(0) { $0 + $1.count }
    return (named + (rest > 0 ? ["\(rest) others"] : [])).joined(separator: ", ")
  }
}
