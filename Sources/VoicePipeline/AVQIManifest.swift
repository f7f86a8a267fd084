// The table of pairs behind `avqi --manifest` (RFC 4180, with either kind of line end).

import BaselineService
public import VoiceTypes

/// Pairs of recordings, one of a vowel and one of speech each.
public struct AVQIManifest: Sendable, Equatable {
  /// Columns that must be there.
  public static let neededColumns = ["vowel", "speech"]

  /// Columns that may be.
  public static let furtherColumns = ["language"]

  /// One pair.
  public struct Pair: Sendable, Equatable {
    /// The file of the vowel, as the table has it.
    public var vowel: String

    /// The file of the speech, as the table has it.
    public var speech: String

    /// The language of the speech; nil where the table tells none.
    public var language: AVQILanguage?

    /// States a pair.
    public init(vowel: String, speech: String, language: AVQILanguage?) {
      self.vowel = vowel
      self.speech = speech
      self.language = language
    }
  }

  /// The pairs, in the order of the table.
  public let pairs: [Pair]

  /// Reads a table; every fault of it is named with its line.
  public init(text: String, name: String) throws(FileFaults) {
    let rows: [TableRow]
    do {
      rows = try TableText.rows(of: text, name: name)
    } catch {
      throw FileFaults(faults: [error])
    }
    guard let header = rows.first, rows.count > 1 else {
      throw FileFaults(faults: [
        FileFault(
          name, found: rows.isEmpty ? "nothing" : "a header alone",
          allowed: "a header and a row per pair")
      ])
    }
    var faults = Self.faults(ofHeader: header, name: name)
    guard faults.isEmpty else { throw FileFaults(faults: faults) }
    var pairs: [Pair] = []
    for row in rows.dropFirst() {
      do {
        pairs.append(try Self.pair(of: row, columns: header.fields, name: name))
      } catch {
        faults.append(error)
      }
    }
    guard faults.isEmpty else { throw FileFaults(faults: faults) }
    self.pairs = pairs
  }

  private static func faults(ofHeader header: TableRow, name: String) -> [FileFault] {
    let known = neededColumns + furtherColumns
    let allowed = known.joined(separator: ", ")
    let place = "\(name), line \(header.line)"
    let missing = neededColumns.filter { !header.fields.contains($0) }
      .map { FileFault(place, found: "no column \($0)", allowed: allowed) }
    let unknown = header.fields.filter { !known.contains($0) }
      .map { FileFault(place, found: "a column \($0.excerpt)", allowed: allowed) }
    let repeated = known.filter { column in header.fields.count { $0 == column } > 1 }
      .map { FileFault(place, found: "the column \($0) twice", allowed: "each column once") }
    return missing + unknown + repeated
  }

  private static func pair(
    of row: TableRow, columns: [String], name: String
  ) throws(FileFault) -> Pair {
    let place = "\(name), line \(row.line)"
    guard row.fields.count == columns.count else {
      throw FileFault(
        place, found: "\(row.fields.count) fields", allowed: "\(columns.count), as in the header")
    }
    let fields = Dictionary(zip(columns, row.fields), uniquingKeysWith: { first, _ in first })
    return Pair(
      vowel: try file("vowel", in: fields, at: place),
      speech: try file("speech", in: fields, at: place),
      language: try language(in: fields, at: place))
  }

  private static func file(
    _ column: String, in fields: [String: String], at place: String
  ) throws(FileFault) -> String {
    guard let file = fields[column], !file.isEmpty, file != "-" else {
      throw FileFault(
        "\(place), \(column)", found: fields[column] == "-" ? "-" : "nothing",
        allowed: "the path of a WAV file")
    }
    return file
  }

  private static func language(
    in fields: [String: String], at place: String
  ) throws(FileFault) -> AVQILanguage? {
    guard let told = fields["language"], !told.isEmpty else { return nil }
    guard let language = AVQILanguage(rawValue: told) else {
      throw FileFault(
        "\(place), language", found: told.excerpt,
        allowed: AVQILanguage.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return language
  }
}
