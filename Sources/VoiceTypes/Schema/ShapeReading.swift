/// State of a parse: position, faults and visibility of values in messages.
package struct ShapeReading {
  /// Visibility of values in messages.
  package enum Showing: Sendable {
    /// Shows scalar values.
    case values
    /// Shows kinds only, to keep identities and conditions out of logs.
    case kinds
  }

  private let whole: String
  private let prefix: String
  private let mode: ValidationMode
  private var steps: [String] = []
  private var isAtNothing = false

  /// Description of the accepted values by an enclosing coder.
  var words: String?

  /// Visibility of values.
  var showing: Showing

  /// Recorded faults in schema order.
  private(set) var faults: [FileFault] = []

  /// Number of faults, including those not recorded.
  private(set) var count = 0

  /// Creates the state for a value that messages call `whole`. `prefix` precedes member names and
  /// defaults to `whole` with a full stop.
  package init(
    of whole: String, prefix: String? = nil, mode: ValidationMode, showing: Showing = .values
  ) {
    self.whole = whole
    self.prefix = prefix ?? "\(whole)."
    self.mode = mode
    self.showing = showing
  }

  /// Current position.
  package var place: String {
    guard !steps.isEmpty else { return whole }
    let path = steps.joined()
    return path.first == "." ? prefix + path.dropFirst() : whole + path
  }

  /// Records a fault at the current position or at its member `key`.
  /// - Parameter kind: Kind of the fault; nil derives it from the position.
  package mutating func note(
    _ key: String? = nil, found: String, allowed: String, kind: FileFault.Kind? = nil
  ) {
    count += 1
    guard mode == .allFaults || faults.isEmpty else { return }
    if let key { steps.append(".\(key)") }
    faults.append(
      FileFault(
        place, found: found, allowed: words ?? allowed,
        kind: kind ?? (isAtNothing ? .missing : .invalid)))
    if key != nil { steps.removeLast() }
  }

  /// Records that a value is invalid at the current position. Returns nil.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func refuse<Value>(_ json: JSONValue, allowed: String) -> Value? {
    note(found: shown(json), allowed: allowed)
    return nil
  }

  /// Decodes a required member.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func member<Value>(
    _ key: String, of json: JSONValue, _ read: (JSONValue, inout ShapeReading) -> Value?
  ) -> Value? {
    guard let member = json[key] else { return missing(key, read) }
    return inside(".\(key)") { read(member, &$0) }
  }

  /// Decodes a given member of a free map. ``member(_:of:_:)`` would search all members each time.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func value<Value>(
    of member: JSONValue.Member, _ read: (JSONValue, inout ShapeReading) -> Value?
  ) -> Value? {
    inside(".\(member.key)") { read(member.value, &$0) }
  }

  /// Records a missing member with the values that `read` accepts.
  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func missing<Value>(
    _ key: String, _ read: (JSONValue, inout ShapeReading) -> Value?
  ) -> Value? {
    isAtNothing = true
    defer { isAtNothing = false }
    let value = inside(".\(key)") { read(.null, &$0) }
    if value != nil { note(key, found: "nothing", allowed: "a value") }
    return nil
  }

  /// Decodes a list element.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func element<Value>(
    _ index: Int, _ read: (inout ShapeReading) -> Value?
  ) -> Value? {
    inside("[\(index)]", read)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func inside<Value>(
    _ step: String, _ read: (inout ShapeReading) -> Value?
  ) -> Value? {
    steps.append(step)
    defer { steps.removeLast() }
    return read(&self)
  }

  private func shown(_ json: JSONValue) -> String {
    if isAtNothing { return "nothing" }
    guard showing == .kinds else { return json.excerpt }
    if case .string(let text) = json, text.isBlank { return "a blank text" }
    return json.kind
  }
}

extension String {
  /// Whether the text is empty or white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
