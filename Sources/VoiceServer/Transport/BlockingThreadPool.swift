// The default executor has one thread per core; on two cores two requests that wait for the disk
// would block all others.

#if PlainServer
  internal import NIOCore
  internal import NIOPosix

  final class BlockingThreadPool: TaskExecutor {
    /// The number of threads for file operations; more would only contend for the disk [E].
    static let forDisks = 16

    /// The number of threads for CPU-bound work: half of the cores, at least two [E].
    static var forCores: Int { max(2, System.coreCount / 2) }

    private let threads: NIOThreadPool

    /// Starts a pool that runs until the program ends.
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
