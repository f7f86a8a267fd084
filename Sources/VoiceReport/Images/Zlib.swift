// The only file of this module that calls C.

internal import CZlib

/// Compression and CRC-32 of the zlib library.
enum Zlib {
  /// Best compression: images are written once and read many times.
  private static let level: Int32 = 9

  /// Compresses bytes to a zlib stream (RFC 1950).
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    // zlib's upper bound for the compressed length.
    let bound = compressBound(uLong(bytes.count))
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(bound)) { target, count in
      var length = bound
      // Both buffers span exactly the given lengths; `target` holds `bound` bytes.
      let status = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe compress2(
          target.baseAddress, &length, source.baseAddress, uLong(source.count), level)
      }
      precondition(status == Z_OK, "compressBound gives a sufficient buffer")
      count = Int(length)
    }
  }

  /// Returns the CRC-32 of bytes, as PNG defines it.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    // The buffer spans exactly the elements.
    let sum = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe crc32(0, source.baseAddress, uInt(source.count))
    }
    return UInt32(truncatingIfNeeded: sum)
  }
}
