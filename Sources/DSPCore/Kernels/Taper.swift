/// Windowed frames without their mean.
package enum Taper {
  /// Writes `(stretch − its mean) · window` to the front of `frame`, followed by zeros.
  package static func write(
    _ stretch: Span<Double>, window: Span<Double>, into frame: inout MutableSpan<Double>
  ) {
    let count = stretch.count
    precondition(
      count == window.count && count <= frame.count, "window and frame have the given length")
    let mean = Rows.sum(of: stretch) / Double(count)
    WideRows.taper(stretch, minus: mean, by: window, into: &frame)
    for index in count..<frame.count { frame[index] = 0 }
  }
}
