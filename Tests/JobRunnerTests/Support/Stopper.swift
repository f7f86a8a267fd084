import Foundation
import JobRunner
import Synchronization
import TestSupport

/// Stops a watcher after a permanent fault, because a crashed program does not retry.
final class Stopper: Sendable {
  private let watcher: Watcher
  private let faulty: FaultyFileSystem
  private let isOver = Atomic<Bool>(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(of watcher: Watcher, _ faulty: FaultyFileSystem) {
    self.watcher = watcher
    self.faulty = faulty
  }

  func start() {
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed), !isFailing { Thread.sleep(forTimeInterval: 0.002) }
      if isFailing {
        Thread.sleep(forTimeInterval: 0.03)
        watcher.stop()
      }
      hasEnded.signal()
    }
  }

  func end() {
    isOver.store(true, ordering: .relaxed)
    hasEnded.wait()
  }

  private var isFailing: Bool {
    if case .failOnce = faulty.plan { false } else { faulty.hasFailed }
  }
}
