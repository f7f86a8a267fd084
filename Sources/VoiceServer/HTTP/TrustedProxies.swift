// Each proxy appends the address of its client to `X-Forwarded-For`, as the last item of the last
// line or as a new line. Items before those of trusted proxies may be forged.

/// The proxies whose `X-Forwarded-For` is trusted.
package enum TrustedProxies: Sendable, Equatable {
  case none
  /// One proxy, at the other end of the connection.
  case nearest
  /// Any chain of proxies with addresses in these ranges.
  case ranges([AddressRange])

  /// The maximum length of an item in characters; no address is longer.
  private static let mostCharacters = 64

  /// Returns the address of the client.
  /// - Parameters:
  ///   - peer: The address at the other end of the connection.
  ///   - lines: The values of all `X-Forwarded-For` lines in their order.
  package func sender(at peer: String, forwardedFor lines: [String]) -> String {
    var items = lines.flatMap { $0.split(separator: ",") }.compactMap(Self.address)
    switch self {
    case .none: return peer
    case .nearest: return items.last ?? peer
    case .ranges(let ranges):
      var sender = peer
      while let address = IPAddress(sender), ranges.contains(where: { $0.contains(address) }),
        let next = items.popLast()
      {
        sender = next
      }
      return sender
    }
  }

  /// Returns an item without spaces, brackets and port; nil for an empty item.
  private static func address(_ item: Substring) -> String? {
    let text = item.filter { !$0.isWhitespace && $0 != "\"" }
    let address =
      if text.hasPrefix("[") {
        text.dropFirst().prefix { $0 != "]" }
      } else if text.count(where: { $0 == ":" }) == 1 {
        text.prefix { $0 != ":" }
      } else {
        text[...]
      }
    return address.isEmpty ? nil : String(address.prefix(mostCharacters))
  }
}
