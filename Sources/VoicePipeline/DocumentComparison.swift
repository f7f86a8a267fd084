// Compares measures, quality, segment and reasons. It ignores the assessment, which depends on
// limits and baseline, and run-dependent members.

package import VoiceTypes

/// Comparison of a results document with a later one of the same recording.
package struct DocumentComparison {
  /// Members that depend on the run or on more than the recording.
  private static let ignoredMembers: Set<String> = [
    "analysis_id", "run", "assessment", "provenance", "recording",
  ]

  private let former: JSONValue
  private let latter: JSONValue

  /// Creates the comparison of two documents, both parsed from files.
  package init(of latter: JSONValue, with former: JSONValue) {
    self.former = former
    self.latter = latter
  }

  /// Description of the first difference; nil if equal.
  package var difference: String? {
    guard provenance("settings_sha256", of: former) == provenance("settings_sha256", of: latter)
    else { return "its settings differ from those of this version; a comparison is not possible" }
    let old = provenance("version", of: former)?.excerpt ?? "none"
    let new = provenance("version", of: latter)?.excerpt ?? "none"
    let values = ValueComparison()
    return values.difference(Self.compared(former), Self.compared(latter), at: "").map { found in
      "\(found) (by version \(old), now \(new))"
    }
  }

  private func provenance(_ key: String, of document: JSONValue) -> JSONValue? {
    document["provenance"]?[key]
  }

  private static func compared(_ document: JSONValue) -> JSONValue {
    guard case .object(let members) = document else { return document }
    return .object(members.filter { !ignoredMembers.contains($0.key) })
  }
}

/// Recursive comparison of two values.
private struct ValueComparison {
  /// Tolerance of equal numbers: relative to the larger one, absolute below 1. Other processors and
  /// versions sum in another order, which changes the last digits. In the units of the measures,
  /// 1e-9 is below any reported digit.
  private static let tolerance = 1e-9

  /// Returns the first difference; nil if equal.
  func difference(_ old: JSONValue, _ new: JSONValue, at path: String) -> String? {
    guard old != new, !isNear(old, new) else { return nil }
    switch (old, new) {
    case (.object(let former), .object(let latter)) where former.map(\.key) == latter.map(\.key):
      return zip(former, latter).lazy.compactMap { pair in
        let (key, value) = (pair.0.key, pair.0.value)
        return difference(value, pair.1.value, at: path.isEmpty ? key : "\(path).\(key)")
      }.first
    case (.array(let former), .array(let latter)) where former.count == latter.count:
      return former.indices.lazy.compactMap { index in
        difference(former[index], latter[index], at: "\(path)[\(index)]")
      }.first
    default:
      let place = path.isEmpty ? "the document" : path
      return "\(place) was \(old.excerpt) and is now \(new.excerpt)"
    }
  }

  private func isNear(_ old: JSONValue, _ new: JSONValue) -> Bool {
    guard let first = number(old), let second = number(new) else { return false }
    return abs(first - second) <= Self.tolerance * max(1, abs(first), abs(second))
  }

  private func number(_ value: JSONValue) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}
