struct ExponentialBackoff {
  /// The shortest and longest delay in seconds [E].
  private static let (first, longest) = (1, 10)

  private var seconds = first

  /// Waits for the current delay and doubles the next one up to the maximum.
  mutating func wait() async {
    try? await Task.sleep(for: .seconds(seconds))
    seconds = min(2 * seconds, Self.longest)
  }

  /// Resets the delay to the minimum.
  mutating func startOver() { seconds = Self.first }
}
