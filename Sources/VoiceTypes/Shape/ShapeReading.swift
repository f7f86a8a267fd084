// What a reader of shapes keeps in mind: where it is, what it has found wrong, and how much of a
// value its messages may show.

/// The state of one reading.
package struct ShapeReading {
  /// What messages say of a value.
  package enum Showing: Sendable {
    /// The value itself where it is plain.
    case values
    /// Only its kind: who somebody is and which conditions they named has no place in a log.
    case kinds
  }

  private let whole: String
  private let prefix: String
  private let mode: ValidationMode
  private var steps: [String] = []
  private var isAtNothing = false

  /// What may stand here, in the words of somebody further out.
  var words: String?

  /// How much of values is shown.
  var showing: Showing

  /// What was found wrong, in the order of the shape.
  private(set) var faults: [FileFault] = []

  /// How many faults there were, told or not.
  private(set) var count = 0

  /// A reading of a value that messages call `whole`, and whose members they name with `prefix`
  /// in front; without one, with `whole` and a full stop.
  package init(
    of whole: String, prefix: String? = nil, mode: ValidationMode, showing: Showing = .values
  ) {
    self.whole = whole
    self.prefix = prefix ?? "\(whole)."
    self.mode = mode
    self.showing = showing
  }

  /// Where the reader is.
  package var place: String {
    guard !steps.isEmpty else { return whole }
    let path = steps.joined()
    return path.first == "." ? prefix + path.dropFirst() : whole + path
  }

  /// Notes a fault here, or of a member of what stands here.
  /// - Parameter kind: What kind of fault; nil for what follows from where the reader is.
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

  /// Notes that a value may not stand here.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func refuse<Value>(_ json: JSONValue, allowed: String) -> Value? {
    note(found: shown(json), allowed: allowed)
    return nil
  }

  /// A member, read by `read`; it has to be there.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func member<Value>(
    _ key: String, of json: JSONValue, _ read: (JSONValue, inout ShapeReading) -> Value?
  ) -> Value? {
    guard let member = json[key] else { return missing(key, read) }
    return inside(".\(key)") { read(member, &$0) }
  }

  /// The value of a member that is at hand. Of an object with any members each is read by this:
  /// ``member(_:of:_:)`` searches all of them.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func value<Value>(
    of member: JSONValue.Member, _ read: (JSONValue, inout ShapeReading) -> Value?
  ) -> Value? {
    inside(".\(member.key)") { read(member.value, &$0) }
  }

  /// Notes that a member is missing, with what `read` allows there.
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

  /// The element of a list.
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
  /// Whether there is nothing to read in the text.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
