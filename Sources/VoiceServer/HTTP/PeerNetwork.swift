// Whom an address belongs to, as far as a network tells: a connection has one address of IPv4, and of IPv6 as many as
// it likes.

/// Names of those who send.
enum PeerNetwork {
  /// Words of 16 bits of an address of IPv6, and those that every connection has its own of (RFC 6177).
  private static let words = 8
  private static let networkWords = 4

  /// An address of IPv4 as it is, also one written as IPv6; the first 64 bits of one of IPv6; what is neither stays.
  static func name(of address: String) -> String {
    let bare = address.prefix { $0 != "%" }
    guard bare.contains(":") else { return address }
    if let last = bare.split(separator: ":").last, last.contains(".") { return String(last) }
    guard let words = words(of: bare) else { return address }
    return words.prefix(networkWords).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
  }

  /// The words of an address, with those that a double colon stands for; nil for what is none.
  private static func words(of address: Substring) -> [UInt16]? {
    let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves.map { half in
      half.split(separator: ":", omittingEmptySubsequences: half.isEmpty)
        .map { UInt16($0, radix: 16) }
    }
    let told = parts.reduce(0) { $0 + $1.count }
    guard halves.count == 2 ? told < words : told == words else { return nil }
    let all =
      parts[0] + [UInt16?](repeating: 0, count: words - told) + (halves.count == 2 ? parts[1] : [])
    let known = all.compactMap { $0 }
    return known.count == words ? known : nil
  }
}
