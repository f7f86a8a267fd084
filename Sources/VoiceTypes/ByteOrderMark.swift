extension [UInt8] {
  /// Bytes without a leading UTF-8 byte order mark (Unicode 16.0, 23.8). Spreadsheets and editors
  /// write one.
  package var withoutByteOrderMark: [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return starts(with: mark) ? Array(dropFirst(mark.count)) : self
  }
}
