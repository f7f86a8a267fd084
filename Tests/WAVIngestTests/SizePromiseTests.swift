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

  @Test func `a whole file is as long as it says`() {
    #expect(promise(Self.whole, of: Self.whole.count) == .fits)
  }

  @Test func `every shorter beginning of a file is short`() {
    for length in 0..<Self.whole.count {
      #expect(promise(Array(Self.whole.prefix(length)), of: length) == .short, "\(length)")
    }
  }

  @Test func `the header alone tells it of a file whose length is known`() {
    let beginning = Array(Self.whole.prefix(44))

    #expect(promise(beginning, of: Self.whole.count) == .fits)
    #expect(promise(beginning, of: Self.whole.count - 1) == .short)
    #expect(promise(beginning, of: Self.whole.count + 100) == .fits)
  }

  @Test func `a beginning that holds too little of a long file does not say`() {
    #expect(promise(Array(Self.whole.prefix(20)), of: 100_000) == .unknown)
  }

  @Test func `what is no WAV file does not say`() {
    #expect(promise(Array("this is a text, and a long one".utf8), of: 30) == .unknown)
  }

  @Test(arguments: [UInt32.max, 0x7FFF_F000, 0xFFFF_FFD4, 0x7FFF_FFFF, 0x7FFF_0000])
  func `a stream whose writer did not know its length does not say`(length: UInt32) {
    var bytes = Self.whole
    bytes.replaceSubrange(40..<44, with: WAVIngestTests.bytes(length))

    #expect(promise(bytes, of: bytes.count) == .unknown)
  }

  @Test func `a header without a sample yet is short`() {
    var bytes = Array(Self.whole.prefix(44))
    bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0])

    #expect(promise(bytes, of: 44) == .short)
  }
}
