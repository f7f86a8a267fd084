// Reading the store's own JSON files: each member is there and of its kind, or the file is not
// what the store wrote.

internal import VoiceTypes

/// A value in a file of the store.
struct DocumentPlace {
  /// The file, as people name it.
  let file: String

  /// The keys that led here.
  let keys: String

  /// The value.
  let value: JSONValue

  /// The value that a whole file holds.
  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    do {
      self.init(file: file, keys: "", value: try JSONValue.parse(bytes))
    } catch {
      throw .damaged(path: file, problem: error.description)
    }
  }

  private init(file: String, keys: String, value: JSONValue) {
    self.file = file
    self.keys = keys
    self.value = value
  }

  /// A value that was parsed already.
  init(_ value: JSONValue, file: String) { self.init(file: file, keys: "", value: value) }

  /// A member, which has to be there.
  func member(_ key: String) throws(StoreError) -> DocumentPlace {
    guard let member = value[key] else { throw fault("the member \(key.excerpt) is missing") }
    return DocumentPlace(file: file, keys: keys.isEmpty ? key : "\(keys).\(key)", value: member)
  }

  /// A member that earlier versions did not write; nil where it is missing.
  func laterMember(_ key: String) throws(StoreError) -> DocumentPlace? {
    value[key] == nil ? nil : try member(key)
  }

  /// What stands here unless it is null.
  func optional<Value>(
    _ read: (DocumentPlace) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    value == .null ? nil : try read(self)
  }

  func text() throws(StoreError) -> String {
    guard case .string(let text) = value else { throw wrongKind("a text") }
    return text
  }

  func optionalText() throws(StoreError) -> String? {
    try optional { place throws(StoreError) in try place.text() }
  }

  func whole() throws(StoreError) -> Int {
    guard case .int(let number) = value, number >= 0 else { throw wrongKind("a whole number") }
    return number
  }

  func number() throws(StoreError) -> Double {
    switch value {
    case .int(let number): return Double(number)
    case .number(let number): return number
    default: throw wrongKind("a number")
    }
  }

  func flag() throws(StoreError) -> Bool {
    guard case .bool(let flag) = value else { throw wrongKind("true or false") }
    return flag
  }

  func members() throws(StoreError) -> [JSONValue.Member] {
    guard case .object(let members) = value else { throw wrongKind("an object") }
    return members
  }

  func choice<Choice: RawRepresentable<String>>() throws(StoreError) -> Choice {
    guard let choice = Choice(rawValue: try text()) else { throw wrongKind("a known word") }
    return choice
  }

  func time() throws(StoreError) -> StoreTime {
    guard let time = StoreTime(try text()) else { throw wrongKind("a time") }
    return time
  }

  func sessionID() throws(StoreError) -> SessionID {
    guard let id = SessionID(try text()) else { throw wrongKind("a session's id") }
    return id
  }

  /// 64 lower-case hexadecimal digits.
  func hash() throws(StoreError) -> String {
    let text = try text()
    guard Hex.isSHA256(text) else { throw wrongKind("a hash") }
    return text
  }

  func wrongKind(_ expected: String) -> StoreError {
    fault("\(keys) is \(value.kind) that is not \(expected)")
  }

  private func fault(_ problem: String) -> StoreError { .damaged(path: file, problem: problem) }
}
