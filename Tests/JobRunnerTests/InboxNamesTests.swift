import JobRunner
import Testing

@Suite struct InboxNamesTests {
  @Test(arguments: [
    ("a.wav", InboxFile.recording), ("A.WAV", .recording), ("ä ö\nü.wav", .recording),
    ("a.w64", .recording), ("a.json", .sidecar), ("a.wav.sha256", .checksum), (".a.wav", .ignored),
    ("._a.wav", .ignored), ("a.wav.part", .ignored), ("a.wav.crdownload", .ignored),
    ("a.wav~", .ignored), ("Thumbs.db", .ignored), ("desktop.ini", .ignored),
    (".DS_Store", .ignored), ("a.txt", .foreign), ("a", .foreign), ("wav", .foreign),
  ])
  func `the name gives the kind of a file`(name: String, kind: InboxFile) {
    #expect(InboxNames().kind(of: name) == kind)
  }

  @Test func `more patterns can be ignored`() {
    #expect(InboxNames(ignoring: ["test-*"]).kind(of: "Test-1.wav") == .ignored)
  }

  @Test func `a recording and its companions have the same stem`() {
    #expect(InboxNames.stem(of: "in/a.b.wav") == "in/a.b")
    #expect(InboxNames.stem(of: "in/a.b.json") == "in/a.b")
    #expect(InboxNames.sidecar(of: "in/a.b.WAV") == "in/a.b.json")
    #expect(InboxNames.recording(ofChecksum: InboxNames.checksum(of: "a.wav")) == "a.wav")
  }
}
