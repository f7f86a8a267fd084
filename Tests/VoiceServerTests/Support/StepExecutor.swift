// Tasks that run in an order set by the test, so that every run is the same.

import Synchronization

/// Keeps the jobs of tasks until they are run.
final class StepExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs until every task has ended or waits.
  func runUntilIdle() {
    while let job = next() {
      // SAFETY: the executor outlives the call, and each job is removed before it runs.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Runs the tasks of this executor to their ends and returns their results.
  func results<Value: Sendable>(of tasks: [Task<Value, any Error>]) async throws -> [Value] {
    runUntilIdle()
    var results: [Value] = []
    for task in tasks { results.append(try await task.value) }
    return results
  }

  private func next() -> UnownedJob? { jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
