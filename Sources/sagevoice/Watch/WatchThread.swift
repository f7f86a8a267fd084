// A watch blocks the thread that runs it; the threads of Swift's concurrency are not for that.

import Dispatch

/// Runs something long on a thread of its own.
enum WatchThread {
  /// The result of `body`.
  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async -> Result<Value, Failure> {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "sagevoice.watch").async {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }
}
