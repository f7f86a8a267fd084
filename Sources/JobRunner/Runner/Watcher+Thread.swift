// A watch blocks the thread that runs it; the threads of Swift's concurrency are not for that.

internal import Dispatch

extension Watcher {
  /// Watches as `run` does, on a thread of its own; the caller waits without holding one.
  package func runOnItsOwnThread() async throws(WatchError) -> WatchResult {
    let result: Result<WatchResult, WatchError> = await withCheckedContinuation { continuation in
      DispatchGroup().runOnOwnThread {
        do throws(WatchError) {
          continuation.resume(returning: .success(try self.run()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
