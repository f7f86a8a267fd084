// Time per stage as SVG, on a logarithmic axis: a bar for sagevoice, a line for the floor, a dot for Praat.

import Glibc

/// The picture of one record.
public struct Plot: Sendable {
  private static let tasks = [
    TaskName.pitch, TaskName.pulses, TaskName.jitter, TaskName.shimmer, TaskName.harmonicity,
    TaskName.clinicalJob, TaskName.cpps61, TaskName.clinicalJobAndCPPS, TaskName.formants,
    TaskName.intervals, TaskName.quick, TaskName.comprehensive,
  ]

  // Lengths in pixels.
  private static let width = 860.0
  private static let left = 190.0
  private static let right = 250.0
  private static let top = 96.0
  private static let rowHeight = 30.0
  private static let barHeight = 14.0
  private static let footer = 72.0

  /// Right ends of the columns next to the axis.
  private static let columns = [670.0, 765.0, 840.0]
  private static let columnTitles = ["ms", "× transforms", "Praat ×"]

  private static let ours = "#2a6f97"
  private static let floor = "#111111"
  private static let praat = "#d1495b"
  private static let quiet = "#666666"

  private struct Row {
    let task: String
    let time: Double
    let floor: Double?
    let peer: Double?
    /// Praat's time divided by that of sagevoice, from alternating rounds.
    let ratio: Double?
  }

  private let record: BenchmarkRecord
  private let rows: [Row]
  private let decades: ClosedRange<Int>

  /// A picture of the 10 s voice of `record`; nil when that was not measured.
  public init?(of record: BenchmarkRecord) {
    let voice = InputName.voice(seconds: 10)
    rows = Self.tasks.compactMap { task in
      record.measurement(task, on: voice).map {
        let peer = record.measurement(task, by: ToolName.praat)?.minimum
        let beside = record.measurement(task, by: ToolName.besidePraat) ?? $0
        return Row(
          task: task, time: $0.minimum, floor: $0.floor, peer: peer,
          ratio: peer.map { $0 / beside.minimum })
      }
    }
    let times = rows.flatMap { [$0.time, $0.floor, $0.peer].compactMap { $0 } }.filter { $0 > 0 }
    guard let least = times.min(), let most = times.max() else { return nil }
    decades = Self.decade(below: least)...(Self.decade(below: most) + 1)
    self.record = record
  }

  /// The picture as SVG text.
  public var svg: String {
    let height = Self.top + Double(rows.count) * Self.rowHeight + Self.footer
    let parts =
      [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(px(Self.width))\" "
          + "height=\"\(px(height))\" viewBox=\"0 0 \(px(Self.width)) \(px(height))\" "
          + "font-family=\"sans-serif\" font-size=\"13\">",
        "<title>Time per stage against the bare transforms and Praat</title>",
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
        text("A voice of 10 s: milliseconds of CPU on one core", x: 20, y: 28, size: 17),
      ] + legend + axis + rows.enumerated().flatMap { bar($1, at: $0) } + [
        text(caption[0], x: 20, y: height - 30, color: Self.quiet, size: 11),
        text(caption[1], x: 20, y: height - 14, color: Self.quiet, size: 11), "</svg>",
      ]
    return parts.joined(separator: "\n") + "\n"
  }

  private var caption: [String] {
    let versions = ["sagevoice", "FFTW", "Praat in process"].compactMap { name in
      record.versions[name].map { "\(name) \($0)" }
    }
    return ["\(record.date) · \(record.machine)", versions.joined(separator: " · ")]
  }

  private var legend: [String] {
    [
      "<rect x=\"20\" y=\"43\" width=\"22\" height=\"12\" fill=\"\(Self.ours)\"/>",
      text("sagevoice", x: 48, y: 54),
      line(x: 150, from: 40, to: 58, color: Self.floor, width: 3),
      text("its transforms alone", x: 158, y: 54),
      circle(x: 310, y: 49), text("Praat", x: 322, y: 54),
    ]
      + zip(Self.columns, Self.columnTitles).map {
        text($1, x: $0, y: Self.top - 12, anchor: "end", color: Self.quiet, size: 12)
      }
  }

  private var axis: [String] {
    let bottom = Self.top + Double(rows.count) * Self.rowHeight
    return decades.flatMap { decade in
      let x = position(of: Self.powerOfTen(decade))
      return [
        line(x: x, from: Self.top - 6, to: bottom, color: "#dddddd", width: 1),
        text(
          BenchmarkRecord.number(Self.powerOfTen(decade)), x: x, y: bottom + 16,
          anchor: "middle", color: Self.quiet),
      ]
    }
  }

  private func bar(_ row: Row, at index: Int) -> [String] {
    let middle = Self.top + (Double(index) + 0.5) * Self.rowHeight
    let end = position(of: row.time)
    var parts = [
      text(row.task, x: Self.left - 10, y: middle + 4, anchor: "end"),
      "<rect x=\"\(px(Self.left))\" y=\"\(px(middle - Self.barHeight / 2))\" "
        + "width=\"\(px(end - Self.left))\" height=\"\(px(Self.barHeight))\" "
        + "fill=\"\(Self.ours)\"/>",
    ]
    let numbers = [row.time, row.floor.map { row.time / $0 }, row.ratio]
    parts += zip(Self.columns, numbers).map {
      text(BenchmarkRecord.number($1), x: $0, y: middle + 4, anchor: "end", size: 12)
    }
    if let floor = row.floor {
      parts.append(
        line(
          x: position(of: floor), from: middle - Self.barHeight / 2 - 3,
          to: middle + Self.barHeight / 2 + 3, color: Self.floor, width: 3))
    }
    return row.peer.map { parts + [circle(x: position(of: $0), y: middle)] } ?? parts
  }
}

// MARK: - Drawing

extension Plot {
  private func position(of time: Double) -> Double {
    let span = Double(decades.upperBound - decades.lowerBound)
    let share = (log10(time) - Double(decades.lowerBound)) / span
    return Self.left + max(0, share) * (Self.width - Self.left - Self.right)
  }

  private static func decade(below value: Double) -> Int {
    Int(log10(value).rounded(.down))
  }

  private static func powerOfTen(_ decade: Int) -> Double {
    (0..<decade.magnitude).reduce(1.0) { power, _ in decade < 0 ? power / 10 : power * 10 }
  }

  private func text(
    _ words: String, x: Double, y: Double, anchor: String = "start", color: String = "#222222",
    size: Int = 13
  ) -> String {
    let escaped = words.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return "<text x=\"\(px(x))\" y=\"\(px(y))\" text-anchor=\"\(anchor)\" fill=\"\(color)\" "
      + "font-size=\"\(size)\">\(escaped)</text>"
  }

  private func line(x: Double, from: Double, to: Double, color: String, width: Int) -> String {
    "<line x1=\"\(px(x))\" x2=\"\(px(x))\" y1=\"\(px(from))\" y2=\"\(px(to))\" "
      + "stroke=\"\(color)\" stroke-width=\"\(width)\"/>"
  }

  private func circle(x: Double, y: Double) -> String {
    "<circle cx=\"\(px(x))\" cy=\"\(px(y))\" r=\"5\" fill=\"\(Self.praat)\"/>"
  }

  /// Rounds to tenths of a pixel.
  private func px(_ length: Double) -> String { "\((length * 10).rounded() / 10)" }
}
