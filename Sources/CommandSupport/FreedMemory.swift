// Reuse of freed memory in a batch cuts the page faults to a twelfth, and huge pages those of one
// recording to a quarter.

import CAllocator
import Glibc
import Synchronization

/// Reuse of freed memory for the next recording, and its return to the system by a server.
package enum FreedMemory {
  /// Allocations up to this size reuse freed memory, in bytes (M_MMAP_THRESHOLD).
  private static let largestKept: Int32 = 32 << 20

  /// Maximum idle memory, in bytes (M_TRIM_THRESHOLD).
  private static let mostKept: Int32 = 512 << 20

  /// The least size of the allocations that a server returns, in bytes (M_MMAP_THRESHOLD).
  private static let smallestReturned: Int32 = 1 << 20

  /// Memory in huge pages of a thread, in blocks; their size in bytes is less than `largestKept`.
  /// Two blocks hold an analysis of 28 s with CPPS, and fit into the heap of a thread.
  private static let (blocks, blockSize) = (2, 30 << 20)

  /// Size of a page, in bytes.
  private static let page = 4 << 10

  /// Size of a huge page, in bytes.
  private static let hugePage = 2 << 20

  /// The threads with reserved memory, each with the address of its unused allocation.
  private static let threads = Mutex<[pthread_t: Int]>([:])

  /// Reserves memory in huge pages, once per thread, for the next allocations of this thread.
  ///
  /// `retain()` comes first: the allocator keeps the freed block for them. Without huge pages the
  /// system ignores the advice.
  package static func reserveHugePages() {
    guard CommandEnvironment.current == nil else { return }
    threads.withLock { threads in
      guard threads[pthread_self()] == nil else { return }
      let reserved = unsafe (0..<blocks).compactMap { _ in unsafe malloc(blockSize) }
      guard let first = unsafe reserved.first else { return }
      unsafe reserved.forEach { block in
        unsafe madvise(block.alignedDown(toMultipleOf: page), blockSize, MADV_HUGEPAGE)
      }
      unsafe reserved.reversed().forEach { unsafe free($0) }
      // An unused allocation occupies the small pages before the huge ones.
      let small = unsafe first.alignedUp(toMultipleOf: hugePage) - first
      threads[pthread_self()] = unsafe Int(bitPattern: malloc(small))
    }
  }

  /// Raises the limits at which the allocator returns freed memory to the system.
  package static func retain() {
    guard CommandEnvironment.current == nil else { return }
    mallopt(M_MMAP_THRESHOLD, largestKept)
    mallopt(M_TRIM_THRESHOLD, mostKept)
  }

  /// Returns large allocations to the system when they are freed, for programs that run for weeks.
  ///
  /// The allocator would raise its limit with the first freed array, and keep the memory of refused
  /// uploads: 460 MB after 50 endless ones, 61 MB with this limit.
  package static func returnLarge() {
    guard CommandEnvironment.current == nil else { return }
    mallopt(M_MMAP_THRESHOLD, smallestReturned)
  }
}
