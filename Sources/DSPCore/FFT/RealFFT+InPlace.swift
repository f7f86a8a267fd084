// Correlation without copies: a frame is written where it is transformed, and its lags are read
// where they arise.

extension RealFFT {
  /// Lets `write` set the first `count` samples; zeros follow.
  ///
  /// Memory safety: `count` samples and what follows lie inside the buffer by the precondition.
  func load(count: Int, write: (inout MutableSpan<Double>) -> Void) {
    precondition(count >= 0 && count <= size, "the values fit into their transform")
    var frame = unsafe MutableSpan(_unsafeStart: samples, count: count)
    write(&frame)
    for index in count..<size {
      unsafe samples[index] = 0
    }
  }

  /// Linear autocorrelation of the `count` samples that were loaded, times `size`, for `read` to look
  /// at; its lags are 0 ..< `lagCount`.
  ///
  /// Memory safety: `lagCount` samples lie inside the buffer by the precondition.
  func autocorrelate(loaded count: Int, lagCount: Int, read: (Span<Double>) -> Void) {
    precondition(count + lagCount - 1 <= size, "the lags would wrap around")
    autocorrelateSamples()
    read(unsafe Span(_unsafeStart: samples, count: lagCount))
  }
}
