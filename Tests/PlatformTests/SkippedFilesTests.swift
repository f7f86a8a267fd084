// Files that are left alone are counted by kind, without any part of their names.

import Platform
import Testing

@Suite struct SkippedFilesTests {
  @Test func `files are counted by their endings, and links and pipes by type`() {
    var files = SkippedFiles()
    for name in ["a.mp3", "b.MP3", "c.d.txt", "no ending", "x.jane-doe"] { files.add(name: name) }
    files.add(.linkWithoutTarget)
    files.add(.noFile)

    #expect(files.count == 7)
    #expect(
      files.text == "2 .mp3, 1 .txt, 2 other files, 1 link without a target, 1 pipe or device")
    #expect(files.needsAttention)
  }

  @Test func `no file is skipped at first`() {
    #expect(SkippedFiles().isEmpty)
    #expect(!SkippedFiles().needsAttention)
  }
}
