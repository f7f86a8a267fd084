extension [UInt8] {
  /// The bytes of a text without the byte order mark of UTF-8 (Unicode 16.0, 23.8), which spreadsheets and editors put
  /// first.
  package var withoutByteOrderMark: [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return starts(with: mark) ? Array(dropFirst(mark.count)) : self
  }
}
