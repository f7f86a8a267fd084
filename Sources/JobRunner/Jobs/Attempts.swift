// Attempts of a recording: a file in its work folder gets one byte before a read or analysis and loses it afterwards, so a
// crash leaves one. In the next run, each attempt of such a recording runs while no other one does: a later crash counts for
// it alone.

internal import Dispatch
internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// The attempts of a recording that ended with a crash.
enum Attempts {
  /// The attempts after which a recording fails [E].
  static let most = 3

  static let fault = StateFault(FaultText.analysisInterrupted, [.count: "\(most)"])

  /// The age of this run before a recording with a second crash is tried. A program that is killed repeatedly does not reach
  /// this age [E].
  static let probation: Duration = .seconds(2)

  fileprivate static func path(in folder: String) -> String { folder + "/.attempts" }

  /// The attempts in a work folder; none if they cannot be read.
  static func count(in folder: String, _ files: any FileSystem) -> Int {
    ((try? files.facts(of: path(in: folder))) ?? nil)?.size ?? 0
  }
}

extension JobContext {
  /// Performs a read or analysis that may crash as an attempt. An attempt that cannot be written is not counted. The body
  /// must not begin another attempt.
  func countingAttempt<Value, Failure: Error>(
    _ job: Job, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let earlier = job.memory.withLock { $0.attempts }
    let result = attempts.sync(flags: earlier > 0 ? .barrier : []) {
      Result { () throws(Failure) in try attempt(in: job.folder, after: earlier, body) }
    }
    return try result.get()
  }

  private func attempt<Value, Failure: Error>(
    in folder: String, after earlier: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let path = Attempts.path(in: folder)
    try? files.append([UInt8(ascii: "\n")], to: path)
    defer {
      if earlier == 0 {
        try? files.removeIfThere(path)
      } else {
        try? files.truncate(path, to: earlier)
      }
    }
    return try body()
  }
}
