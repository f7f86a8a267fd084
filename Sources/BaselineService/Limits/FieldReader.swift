// Members of a JSON object taken out one by one; what does not fit is noted and the reading goes
// on, so that all faults of a file come at once.

internal import VoiceTypes

/// Takes members out of one object and notes what is wrong with them.
struct FieldReader {
  private let value: JSONValue
  private let place: String
  private(set) var faults: [FileFault] = []

  /// A reader of the object `value`, which stands at `place`; members that are not in `known` are
  /// faults, as a misspelt optional member would otherwise go unnoticed.
  init(_ value: JSONValue, at place: String, known: [String]) {
    self.value = value
    self.place = place
    guard case .object(let members) = value else {
      note("", found: value.excerpt, allowed: "an object")
      return
    }
    for member in members where !known.contains(member.key) {
      note(member.key, found: "an unknown member", allowed: known.joined(separator: ", "))
    }
  }

  /// Whether there is an object to read from.
  private var isObject: Bool { if case .object = value { true } else { false } }

  /// Notes a fault of a member, or of the object itself for an empty key.
  mutating func note(_ key: String, found: String, allowed: String) {
    faults.append(FileFault(path(of: key), found: found, allowed: allowed))
  }

  /// The place of a member.
  func path(of key: String) -> String {
    if key.isEmpty { return place.isEmpty ? "limits file" : place }
    return place.isEmpty ? key : "\(place).\(key)"
  }

  private mutating func noteWrong(_ key: String, allowed: String) {
    // An object that is none has been noted once, which is enough.
    guard isObject else { return }
    note(key, found: value[key].map(\.excerpt) ?? "nothing", allowed: allowed)
  }

  /// A text that says something.
  mutating func text(_ key: String) -> String? {
    if case .string(let text) = value[key], text.contains(where: { !$0.isWhitespace }) {
      return text
    }
    noteWrong(key, allowed: "a text that is not empty")
    return nil
  }

  /// A text that says something, or nothing at all.
  mutating func optionalText(_ key: String) -> String? {
    value[key] == nil || value[key] == .null ? nil : text(key)
  }

  /// One of the raw values of a type.
  mutating func choice<T: CaseIterable & RawRepresentable<String>>(
    _ key: String, of type: T.Type
  ) -> T? {
    if case .string(let name) = value[key], let choice = T(rawValue: name) { return choice }
    noteWrong(key, allowed: T.allCases.map(\.rawValue).joined(separator: ", "))
    return nil
  }

  /// One or more of the raw values of a type, none twice.
  mutating func choices<T: CaseIterable & RawRepresentable<String> & Hashable>(
    _ key: String, of type: T.Type
  ) -> [T]? {
    if case .array(let elements) = value[key], !elements.isEmpty {
      let choices = elements.compactMap { element -> T? in
        if case .string(let name) = element { T(rawValue: name) } else { nil }
      }
      if choices.count == elements.count, Set(choices).count == choices.count { return choices }
    }
    let names = T.allCases.map(\.rawValue).joined(separator: ", ")
    noteWrong(key, allowed: "a list of one or more of \(names), none twice")
    return nil
  }

  /// A finite number.
  mutating func number(_ key: String) -> Double? {
    if let number = value[key].flatMap(Self.finite) { return number }
    noteWrong(key, allowed: "a number")
    return nil
  }

  /// A finite number, or null.
  mutating func optionalNumber(_ key: String) -> Double? {
    value[key] == nil || value[key] == .null ? nil : number(key)
  }

  /// A whole number from one up, or nothing at all.
  mutating func optionalCount(_ key: String) -> Int? {
    guard value[key] != nil, value[key] != .null else { return nil }
    if case .int(let count) = value[key], count > 0 { return count }
    noteWrong(key, allowed: "a whole number from 1 up")
    return nil
  }

  /// The elements of a list of `least` or more, which is none or one.
  mutating func list(_ key: String, atLeast least: Int) -> [JSONValue]? {
    if case .array(let elements) = value[key], elements.count >= least { return elements }
    noteWrong(key, allowed: least == 0 ? "a list" : "a list that is not empty")
    return nil
  }

  /// Settings, each with one or more plain values; none where there is no such member.
  mutating func settings(_ key: String) -> [String: [JSONValue]] {
    guard let found = value[key] else { return [:] }
    if case .object(let members) = found {
      let lists = members.map { ($0.key, Self.plainValues($0.value)) }
      if !lists.contains(where: { $0.1.isEmpty }) {
        return Dictionary(lists, uniquingKeysWith: { first, _ in first })
      }
    }
    noteWrong(key, allowed: "an object with a list of texts, numbers or truth values per setting")
    return [:]
  }

  /// Whole numbers within a range; none where there is no such member.
  mutating func wholeNumbers(_ key: String, in range: ClosedRange<Int>) -> [Int] {
    guard let found = value[key] else { return [] }
    if case .array(let elements) = found, !elements.isEmpty {
      let numbers = elements.compactMap { element -> Int? in
        if case .int(let number) = element, range.contains(number) { number } else { nil }
      }
      if numbers.count == elements.count { return numbers }
    }
    noteWrong(
      key, allowed: "a list of whole numbers from \(range.lowerBound) to \(range.upperBound)")
    return []
  }

  private static func finite(_ value: JSONValue) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .number(let number): number.isFinite ? number : nil
    default: nil
    }
  }

  /// The elements of a list of plain values; none for anything else.
  private static func plainValues(_ value: JSONValue) -> [JSONValue] {
    guard case .array(let elements) = value else { return [] }
    let arePlain = elements.allSatisfy { element in
      switch element {
      case .string, .int, .number, .bool: true
      default: false
      }
    }
    return arePlain ? elements : []
  }
}
