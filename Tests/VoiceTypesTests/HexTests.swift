import Testing
import VoiceTypes

@Suite struct HexTests {
  @Test func `every byte comes back from its two lower-case digits`() {
    let bytes = [UInt8](0...255)

    let text = Hex.text(of: bytes)

    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
    #expect(text.utf8.count == 512)
    #expect(Hex.bytes(of: Array(text.utf8)) == bytes)
  }

  @Test func `upper-case digits are read too`() {
    #expect(Hex.bytes(of: Array("AFaf".utf8)) == [0xAF, 0xAF])
  }

  @Test(arguments: ["0", "0g", "/0", ":0", "@0", "`0", "٠٠"])
  func `text without digit pairs is no hex`(text: String) {
    #expect(Hex.bytes(of: Array(text.utf8)) == nil)
  }

  @Test func `a fingerprint is 64 lower-case digits`() {
    let digits = String(repeating: "09af", count: 16)

    #expect(Hex.isSHA256(digits))
    #expect(!Hex.isSHA256(String(digits.dropLast())))
    #expect(!Hex.isSHA256(digits + "0"))
    #expect(!Hex.isSHA256(digits.uppercased()))
    #expect(!Hex.isSHA256(String(digits.dropLast()) + "g"))
  }
}
