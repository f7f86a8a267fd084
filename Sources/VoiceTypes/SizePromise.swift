/// How the size of a file that may still be written to stands to what its header promises.
package enum SizePromise: Equatable, Sendable {
  /// All that the header promises is there.
  case fits
  /// More is promised than there is.
  case short
  /// There is no header, or it does not say.
  case unknown
}
