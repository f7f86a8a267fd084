// Bounds-checked numbers of an untrusted file: nil past the end, never a trap.

/// Byte order of numbers.
enum ByteOrder: Sendable {
  /// Least significant byte first (RIFF, RF64, W64).
  case little
  /// Most significant byte first (RIFX).
  case big
}

/// Reader of unsigned integers and text in untrusted bytes.
struct ByteFields: Sendable {
  let bytes: [UInt8]
  let order: ByteOrder

  /// Returns the `length` bytes at `offset`, or nil unless all are present.
  func slice(at offset: Int, length: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset
    else { return nil }
    return bytes[offset..<offset + length]
  }

  func uint16(at offset: Int) -> UInt16? {
    unsigned(at: offset, length: 2).map(UInt16.init(truncatingIfNeeded:))
  }

  func uint32(at offset: Int) -> UInt32? {
    unsigned(at: offset, length: 4).map(UInt32.init(truncatingIfNeeded:))
  }

  func uint64(at offset: Int) -> UInt64? {
    unsigned(at: offset, length: 8)
  }

  /// Returns four characters, with `?` for nonprintable bytes.
  func fourCharacters(at offset: Int) -> String? {
    guard let slice = slice(at: offset, length: 4) else { return nil }
    let questionMark = UInt8(ascii: "?")
    let printable = slice.map { (0x20...0x7E).contains($0) ? $0 : questionMark }
    return String(decoding: printable, as: UTF8.self)
  }

  private func unsigned(at offset: Int, length: Int) -> UInt64? {
    guard let slice = slice(at: offset, length: length) else { return nil }
    return switch order {
    case .little: slice.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    case .big: slice.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
