// A frame of a sound, free of its mean, under a window.

/// Cuts frames.
package enum Taper {
  /// Writes `(stretch − its mean) · window` into the front of `frame` and zeros behind it.
  package static func write(
    _ stretch: Span<Double>, window: Span<Double>, into frame: inout MutableSpan<Double>
  ) {
    let count = stretch.count
    precondition(count == window.count && count <= frame.count, "a window is as long as its frame")
    let mean = Rows.sum(of: stretch) / Double(count)
    WideRows.taper(stretch, minus: mean, by: window, into: &frame)
    for index in count..<frame.count { frame[index] = 0 }
  }
}
