import Glibc
package import Platform

/// Times for people, in the local time zone.
package enum LocalTime {
  /// Returns a time such as `2026-11-27 14:05`.
  package static func text(of time: StoreTime) -> String {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = unsafe tm()
    // The system reads and writes two local values.
    guard unsafe localtime_r(&seconds, &parts) != nil else { return time.textToSeconds }
    let date = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(two)
    let clock = unsafe [parts.tm_hour, parts.tm_min].map(two)
    return date.joined(separator: "-") + " " + clock.joined(separator: ":")
  }

  /// Returns the same for a timestamp in ISO 8601; nil for another text.
  package static func text(of timestamp: String) -> String? {
    StoreTime(timestamp).map { text(of: $0) }
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
