// The sender of a request that came through proxies. Each proxy adds the address that it sees to `X-Forwarded-For`, as
// the last item of the last line or as a line of its own; items before those of trusted proxies may be forged.

/// The proxies whose `X-Forwarded-For` is believed.
package enum TrustedProxies: Sendable, Equatable {
  /// No proxy.
  case none
  /// One proxy: the program at the other end of the connection.
  case nearest
  /// The proxies with these addresses, any number in a row.
  case ranges([AddressRange])

  /// More characters than any address has.
  private static let mostCharacters = 64

  /// The address of the sender.
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

  /// An item without spaces, brackets and port; nil for an empty one.
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
