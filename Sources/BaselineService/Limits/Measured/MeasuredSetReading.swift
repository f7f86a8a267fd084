// What a file of measured limits has besides limits, read and checked like the rest of it.

internal import VoiceTypes

/// How a set of limits was measured.
public struct MeasurementSummary: Sendable, Equatable {
  /// The day, as YYYY-MM-DD.
  public var measuredOn: String

  /// The version of sagevoice that measured.
  public var softwareVersion: String

  /// SHA-256 of the settings that it measured with.
  public var settingsSHA256: String

  /// SHA-256 of the table of the corpus.
  public var manifestSHA256: String

  /// What recorded the voices.
  public var device: String

  /// The corpus and its licence.
  public var citation: String

  /// How many people count.
  public var speakers: Int

  private static let texts = [
    "measured_on", "software_version", "preset", "settings_sha256", "manifest_sha256", "device",
    "citation",
  ]

  static func read(
    _ value: JSONValue, noting faults: inout [FileFault]
  ) -> MeasurementSummary? {
    var reader = FieldReader(
      value, at: "measurement",
      known: texts + ["recordings", "codecs", "speakers", "left_out"])
    let found = texts.map { reader.text($0) }
    let speakers = reader.optionalCount("speakers")
    if speakers == nil { reader.note("speakers", found: "nothing", allowed: "how many count") }
    faults += reader.faults
    guard reader.faults.isEmpty, let speakers else { return nil }
    let texts = Dictionary(
      zip(Self.texts, found.map { $0 ?? "" }), uniquingKeysWith: { first, _ in first })
    func text(_ key: String) -> String { texts[key, default: ""] }
    return MeasurementSummary(
      measuredOn: text("measured_on"), softwareVersion: text("software_version"),
      settingsSHA256: text("settings_sha256"), manifestSHA256: text("manifest_sha256"),
      device: text("device"), citation: text("citation"), speakers: speakers)
  }
}

extension MeasuredDistribution {
  /// Reads one row; notes its first fault.
  static func read(
    _ value: JSONValue, at place: String, noting faults: inout [FileFault]
  ) -> MeasuredDistribution? {
    do {
      return try MeasuredDistribution(JSONPlace(value, at: place))
    } catch {
      faults.append(error)
      return nil
    }
  }

  private init(_ row: JSONPlace) throws(FileFault) {
    measure = try row.member("measure").choice()
    band = try row.member("band").choice()
    category = try row.member("category").choice()
    scale = try row.member("scale").choice()
    speakers = try row.member("speakers").whole(in: 1...Int(Int32.max))
    _ = try row.member("basis").choice(of: LimitBasis.self)
    mean = try row.member("mean").number()
    standardDeviation = try row.member("sd").ifPresent { place throws(FileFault) in
      try place.number()
    }
    let lowest = try row.member("lowest").number()
    let highest = try row.member("highest")
    guard try highest.number() >= lowest else { throw highest.fault(allowed: "at least lowest") }
    range = try lowest...highest.number()
    percentiles = try row.member("percentiles").members().map { key, place throws(FileFault) in
      guard let percent = Double(key), (0...100).contains(percent) else {
        throw FileFault(place.place, found: key.excerpt, allowed: "a number of percent")
      }
      return Percentile(percent: percent, value: try place.number())
    }
  }
}
