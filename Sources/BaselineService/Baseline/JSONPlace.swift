// A value in a JSON file together with where it stands, so that a fault can name its place.

internal import VoiceTypes

/// A value and its place.
struct JSONPlace {
  let value: JSONValue
  let place: String

  init(_ value: JSONValue, at place: String) {
    self.value = value
    self.place = place
  }

  /// A fault of this value.
  func fault(allowed: String) -> FileFault {
    FileFault(place, found: value.excerpt, allowed: allowed)
  }

  /// A member that must be there, whatever its value.
  func member(_ key: String) throws(FileFault) -> JSONPlace {
    guard case .object = value else { throw fault(allowed: "an object") }
    guard let member = value[key] else {
      throw FileFault("\(place).\(key)", found: "nothing", allowed: "a value")
    }
    return JSONPlace(member, at: "\(place).\(key)")
  }

  /// What is made of the value; nil for null.
  func ifPresent<Result>(
    _ make: (JSONPlace) throws(FileFault) -> Result
  ) throws(FileFault) -> Result? {
    value == .null ? nil : try make(self)
  }

  func elements() throws(FileFault) -> [JSONPlace] {
    guard case .array(let elements) = value else { throw fault(allowed: "a list") }
    return elements.enumerated().map { JSONPlace($0.element, at: "\(place)[\($0.offset)]") }
  }

  func members() throws(FileFault) -> [(key: String, place: JSONPlace)] {
    guard case .object(let members) = value else { throw fault(allowed: "an object") }
    return members.map { ($0.key, JSONPlace($0.value, at: "\(place).\($0.key)")) }
  }

  func anyText() throws(FileFault) -> String {
    guard case .string(let text) = value else { throw fault(allowed: "a text") }
    return text
  }

  func text() throws(FileFault) -> String {
    let text = try anyText()
    guard !text.isEmpty else { throw fault(allowed: "a text that is not empty") }
    return text
  }

  /// SHA-256 as 64 lower-case hexadecimal digits.
  func hash() throws(FileFault) -> String {
    let text = try anyText()
    guard Hex.isSHA256(text) else { throw fault(allowed: "64 lower-case hexadecimal digits") }
    return text
  }

  func flag() throws(FileFault) -> Bool {
    guard case .bool(let flag) = value else { throw fault(allowed: "true or false") }
    return flag
  }

  func number() throws(FileFault) -> Double {
    switch value {
    case .int(let int): return Double(int)
    case .number(let number) where number.isFinite: return number
    default: throw fault(allowed: "a number")
    }
  }

  func whole(in range: ClosedRange<Int>) throws(FileFault) -> Int {
    guard case .int(let int) = value, range.contains(int) else {
      throw fault(allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return int
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type = Choice.self
  ) throws(FileFault) -> Choice {
    guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
      throw fault(allowed: Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }

  func time() throws(FileFault) -> RecordedTime {
    guard case .string(let text) = value, let time = RecordedTime(text) else {
      throw fault(allowed: RecordedTime.form)
    }
    return time
  }
}
