// A file of limits read and checked, all faults at once. The same reader takes the set that ships
// and one that a user brings.

internal import VoiceTypes

extension ReferenceLimits {
  /// Reads a set of limits from the bytes of a file.
  /// - Parameter fingerprint: SHA-256 in hexadecimal.
  public init(
    reading bytes: [UInt8], hashedBy fingerprint: ([UInt8]) -> String
  ) throws(FileFaults) {
    let document: JSONValue
    do {
      document = try JSONValue.parse(bytes)
    } catch {
      throw FileFaults(faults: [
        FileFault("limits file", found: error.description, allowed: "JSON text")
      ])
    }
    try self.init(document, sha256: fingerprint(bytes))
  }

  private init(_ document: JSONValue, sha256: String) throws(FileFaults) {
    var reader = FieldReader(
      document, at: "",
      known: [
        "schema", "version", "note", "limits", "cautions", "minimums", "measurement",
        "distributions",
      ])
    if let schema = reader.text("schema"), schema != Self.schema {
      reader.note("schema", found: schema.excerpt, allowed: Self.schema)
    }
    let version = reader.text("version")
    _ = reader.optionalText("note")
    // A corpus may be too small for any limit, and its distributions still be worth a look.
    let entries = reader.list("limits", atLeast: document["measurement"] == nil ? 1 : 0) ?? []
    let remarks = reader.list("cautions", atLeast: 0) ?? []
    let floors = reader.list("minimums", atLeast: 1) ?? []
    let rows =
      document["distributions"] == nil ? [] : reader.list("distributions", atLeast: 0) ?? []
    var faults = reader.faults
    let limits = Self.read(entries, at: "limits", ReferenceLimit.read, noting: &faults)
    let cautions = Self.read(remarks, at: "cautions", ReferenceCaution.read, noting: &faults)
    let minimums = Self.read(floors, at: "minimums", RecordingMinimum.read, noting: &faults)
    let distributions = Self.read(
      rows, at: "distributions", MeasuredDistribution.read, noting: &faults)
    let summary = document["measurement"].flatMap { MeasurementSummary.read($0, noting: &faults) }
    faults += Self.clashes(in: limits)
    if !floors.isEmpty && minimums.count == floors.count { faults += Self.gaps(in: minimums) }
    guard faults.isEmpty, let version else { throw FileFaults(faults: faults) }
    self.init(
      version: version, sha256: sha256, limits: limits.map(\.value),
      cautions: cautions.map(\.value), minimums: minimums.map(\.value), measurement: summary,
      distributions: distributions.map(\.value))
  }

  /// An entry and the place it was read from.
  private typealias Placed<Entry> = (place: String, value: Entry)

  private static func read<Entry>(
    _ elements: [JSONValue], at list: String,
    _ read: (JSONValue, String, inout [FileFault]) -> Entry?, noting faults: inout [FileFault]
  ) -> [Placed<Entry>] {
    elements.enumerated().compactMap { index, element in
      let place = "\(list)[\(index)]"
      return read(element, place, &faults).map { (place, $0) }
    }
  }

  /// Limits that hold for the same person and measure as an earlier one.
  private static func clashes(in limits: [Placed<ReferenceLimit>]) -> [FileFault] {
    limits.enumerated().compactMap { index, later in
      let earlier = limits[..<index].first { $0.value.clashes(with: later.value) }
      return earlier.map { earlier in
        FileFault(
          later.place, found: "a second limit for people that \(earlier.place) holds for",
          allowed: "one typical and one published or derived limit of a measure per age and group")
      }
    }
  }

  /// Properties without a minimum for some group.
  private static func gaps(in minimums: [Placed<RecordingMinimum>]) -> [FileFault] {
    RecordingProperty.allCases.flatMap { property -> [FileFault] in
      let own = minimums.map(\.value).filter { $0.property == property }
      return ReferenceCategory.allCases.compactMap { category -> FileFault? in
        let count = own.count { $0.category == category || $0.category == nil }
        guard count != 1 else { return nil }
        return FileFault(
          "minimums", found: "\(count) of \(property.rawValue) for \(category.rawValue)",
          allowed: "one for each group")
      }
    }
  }
}

extension ReferenceLimit {
  private static let members = [
    "measure", "kind", "low", "high", "unit", "bands", "category", "basis", "citation", "sample",
    "algorithm", "settings", "settings_basis", "signal_types", "label", "caution", "speakers",
  ]

