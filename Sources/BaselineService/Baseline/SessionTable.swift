// CSV table of the option `--sessions`: one row per recording (RFC 4180, with either line ending).

public import VoiceTypes

/// Metadata of recordings, by file.
public struct SessionTable: Sendable, Equatable {
  /// Required columns.
  public static let neededColumns = ["file", "session_id", "recorded_at"]

  /// Optional columns.
  public static let furtherColumns = ["device", "flags"]

  private static let flagSeparator: Unicode.Scalar = ";"

  /// One row for each file; nil for notes that cannot be used.
  private let rows: [(file: String, notes: RecordingMetadata?)]

  /// Faults of rows, each with its line.
  public let faults: [FileFault]

  /// Warnings about ignored columns.
  public let warnings: [String]

  /// Whether both tables have the same rows; warnings are ignored.
  public static func == (first: SessionTable, second: SessionTable) -> Bool {
    first.rows.elementsEqual(second.rows) { $0 == $1 }
  }

  /// Reads a table. A faulty row refuses its recording only; a faulty header throws.
  public init(text: String, name: String) throws(FileFaults) {
    let table = try ColumnTable(
      text: text, name: name, needed: Self.neededColumns, further: Self.furtherColumns,
      rowPer: "recording")
    warnings = table.warnings
    var files: Set<String> = []
    let read = table.map { row throws(FileFault) -> RecordingMetadata in
      let file = try row.text("file")
      guard files.insert(file).inserted else {
        throw FileFault(row.place, found: "\(file) a second time", allowed: "each file once")
      }
      return try Self.notes(of: row)
    }
    faults = read.compactMap { if case .failure(let fault) = $0.made { fault } else { nil } }
    var seen: Set<String> = []
    rows = read.compactMap { row, made in
      guard let file = row.value("file"), seen.insert(file).inserted else { return nil }
      return (file, try? made.get())
    }
  }

  /// The notes of a recording, from the one row whose file is the path or its end. Nil without
  /// exactly one such row, and for a row with a fault.
  public func notes(for path: String) -> RecordingMetadata? { row(for: path)?.notes }

  /// Whether the row of a recording has a fault.
  public func refuses(_ path: String) -> Bool { row(for: path).map { $0.notes == nil } ?? false }

  private func row(for path: String) -> (file: String, notes: RecordingMetadata?)? {
    if let exact = rows.first(where: { $0.file == path }) { return exact }
    let ends = rows.filter { path.hasSuffix("/" + $0.file) }
    return ends.count == 1 ? ends.first : nil
  }

  private static func notes(of row: ColumnTable.Row) throws(FileFault) -> RecordingMetadata {
    var notes = RecordingMetadata()
    notes.sessionID = try row.text("session_id")
    notes.recordedAt = try JSONCoder.recordedTime.read(
      .string(try row.text("recorded_at")), at: row.place(of: "recorded_at"))
    notes.deviceModel = row.value("device")
    let flags = try (row.value("flags") ?? "").unicodeScalars.split(separator: flagSeparator)
      .map { name throws(FileFault) in
        try JSONCoder<ContextFlag>.choice.read(.string(String(name)), at: row.place(of: "flags"))
      }
    notes.flags = ContextFlag.allCases.filter(flags.contains)
    return notes
  }
}
