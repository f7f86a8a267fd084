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

  /// Autocorrelation of the samples that were loaded, times `size`, for `read` to look at; its lags
  /// are 0 ..< `lagCount`, and behind `size` less the number of samples loaded lag l has lag
  /// `size − l` on top.
  ///
  /// Memory safety: `lagCount` samples lie inside the buffer by the precondition.
  func autocorrelate(lagCount: Int, read: (Span<Double>) -> Void) {
    precondition(lagCount <= size, "there are no more lags than samples")
    autocorrelateSamples()
    read(unsafe Span(_unsafeStart: samples, count: lagCount))
  }
}
