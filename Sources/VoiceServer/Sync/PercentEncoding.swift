internal import VoiceTypes

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
