// Recordings of a batch take about the same memory one after the other. The system would take most of
// it back each time and give it out anew, page by page: a twelfth of the page faults is left. A watcher
// that goes on, and idles for hours, leaves it to the system.

import CAllocator

/// Memory that one recording gave back and the next will ask for.
package enum FreedMemory {
  /// Rows up to this size come out of memory that was used before, in bytes.
  private static let largestKept: Int32 = 32 << 20

  /// What may lie idle, in bytes.
  private static let mostKept: Int32 = 512 << 20

  /// Keeps what is freed from here on, instead of giving it back to the system.
  package static func keep() {
    guard CommandEnvironment.current == nil else { return }
    mallopt(M_MMAP_THRESHOLD, largestKept)
    mallopt(M_TRIM_THRESHOLD, mostKept)
  }
}
