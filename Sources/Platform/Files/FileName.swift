// Names of files are bytes; most are UTF-8, some from older devices are not. A text has to stand
// for each of them and lead back to the same bytes, or such a recording could never be opened.
// Python's "surrogateescape" (PEP 383) does this with lone surrogates, which Swift's texts cannot
// hold; the last private-use scalars take their place.

/// Between the bytes of names and texts.
package enum FileName {
  /// The stand-in of the byte 0x00; only those of 0x80 … 0xFF are used.
  private static let firstStandIn: UInt32 = 0x10_FF00
  private static let standIns = (firstStandIn + 0x80)...(firstStandIn + 0xFF)

  /// The text of a name: UTF-8 as it is, with a stand-in for each stray byte.
  package static func text(of bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      if let scalar = scalar(at: rest), !standIns.contains(scalar.value) {
        scalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        scalars.append(standIn(of: first))
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// The bytes that a text stands for.
  package static func bytes(of text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: { standIns.contains($0.value) }) else {
      return Array(text.utf8)
    }
    return text.unicodeScalars.flatMap { scalar in
      standIns.contains(scalar.value)
        ? [UInt8(scalar.value - firstStandIn)] : Array(String(scalar).utf8)
    }
  }

  /// The path that a text stands for, as the system takes it: bytes that end with a zero.
  package static func systemPath(of text: String) -> [CChar] {
    bytes(of: text).map { CChar(bitPattern: $0) } + [0]
  }

  /// Whether a scalar stands for a stray byte.
  package static func isStandIn(_ scalar: Unicode.Scalar) -> Bool {
    standIns.contains(scalar.value)
  }

  /// The scalar that sound UTF-8 starts with.
  private static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
    return nil
  }

  private static func standIn(of byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(firstStandIn + UInt32(byte)) ?? "\u{FFFD}"
  }
}
