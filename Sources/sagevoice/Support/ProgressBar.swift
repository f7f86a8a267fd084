// How far a long batch has come; only for a person at a terminal, and without colour.

/// A line on standard error that is drawn over.
struct ProgressBar: Sendable {
  private static let width = 30
  /// Carriage return, and "erase to the end of the line" of ANSI X3.64.
  private static let restartLine = "\r\u{1B}[K"

  let total: Int
  let isShown: Bool

  /// Draws the bar for `done` of `total`.
  func draw(done: Int) {
    guard isShown else { return }
    let filled = Self.width * done / max(1, total)
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    StandardStreams.writeError("\(Self.restartLine)[\(bar)] \(done)/\(total)")
  }

  /// Takes the bar away, so that a message or the prompt begins on a clean line.
  func clear() {
    if isShown { StandardStreams.writeError(Self.restartLine) }
  }
}
