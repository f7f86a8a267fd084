// The option `--jobs`: how many recordings are analysed at a time.

import ArgumentParser
import FoundationEssentials

/// How many recordings are analysed at a time.
enum Jobs {
  /// Refuses a number that is none.
  static func validate(_ given: Int?) throws {
    guard (given ?? 1) > 0 else { throw ValidationError("--jobs takes a number from 1 up.") }
  }

  /// The number given, or that of the cores.
  static func count(_ given: Int?) -> Int { given ?? ProcessInfo.processInfo.activeProcessorCount }
}