  fileprivate static func read(
    _ value: JSONValue, at place: String, noting faults: inout [FileFault]
  ) -> ReferenceLimit? {
    var reader = FieldReader(value, at: place, known: members)
    defer { faults += reader.faults }
    let measure = reader.choice("measure", of: Measure.self)
    let kind = reader.choice("kind", of: LimitKind.self)
    let low = reader.optionalNumber("low")
    let high = reader.optionalNumber("high")
    let unit = reader.text("unit")
    let bands = reader.choices("bands", of: AgeBand.self)
    let category = reader.choice("category", of: LimitCategory.self)
    let basis = reader.choice("basis", of: LimitBasis.self)
    let citation = reader.text("citation")
    let sample = reader.text("sample")
    let algorithm = reader.text("algorithm")
    let settings = reader.settings("settings")
    let settingsBasis =
      value["settings_basis"] == nil
      ? SettingsBasis.stated : reader.choice("settings_basis", of: SettingsBasis.self)
    let speakers = reader.optionalCount("speakers")
    let signalTypes = reader.wholeNumbers("signal_types", in: 1...4)
    let label = reader.text("label")
    let caution = reader.optionalText("caution")
    guard reader.faults.isEmpty, let measure, let kind, let unit, let bands, let category,
      let basis, let citation, let sample, let algorithm, let label, let settingsBasis
    else { return nil }
    let limit = ReferenceLimit(
      measure: measure, kind: kind, low: low, high: high, unit: unit, bands: bands,
      category: category.group, basis: basis, speakers: speakers, citation: citation,
      sample: sample, algorithm: algorithm, settings: settings, settingsBasis: settingsBasis,
      signalTypes: signalTypes, label: label, caution: caution)
    limit.noteContradictions(in: &reader)
    return reader.faults.isEmpty ? limit : nil
  }

  /// Notes members that do not go together.
  private func noteContradictions(in reader: inout FieldReader) {
    if low == nil, high == nil {
      reader.note("", found: "neither low nor high", allowed: "at least one of them, a number")
    }
    if let low, let high, low > high {
      reader.note("low", found: "\(low), above high", allowed: "at most \(high)")
    }
    if basis == .measured, speakers == nil {
      reader.note(
        "speakers", found: "nothing", allowed: "how many people the measured limit rests on")
    }
    if algorithm == Self.exceptedAlgorithm, !label.contains("MDVP") {
      reader.note("label", found: label.excerpt, allowed: "a text that names MDVP")
    }
    var units = [measure.unit.isEmpty ? Self.bareNumber : measure.unit]
    if measure == .jitterLocalAbsolute { units.append(Self.periods) }
    if !units.contains(unit) {
      reader.note("unit", found: unit.excerpt, allowed: units.joined(separator: ", "))
    }
  }

  /// Whether some person would have two limits of one measure for one purpose.
  fileprivate func clashes(with other: ReferenceLimit) -> Bool {
    measure == other.measure && (kind == .typical) == (other.kind == .typical)
      && (category == nil || other.category == nil || category == other.category)
      && bands.contains { other.bands.contains($0) }
  }
}

extension ReferenceCaution {
  fileprivate static func read(
    _ value: JSONValue, at place: String, noting faults: inout [FileFault]
  ) -> ReferenceCaution? {
    var reader = FieldReader(
      value, at: place, known: ["bands", "categories", "text", "basis", "citation"])
    defer { faults += reader.faults }
    let bands = reader.choices("bands", of: AgeBand.self)
    let categories = reader.choices("categories", of: LimitCategory.self)
    let text = reader.text("text")
    let basis = reader.choice("basis", of: LimitBasis.self)
    let citation = reader.text("citation")
    guard let bands, let categories, let text, let basis, let citation else { return nil }
    return ReferenceCaution(
      bands: bands, categories: categories.contains(.any) ? [] : categories.compactMap(\.group),
      text: text, basis: basis, citation: citation)
  }
}

extension RecordingMinimum {
  fileprivate static func read(
    _ value: JSONValue, at place: String, noting faults: inout [FileFault]
  ) -> RecordingMinimum? {
    var reader = FieldReader(
      value, at: place,
      known: ["property", "unit", "category", "pass", "warn", "basis", "citation"])
    defer { faults += reader.faults }
    let property = reader.choice("property", of: RecordingProperty.self)
    let unit = reader.text("unit")
    let category = reader.choice("category", of: LimitCategory.self)
    let pass = reader.number("pass")
    let warn = reader.number("warn")
    let basis = reader.choice("basis", of: LimitBasis.self)
    let citation = reader.text("citation")
    if let property, let unit, unit != property.unit {
      reader.note("unit", found: unit.excerpt, allowed: property.unit)
    }
    if let pass, let warn, warn > pass {
      reader.note("warn", found: "\(warn), above pass", allowed: "at most \(pass)")
    }
    guard reader.faults.isEmpty, let property, let category, let pass, let warn, let basis,
      let citation
    else { return nil }
    return RecordingMinimum(
      property: property, category: category.group, pass: pass, warn: warn, basis: basis,
      citation: citation)
  }
}

/// The group of a limit as the file names it.
enum LimitCategory: String, CaseIterable {
  case any
  case feminine = "F"
  case masculine = "M"
  case combined

  /// The group; nil for everybody.
  var group: ReferenceCategory? { ReferenceCategory(rawValue: rawValue) }
}
