// POSIX file names are bytes, and some from older devices are not UTF-8. A lossless text form is
// required to open them. Python's "surrogateescape" (PEP 383) uses lone surrogates, which Swift
// strings cannot contain. This code uses the last private-use scalars instead.

/// Lossless conversion between file name bytes and text.
package enum FileName {
  /// Escape of byte 0x00. Only those of 0x80 … 0xFF are used.
  private static let firstEscape: UInt32 = 0x10_FF00
  private static let escapes = (firstEscape + 0x80)...(firstEscape + 0xFF)

  /// Decodes a name: UTF-8 unchanged, and an escape for each invalid byte.
  package static func text(of bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      if let scalar = scalar(at: rest), !escapes.contains(scalar.value) {
        scalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        scalars.append(escape(of: first))
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// Encodes a text, with the original bytes of escapes.
  package static func bytes(of text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: { escapes.contains($0.value) }) else {
      return Array(text.utf8)
    }
    return text.unicodeScalars.flatMap { scalar in
      escapes.contains(scalar.value)
        ? [UInt8(scalar.value - firstEscape)] : Array(String(scalar).utf8)
    }
  }

  /// The folder of a path; `.` without a slash.
  package static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
  }

  /// Encodes a path for system calls, with a terminating zero.
  package static func systemPath(of text: String) -> [CChar] {
    bytes(of: text).map { CChar(bitPattern: $0) } + [0]
  }

  /// Whether a scalar is the escape of an invalid byte.
  package static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
    escapes.contains(scalar.value)
  }

  /// First scalar of valid UTF-8; nil otherwise.
  private static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
    return nil
  }

  private static func escape(of byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(firstEscape + UInt32(byte)) ?? "\u{FFFD}"
  }
}
