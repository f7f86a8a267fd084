import FoundationEssentials

/// The number of concurrent analyses (`--jobs`).
package enum Jobs {
  package static let number = OptionValue.wholeNumber(from: 1)

  /// Returns the given number, or the number of processor cores.
  package static func count(_ given: Int?) -> Int {
    given ?? ProcessInfo.processInfo.activeProcessorCount
  }
}
