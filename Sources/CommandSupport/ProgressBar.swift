// How far a long batch has come; only for a person at a terminal, and without colour.

/// A line on standard error that is drawn over.
package struct ProgressBar: Sendable {
  private static let width = 30
  /// Carriage return, and "erase to the end of the line" of ANSI X3.64.
  private static let restartLine = "\r\u{1B}[K"

  package let total: Int
  package let isShown: Bool

  private let start = ContinuousClock.now

  package init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown
  }

  /// A bar for a person at a terminal who wants messages, where there is more than one thing to do.
  package init(total: Int, _ verbosity: Verbosity) {
    let isShown = verbosity == .usual && total > 1 && StandardStreams.errorIsTerminal
    self.init(total: total, isShown: isShown)
  }

  /// Draws the bar for `done` of `total`.
  package func draw(done: Int) {
    guard isShown else { return }
    let line = Self.line(done: done, of: total, after: ContinuousClock.now - start)
    StandardStreams.writeError(Self.restartLine + line)
  }

  /// How far it is after a time, how many are done a second, and how long the rest takes at that rate.
  package static func line(done: Int, of total: Int, after time: Duration) -> String {
    let filled = width * min(done, total) / max(1, total)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let seconds = time / .seconds(1)
    guard done > 0, seconds > 0 else { return "[\(bar)] \(done)/\(total)" }
    let rate = Double(done) / seconds
    let left = max(0, Double(total - done) / rate)
    return
      "[\(bar)] \(done)/\(total)  \(NumberText.fixed(rate, rate < 10 ? 1 : 0))/s  \(clock(left)) left"
  }

  /// Minutes and seconds, or hours, minutes and seconds.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let rest = "\(two(whole % 60))"
    return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
  }

  /// Takes the bar away, so that a message or the prompt begins on a clean line.
  package func clear() {
    if isShown { StandardStreams.writeError(Self.restartLine) }
  }
}
