// The `Host` check protects against DNS rebinding. A page of another site whose name resolves to this
// server sends that name, and the request is refused.

/// Host and port of a `Host` header (RFC 9110, 7.2).
struct Authority: Equatable, Sendable {
  /// The host in lower case without a final dot; an IPv6 address is normalised.
  let host: String

  /// The port; nil for the default of the scheme.
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

  /// Returns the normalised form of a name or address, with or without brackets; nil for any other
  /// text.
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

/// The accepted host names of a server.
package struct ServedHosts: Sendable {
  /// The loopback names; no other site can use them.
  private static let ownNames = ["localhost", "127.0.0.1", "::1"]

  private let names: Set<String>

  /// Creates the set of `names` and the loopback names.
  /// - Returns: Nil if one of them is neither a name nor an address.
  package init?(_ names: [String]) {
    let all = (names + Self.ownNames).map { Authority.name($0) }
    guard all.allSatisfy({ $0 != nil }) else { return nil }
    self.names = Set(all.compactMap(\.self))
  }

  /// Refuses a request with a missing, repeated or unknown host.
  func check(_ call: APIRequest) throws {
    guard let host = call.headers["host"].flatMap({ Authority($0) }) else {
      throw APIFault(.hostMissing)
    }
    guard names.contains(host.host) else { throw APIFault(.hostUnknown) }
  }
}
