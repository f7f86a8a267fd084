/// The URL of a remote server.
package struct RemoteAddress: Sendable, Equatable {
  /// Whether the scheme is `https`.
  package let isSecure: Bool

  /// A host name or IP address; IPv6 without brackets.
  package let host: String

  package let port: Int

  /// The path prefix without a trailing slash; may be empty.
  package let path: String

  /// The error of an invalid address.
  package enum Fault: Error, Sendable, Equatable {
    case noURL
    /// Plain HTTP to another machine would expose the token.
    case plain
  }

  /// Parses an `https` URL, or an `http` URL of a loopback address.
  package init(_ text: String) throws(Fault) {
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .noURL }
    isSecure = scheme == "https://"
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    let (host, port) = try Self.parts(of: authority)
    (self.host, self.port) = (host, port ?? (isSecure ? 443 : 80))
    let path = rest.dropFirst(authority.count)
    guard !path.contains(where: { "?#".contains($0) }) else { throw .noURL }
    self.path = String(path.reversed().drop { $0 == "/" }.reversed())
    guard isSecure || Self.isOfThisMachine(host) else { throw .plain }
  }

  /// Host and port for the `Host` header.
  package var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  private static func parts(of authority: Substring) throws(Fault) -> (String, Int?) {
    // User information in a URL would appear in logs.
    guard !authority.isEmpty, !authority.contains("@") else { throw .noURL }
    var host = authority
    var port: Int?
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    if let colon = authority[end...].lastIndex(of: ":") {
      guard let number = UInt16(authority[authority.index(after: colon)...]), number > 0 else {
        throw .noURL
      }
      (host, port) = (authority[..<colon], Int(number))
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty, !host.contains(where: { "[]?#%".contains($0) }) else { throw .noURL }
    return (String(host), port)
  }

  private static func isOfThisMachine(_ host: String) -> Bool {
    host == "localhost" || host == "::1"
      || host.hasPrefix("127.")
        && host.allSatisfy {
          $0.isNumber || $0 == "."
        }
  }
}
