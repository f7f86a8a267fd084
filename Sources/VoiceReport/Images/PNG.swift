// PNG with a palette (ISO/IEC 15948): 8 bits per pixel, no interlacing, zlib compression.

/// A palette image.
package struct IndexedImage: Sendable, Equatable {
  /// The width, in pixels.
  package let width: Int

  /// The height, in pixels.
  package let height: Int

  /// Palette indices, row by row from the top.
  package let pixels: [UInt8]

  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height && width > 0, "one index per pixel")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Returns the PNG file. `palette` needs a colour for each index.
  package func png(palette: [Colour]) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((width + 1) * height)
    for row in 0..<height {
      // Filter type 0 (none) per row: palette indices have no gradients.
      rows.append(0)
      rows += pixels[(row * width)..<((row + 1) * width)]
    }
    let header =
      Self.bytes(of: UInt32(width)) + Self.bytes(of: UInt32(height))
      + [Self.bitDepth, Self.paletteColours, 0, 0, 0]
    let colours = palette.flatMap { [$0.red, $0.green, $0.blue] }
    return Self.signature + Self.chunk("IHDR", header) + Self.chunk("PLTE", colours)
      + Self.chunk("IDAT", Zlib.compressed(rows)) + Self.chunk("IEND", [])
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  private static let bitDepth: UInt8 = 8
  private static let paletteColours: UInt8 = 3

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bytes(of: UInt32(data.count)) + body + bytes(of: Zlib.checksum(body))
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
