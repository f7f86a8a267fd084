// The names by which a server is reached. A page of another site whose name leads here by DNS (DNS rebinding) sends the
// name of that site: it is refused.

/// Host and port, as the header `Host` has them (RFC 9110, 7.2).
struct Authority: Equatable, Sendable {
  /// In lower case, without a final dot; of an address of IPv6 no brackets, and one spelling.
  let host: String

  /// Nil for the usual one of the scheme.
  let port: UInt16?

  /// Parses `HOST` or `HOST:PORT`; nil for any other text.
  init?(_ text: String) {
    let isBracketed = text.hasPrefix("[")
    let end =
      isBracketed
      ? text.firstIndex(of: "]").map { text.index(after: $0) }
      : text.firstIndex(of: ":") ?? text.endIndex
    guard let end, let host = Self.name(String(text[..<end])) else { return nil }
    self.host = host
    let rest = text[end...]
    let digits = rest.dropFirst()
    guard !digits.isEmpty else {
      guard rest.isEmpty || rest == ":" else { return nil }
      port = nil
      return
    }
    guard rest.first == ":", digits.allSatisfy(\.isNumber), let port = UInt16(digits) else {
      return nil
    }
    self.port = port
  }

  /// The one spelling of a name, or of an address with or without brackets; nil for any other text.
  static func name(_ text: String) -> String? {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let bare = isBracketed ? String(text.dropFirst().dropLast()) : text
    if let address = IPAddress(bare) { return "[\(address.value)]" }
    let name = (bare.hasSuffix(".") ? String(bare.dropLast()) : bare).lowercased()
    guard !isBracketed, !name.isEmpty, name.utf8.allSatisfy(isPartOfName) else { return nil }
    return name
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// The hosts for which a server answers.
package struct ServedHosts: Sendable {
  /// Names and addresses of this machine for itself: no other site has them.
  private static let ownNames = ["localhost", "127.0.0.1", "::1"]

  private let names: Set<String>

  /// The host names and addresses in `names`, besides those of this machine for itself.
  /// - Returns: Nil if one of them is no name and no address.
  package init?(_ names: [String]) {
    let all = (names + Self.ownNames).map { Authority.name($0) }
    guard all.allSatisfy({ $0 != nil }) else { return nil }
    self.names = Set(all.compactMap(\.self))
  }

  /// Refuses a request without one host, or for another host.
  func check(_ call: Call) throws(APIFault) {
    guard let host = call.headers["host"].flatMap({ Authority($0) }) else {
      throw APIFault(.hostMissing)
    }
    guard names.contains(host.host) else { throw APIFault(.hostUnknown) }
  }
}
