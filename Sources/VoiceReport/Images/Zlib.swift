// zlib behind two calls: the only file of this module that talks to C.

internal import CZlib

/// Compression and checksums of the zlib library.
enum Zlib {
  /// The best compression: images are written once and handed on.
  private static let level: Int32 = 9

  /// The bytes as a zlib stream (RFC 1950).
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    // At most as long as the library says of any input of this length.
    let bound = compressBound(uLong(bytes.count))
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(bound)) { target, count in
      var length = bound
      // Both buffers span exactly the lengths that are given; `target` holds `bound` bytes.
      let status = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe compress2(
          target.baseAddress, &length, source.baseAddress, uLong(source.count), level)
      }
      precondition(status == Z_OK, "a buffer of the bound is large enough")
      count = Int(length)
    }
  }

  /// The CRC-32 of bytes, as PNG has it.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    // The buffer spans exactly the elements.
    let sum = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe crc32(0, source.baseAddress, uInt(source.count))
    }
    return UInt32(truncatingIfNeeded: sum)
  }
}
