// Numbers at byte offsets of an untrusted file: nil where the file has ended, never a trap.

/// Which end of a number comes first.
enum ByteOrder: Sendable {
  /// Least significant byte first (RIFF, RF64, W64).
  case little
  /// Most significant byte first (RIFX).
  case big
}

/// Reads unsigned numbers and text out of bytes that may end anywhere.
struct ByteFields: Sendable {
  let bytes: [UInt8]
  let order: ByteOrder

  /// The `length` bytes at `offset`, or nil unless all of them are there.
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

  /// Four characters, with `?` for those that cannot be printed.
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
