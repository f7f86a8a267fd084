import Foundation
import Platform
import Testing
import VoiceTypes
import WAVIngest

@Suite struct InputTests {
  private func withFile(_ contents: [UInt8], _ body: (URL) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
    try Data(contents).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file)
  }

  @Test(arguments: ["/nowhere/at/all.wav", "", "/etc/hostname/x.wav"])
  func `a path to nothing is not found`(path: String) {
    let outcome = WAVReader.read(.path(path))

    #expect(outcome.error == .notFound)
    #expect(outcome.facts.sha256 == nil)
  }

  @Test func `a path with a zero byte is not truncated`() {
    #expect(WAVReader.read(.path("/etc/hostname\0.wav")).error == .notFound)
  }

  @Test func `a directory is recognised`() {
    #expect(WAVReader.read(.path("/tmp")).error == .isADirectory)
  }

  @Test func `a device without an end is refused by path`() {
    #expect(WAVReader.read(.path("/dev/zero")).code == "not_readable")
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file without permission is not readable`() throws {
    try withFile([1, 2, 3]) { file in
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)

      #expect(
        WAVReader.read(.path(file.path)).error == .notReadable(reason: "permission denied"))
    }
  }

  @Test func `a name in Latin-1 leads to its file`() throws {
    let contents = TestWAV(payload: pcm16([1, 2, 3])).file
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    let files = POSIXFileSystem()
    try files.makeFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try files.create(folder + "/na\u{10FFEF}ve.wav", contents)

    let outcome = WAVReader.read(.path(folder + "/na\u{10FFEF}ve.wav"))

    #expect(outcome.samples == [0x1p-15, 0x2p-15, 0x3p-15])
    #expect(outcome.facts.name == "na\u{10FFEF}ve.wav")
  }

  @Test func `a file gives the same outcome by path and from memory`() throws {
    let contents = TestWAV(payload: pcm16([1, 2, 3])).file

    try withFile(contents) { file in
      let outcome = WAVReader.read(.path(file.path))

      #expect(outcome.samples == read(contents).samples)
      #expect(outcome.facts.sha256 == read(contents).facts.sha256)
      #expect(outcome.facts.name == file.lastPathComponent)
    }
  }

  @Test func `a pipe is read to its end`() throws {
    let pipe = Pipe()
    let contents = TestWAV(payload: pcm16([1, 2, 3])).file
    try pipe.fileHandleForWriting.write(contentsOf: Data(contents))
    try pipe.fileHandleForWriting.close()

    let outcome = WAVReader.read(.path("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"))

    #expect(outcome.samples == [0x1p-15, 0x2p-15, 0x3p-15])
  }

  @Test func `a file of more than 2 GiB is refused before it is read`() throws {
    try withFile([]) { file in
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 1 << 31 + 1)
      try handle.close()

      #expect(WAVReader.read(.path(file.path)).code == "too_large")
    }
  }

  @Test func `a pipe is read no further than the limit`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(count: 101))
    try pipe.fileHandleForWriting.close()

    #expect(throws: IngestError.tooLarge(.bytes(limit: 100))) {
      try InputBytes.read(
        path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)", limit: 100)
    }
  }

  @Test func `the name leaves out the folders`() {
    #expect(AudioSource.path("/a/b/c d.wav").name == "c d.wav")
    #expect(AudioSource.path("plain.wav").name == "plain.wav")
    #expect(AudioSource.standardInput.name == "-")
  }
}
