// What comes back by itself is tried again: soon at first, and less often the longer it is away.

/// The time between two tries of something.
struct GrowingPause {
  /// In seconds [E].
  private static let (first, longest) = (1, 10)

  private var seconds = first

  /// Waits for the time that has come to be due; the next time is twice as long, up to a limit.
  mutating func wait() async {
    try? await Task.sleep(for: .seconds(seconds))
    seconds = min(2 * seconds, Self.longest)
  }

  /// Begins again with the shortest time.
  mutating func startOver() { seconds = Self.first }
}
