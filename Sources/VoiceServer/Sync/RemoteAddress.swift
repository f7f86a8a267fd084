internal import VoiceTypes

package struct RemoteAddress: Sendable, Equatable {
  /// Whether the scheme is `https`.
  package let isSecure: Bool

  /// A host name or IP address; IPv6 without brackets.
  package let host: String

  package let port: Int

  /// The path prefix without a trailing slash; may be empty.
  package let path: String

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

/// Percent-encoding of all bytes outside the unreserved characters (RFC 3986, 2.1 and 2.3).
package enum PercentEncoding {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)

  /// Returns the percent-encoded UTF-8 bytes of a text.
  package static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      plain.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + Hex.text(of: [byte]).uppercased()
    }.joined()
  }

  /// Returns the decoded text; nil for an invalid encoding.
  package static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        guard plain.contains(byte) else { return nil }
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = Hex.bytes(of: Array(rest.prefix(2))) else { return nil }
      bytes += value
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
