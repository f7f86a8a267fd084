import Testing
import WAVIngest

@Suite struct ContentHashTests {
  @Test func `SHA-256 of "abc" is the published example`() {
    let digest = ContentHash.sha256(of: Array("abc".utf8))

    #expect(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `SHA-256 of nothing is the published example`() {
    let digest = ContentHash.sha256(of: [])

    #expect(digest == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
