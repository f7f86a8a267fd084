// The option `--jobs`: how many recordings are analysed at a time.

import FoundationEssentials

/// How many recordings are analysed at a time.
package enum Jobs {
  /// What the option takes.
  package static let number = OptionValue.wholeNumber(from: 1)

  /// The number given, or that of the cores.
  package static func count(_ given: Int?) -> Int {
    given ?? ProcessInfo.processInfo.activeProcessorCount
  }
}
