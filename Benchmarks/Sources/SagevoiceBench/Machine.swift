// The machine of a record: processor and load, without its name.

import DSPCore
import FoundationEssentials
import Glibc
import VoicePipeline
import WAVIngest

/// The machine and the compared programs.
enum Machine {
  /// Processor, cores and system.
  static var description: String {
    let processor = value(of: "model name", separator: ":", in: "/proc/cpuinfo")
    let system = value(of: "PRETTY_NAME", separator: "=", in: "/etc/os-release")
    return "\(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, \(system)"
  }

  /// Versions by name, without programs that do not answer.
  static var versions: [String: String] {
    var versions = ["sagevoice": SoftwareVersion.current, "FFTW": DSPLibraries.fftwVersion]
    versions["commit"] = firstLine(of: ["git", "rev-parse", "--short", "HEAD"])
    versions["Swift"] = firstLine(of: ["swift", "--version"])?
      .split(separator: " ").drop { $0 != "version" }.dropFirst().first.map(String.init)
    versions["libsndfile"] = SampleLibrary.version
    return versions
  }

  /// Load average of the last minute.
  static var load: String? {
    (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?
      .split(separator: " ").first.map(String.init)
  }

  /// Today, such as 2026-11-21.
  static var date: String { Date().formatted(.iso8601.year().month().day()) }

  private static func value(of key: String, separator: Character, in path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
    let value = line?.split(separator: separator, maxSplits: 1).last.map(String.init) ?? "unknown"
    return value.replacing("\"", with: "").trimmingPrefix { $0 == " " }.description
  }

  private static func firstLine(of command: [String]) -> String? {
    (try? Shell.output(of: command))?.split(separator: "\n").first.map(String.init)
  }
}
