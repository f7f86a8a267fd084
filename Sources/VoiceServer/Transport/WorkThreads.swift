// Threads for what waits for a disk. The pool of the language has as many threads as there are cores; on two of
// them two requests that wait for the store would keep everybody else waiting, those too who ask for nothing of it.

#if PlainServer
  internal import NIOCore
  internal import NIOPosix

  /// Does what requests ask for on threads of its own.
  final class WorkThreads: TaskExecutor {
    /// As many as wait for a disk at once; more only wait for each other [E].
    static let forDisks = 16

    /// Half of the cores for work that keeps them busy, so that the other half answers; two at least [E].
    static var forCores: Int { max(2, System.coreCount / 2) }

    private let threads: NIOThreadPool

    /// Threads that are there until the program ends.
    init(_ count: Int) {
      threads = NIOThreadPool(numberOfThreads: count)
      threads.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      threads.submit { _ in
        // SAFETY: the executor is held by this closure for as long as the job runs on it.
        unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
    }
  }
#endif
