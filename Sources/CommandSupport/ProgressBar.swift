import VoiceReport

/// A progress line of a batch on standard error, redrawn in place.
package struct ProgressBar: Sendable {
  private static let width = 30
  /// Carriage return, and "erase to the end of the line" of ANSI X3.64.
  private static let restartLine = "\r\u{1B}[K"

  package let total: Int
  package let isShown: Bool
  private let start = ContinuousClock.now

  package init(total: Int, isShown: Bool) { (self.total, self.isShown) = (total, isShown) }

  /// Creates a bar, shown on a terminal for more than one item unless `verbosity` is quiet.
  package init(total: Int, _ verbosity: Verbosity) {
    let isShown = verbosity == .usual && total > 1 && StandardStreams.errorIsTerminal
    self.init(total: total, isShown: isShown)
  }

  package func draw(done: Int) {
    guard isShown else { return }
    let line = Self.line(done: done, of: total, after: ContinuousClock.now - start)
    StandardStreams.writeError(Self.restartLine + line)
  }

  /// Formats the progress with items per second and the remaining time at that rate.
  package static func line(done: Int, of total: Int, after time: Duration) -> String {
    let filled = width * min(done, total) / max(1, total)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let seconds = time / .seconds(1)
    guard done > 0, seconds > 0 else { return "[\(bar)] \(done)/\(total)" }
    let rate = Double(done) / seconds
    let left = max(0, Double(total - done) / rate)
    return
      "[\(bar)] \(done)/\(total)  \(NumberFormat.fixed(rate, rate < 10 ? 1 : 0))/s  \(clock(left)) left"
  }

  /// Formats seconds as minutes:seconds, or hours:minutes:seconds.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let rest = "\(two(whole % 60))"
    return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
  }

  /// Erases the bar, so that a message or the prompt starts on a clean line.
  package func clear() {
    if isShown { StandardStreams.writeError(Self.restartLine) }
  }
}
