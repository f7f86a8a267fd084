/// An IPv6 address, or an IPv4 address in its mapped form (RFC 4291, 2.5.5.2).
struct IPAddress: Hashable, Sendable {
  /// The number of bits of an IPv6 and an IPv4 address.
  static let (bits, shortBits) = (128, 32)

  /// The prefix length of the IPv6 network of one connection (RFC 6177).
  private static let networkBits = 64

  private static let wordBits = 16
  private static let mappedPrefix: UInt128 = 0xFFFF

  let value: UInt128

  /// Whether the address is an IPv4 address.
  var isShort: Bool { value >> Self.shortBits == Self.mappedPrefix }

  /// Parses an address; the zone of IPv6 (`%eth0`) is ignored. Nil for any other text.
  init?(_ text: String) {
    let address = text.prefix { $0 != "%" }
    if let short = Self.short(address) {
      value = Self.mappedPrefix << Self.shortBits | UInt128(short)
      return
    }
    let halves = address.split(
      separator: "::", maxSplits: 1, omittingEmptySubsequences: false
    ).map(Self.words)
    let given = halves.compactMap(\.self)
    let count = given.reduce(0) { $0 + $1.count }
    let all = Self.bits / Self.wordBits
    guard given.count == halves.count, halves.count == 2 ? count < all : count == all else {
      return nil
    }
    let words =
      given[0] + [UInt16](repeating: 0, count: all - count) + (given.count == 2 ? given[1] : [])
    value = words.reduce(0) { $0 << Self.wordBits | UInt128($1) }
  }

  /// Parses the words between colons; the last two may be an IPv4 address. Nil for any other text.
  private static func words(_ part: Substring) -> [UInt16]? {
    guard !part.isEmpty else { return [] }
    let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
    var words: [UInt16] = []
    for (index, piece) in pieces.enumerated() {
      if index == pieces.count - 1, let short = Self.short(piece) {
        words += [UInt16(short >> wordBits), UInt16(truncatingIfNeeded: short)]
      } else {
        guard piece.utf8.count <= 4, piece.allSatisfy(\.isHexDigit),
          let word = UInt16(piece, radix: 16)
        else { return nil }
        words.append(word)
      }
    }
    return words
  }

  /// Parses an IPv4 address; nil for any other text.
  private static func short(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var value: UInt32 = 0
    for part in parts {
      guard part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let byte = UInt8(part)
      else { return nil }
      value = value << 8 | UInt32(byte)
    }
    return value
  }

  /// Returns the rate-limiting key of an address: an IPv4 address in full, an IPv6 address as its
  /// /64 network (one connection owns all of it). Any other text is returned unchanged.
  static func network(of text: String) -> String {
    guard let address = IPAddress(text) else { return text }
    func bits(_ count: Int, from shift: Int) -> UInt128 {
      address.value >> shift & ((1 << count) - 1)
    }
    if address.isShort {
      return stride(from: 24, through: 0, by: -8).map { "\(bits(8, from: $0))" }
        .joined(separator: ".")
    }
    return stride(from: Self.bits - wordBits, through: networkBits, by: -wordBits)
      .map { String(bits(wordBits, from: $0), radix: 16) }.joined(separator: ":") + "::/64"
  }
}

/// A range of addresses in CIDR notation, such as `10.0.0.0/8`.
package struct AddressRange: Equatable, Sendable {
  private let address: IPAddress

  /// The prefix length in bits.
  private let length: Int

  /// Parses an address, or a range in CIDR notation (RFC 4632); nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
    self.address = address
    let bits = parts[0].contains(":") ? IPAddress.bits : IPAddress.shortBits
    guard parts.count == 2 else {
      length = IPAddress.bits
      return
    }
    guard parts[1].allSatisfy(\.isNumber), let given = Int(parts[1]), given <= bits else {
      return nil
    }
    length = IPAddress.bits - bits + given
  }

  func contains(_ other: IPAddress) -> Bool {
    (address.value ^ other.value) >> (IPAddress.bits - length) == 0
  }
}
