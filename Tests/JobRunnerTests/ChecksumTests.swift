// Formats of checksum files, and recordings with an invalid one.

import Foundation
import RecordStore
import Testing
import VoiceTypes

@testable import JobRunner

@Suite struct ChecksumTests {
  private static let digits = String(repeating: "0123456789abcdef", count: 4)
  private static let others = String(repeating: "f", count: 64)

  static let usable = [
    digits, digits + "\n", "\(digits)  a.wav\n", "\(digits) *a.wav\r\n", "\\\(digits)  a\\\\.wav\n",
    digits.uppercased() + "  a.wav", "\u{FEFF}\(digits)  a.wav\n", "SHA256 (a.wav) = \(digits)\n",
    "SHA256 (a (1).wav) = \(digits)\n", "# made today\n\(digits)  a.wav\n", "\(digits)  b.wav\n",
    "\(digits)  /media/card/a.wav\n", "\(others)  b.wav\n\(digits)  a.wav\n",
    "sha256 (a.wav)= \(digits.uppercased())", "\n\n  \(digits)  a.wav\n\n",
    "\(digits)  a.wav\n\(digits)  a.wav\n",
  ]

  @Test(arguments: usable)
  func `checksums are parsed in every common format`(text: String) {
    #expect(ChecksumFile.parse(Array(text.utf8), for: "a.wav") == .digest(Self.digits))
  }

  static let unusable: [(text: String, found: String)] = [
    ("", "no checksum"), ("\n \n", "no checksum"), ("garbage", "no checksum"),
    (String(repeating: "0", count: 32) + "  a.wav", "an MD5 checksum"),
    ("MD5 (a.wav) = " + String(repeating: "0", count: 32), "an MD5 checksum"),
    (String(repeating: "0", count: 40) + "  a.wav", "a SHA-1 checksum"),
    ("SHA512 (a.wav) = " + String(repeating: "0", count: 128), "a SHA-512 checksum"),
    (String(digits.dropLast()), "no checksum"), (digits + "0", "no checksum"),
    ("\(digits)  a.wav\n\(others)  a.wav", "2 different checksums"),
    ("\(digits)  b.wav\n\(others)  c.wav", "2 different checksums"),
    ("\(digits)  a.wav\nand more", "no checksum"), ("SHA256 (a.wav) = ", "no checksum"),
    ("{\"sha256\": \"\(digits)\"}", "no checksum"),
  ]

  @Test(arguments: unusable.indices)
  func `another checksum or text is reported with its kind`(index: Int) {
    let (text, found) = Self.unusable[index]

    #expect(ChecksumFile.parse(Array(text.utf8), for: "a.wav") == .unusable(found))
  }

  @Test(arguments: [
    "", "garbage", "\(String(repeating: "0", count: 32))  a.wav", "SHA256 (a.wav) = \(others)",
    "\(digits)  a.wav\n\(others)  a.wav\n", String(repeating: " ", count: 5000) + digits,
  ])
  func `a recording with an invalid or different checksum is quarantined with the checksum file`(
    text: String
  ) throws {
    let inbox = try Inbox()
    try inbox.put(text, "a.wav.sha256")
    #expect(try inbox.deliver() == WatchResult(refused: 1))

    let fault = try inbox.openStore().existingSession(inbox.session().id)?.state()?.fault
    #expect(fault?.code == (text.hasPrefix("SHA256") ? "checksum_mismatch" : "checksum_unusable"))
    #expect(Set(inbox.stored("failed")).isSuperset(of: ["a.wav", "a.wav.sha256"]))
    #expect(inbox.stored("failed").count == 4)
    #expect(try inbox.left() == [] && inbox.work() == [])
    #expect(try inbox.openStore().verify(VerificationRequest()).findings == [])
  }
}
