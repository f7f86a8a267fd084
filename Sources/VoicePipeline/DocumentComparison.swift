// Whether two results documents of one recording say the same: measures, quality, segment and
// reasons. The assessment is not compared, since it rests on the limits and the baseline of its
// time, and what differs from run to run is not either.

package import VoiceTypes

/// The comparison of a results document with a later one of the same recording.
package struct DocumentComparison {
  /// Members that differ from run to run, or rest on more than the recording.
  private static let passedOver: Set<String> = [
    "analysis_id", "run", "assessment", "provenance", "recording",
  ]

  private let former: JSONValue
  private let latter: JSONValue

  /// Compares `latter` with `former`, both as they are read from a file.
  package init(of latter: JSONValue, with former: JSONValue) {
    self.former = former
    self.latter = latter
  }

  /// The first thing in which they differ, in words; nil for nothing.
  package var difference: String? {
    guard provenance("settings_sha256", of: former) == provenance("settings_sha256", of: latter)
    else { return "it was made with other settings than this version has, and cannot be compared" }
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
    return .object(members.filter { !passedOver.contains($0.key) })
  }
}

/// The comparison of two values, member by member.
private struct ValueComparison {
  /// The largest difference of equal numbers: relative to the larger, and absolute below 1. Another processor or
  /// version adds in another order, which moves the last digits. The measures have units in which a billionth
  /// is below every digit that is read.
  private static let tolerance = 1e-9

  /// The first difference, in words; nil for none.
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
      return "\(place) is \(old.excerpt) and comes out as \(new.excerpt)"
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
