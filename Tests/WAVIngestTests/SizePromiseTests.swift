// Whether a file that is being written is as long as its header says, from its first bytes.

import Testing
import VoiceTypes
import WAVIngest

@Suite struct SizePromiseTests {
  private static let whole = TestWAV(
    payload: pcm16([Int16](repeating: 7, count: 1000))
  ).file

  private func promise(_ bytes: [UInt8], of fileBytes: Int) -> DeclaredSizeStatus {
    DeclaredSizeStatus(ofFileBeginning: bytes, fileBytes: fileBytes)
  }

  @Test func `a complete file has its declared length`() {
    #expect(promise(Self.whole, of: Self.whole.count) == .fits)
  }

  @Test func `every truncated file is short`() {
    for length in 0..<Self.whole.count {
      #expect(promise(Array(Self.whole.prefix(length)), of: length) == .short, "\(length)")
    }
  }

  @Test func `the header and the file size are enough to decide`() {
    let beginning = Array(Self.whole.prefix(44))

    #expect(promise(beginning, of: Self.whole.count) == .fits)
    #expect(promise(beginning, of: Self.whole.count - 1) == .short)
    #expect(promise(beginning, of: Self.whole.count + 100) == .fits)
  }

  @Test func `a too short beginning of a long file is undecided`() {
    #expect(promise(Array(Self.whole.prefix(20)), of: 100_000) == .unknown)
  }

  @Test func `a file that is no WAV file is undecided`() {
    #expect(promise(Array("this is a text, and a long one".utf8), of: 30) == .unknown)
  }

  @Test(arguments: [UInt32.max, 0x7FFF_F000, 0xFFFF_FFD4, 0x7FFF_FFFF, 0x7FFF_0000])
  func `a streaming length is undecided`(length: UInt32) {
    var bytes = Self.whole
    bytes.replaceSubrange(40..<44, with: WAVIngestTests.bytes(length))

    #expect(promise(bytes, of: bytes.count) == .unknown)
  }

  @Test func `a header without samples is short`() {
    var bytes = Array(Self.whole.prefix(44))
    bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0])

    #expect(promise(bytes, of: 44) == .short)
  }
}
